import Foundation
import Measurement
import RegressionGate
import Reporting
import Testing

/// An examination as text and as JSON.
@Suite struct DoctorReportTests {
  private func lines(_ fixture: DoctorFixture) throws -> [String] {
    try DoctorReport.text(fixture.examination).split(separator: "\n").map(String.init)
  }

  @Test func everyFactHasItsValueItsMeaningAndItsAdvice() throws {
    let lines = try lines(DoctorFixture())
    let load = try #require(lines.firstIndex { $0.hasPrefix("! load-average  9.00 9.00 9.00") })
    #expect(lines[load + 1] == "      Others take time.")
    #expect(lines[load + 2] == "      To do: end other programs")
    #expect(lines.contains("? turbo         not available: there is no file"))
    #expect(lines.count { $0.contains("To do:") } == 1)
  }

  @Test func textOfTheMachineIsNoCommandOfTheTerminal() throws {
    #expect(try !DoctorReport.text(DoctorFixture().examination).contains("\u{1B}"))
  }

  @Test func theVerdictComesLastAndSaysWhatCanBeSeen() throws {
    let fit = try lines(DoctorFixture())
    #expect(fit.last?.hasPrefix("Verdict: fit for measured differences of 2.") == true)
    #expect(fit.last?.contains("in about 12.0 s a case") == true)
    let loud = Array(repeating: [0.4, -0.3, 0.2, -0.2], count: 8).flatMap(\.self)
    let unfit = try lines(DoctorFixture(differences: loud))
    #expect(unfit.last?.hasPrefix("Verdict: fit for counted numbers only: after 200 ") == true)
    let few = try lines(DoctorFixture(differences: [0, 0]))
    #expect(few.last?.contains("expected 16 pairs of processes") == true)
  }

  @Test func theNoiseIsATableOfWhatWouldBeSeen() throws {
    let lines = try lines(DoctorFixture())
    #expect(lines.contains { $0.hasPrefix("Noise: the same work in 40 pairs of fresh ") })
    for pairs in ["16", "64", "200"] {
      #expect(lines.contains { $0.hasPrefix("  \(pairs) ") && $0.contains("±") }, "\(pairs)")
    }
  }

  @Test func noLineIsLongerThanATerminalIsWide() throws {
    for line in try lines(DoctorFixture(facts: MachineCondition.current().facts))
    where !line.contains("not available") && !line.hasPrefix("Verdict") {
      #expect(line.count <= 110, "\(line)")
    }
  }

  @Test func theDocumentHasSortedKeysAndEveryNumber() throws {
    let json = try DoctorReport.json(DoctorFixture().examination)
    #expect(try json == DoctorReport.json(DoctorFixture().examination))
    let keys = json.split(separator: "\n").filter { $0.hasPrefix("  \"") }
      .map { $0.prefix { $0 != ":" } }
    #expect(keys == keys.sorted())
    let document = try JSONDecoder().decode(StoredExamination.self, from: Data(json.utf8))
    #expect(document.schema == 1)
    #expect(try document.noise == DoctorFixture().noise)
    #expect(document.facts == DoctorFixture().facts)
    #expect(document.verdict.fitForMeasuredDifferences)
    #expect(document.verdict.smallestDifference != nil)
  }

  @Test func aMachineThatIsNotFitHasNoSmallestDifference() throws {
    let json = try DoctorReport.json(DoctorFixture(differences: [0, 0]).examination)
    let document = try JSONDecoder().decode(StoredExamination.self, from: Data(json.utf8))
    #expect(!document.verdict.fitForMeasuredDifferences)
    #expect(document.verdict.smallestDifference == nil)
    #expect(!json.contains("smallestDifference\" : null"))
  }
}

/// The content of `doctor --json`, as another program reads it.
private struct StoredExamination: Decodable {
  struct Verdict: Decodable {
    let fitForMeasuredDifferences: Bool
    let smallestDifference: Double?
    let text: String
  }

  let schema: Int
  let facts: [MachineFact]
  let noise: NoiseSummary
  let verdict: Verdict
}
