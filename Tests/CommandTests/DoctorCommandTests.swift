import Foundation
import TestSupport
import Testing

@Suite(.blocking) struct DoctorCommandTests {
  private struct Document: Decodable {
    struct Fact: Decodable {
      let name: String
      let value: String?
      let reason: String?
      let meaning: String

      enum CodingKeys: String, CodingKey {
        case name, value, meaning
        case reason = "not-available"
      }
    }

    struct Noise: Decodable {
      let pairs: Int
    }

    struct Verdict: Decodable {
      let fitForMeasuredDifferences: Bool
      let text: String
    }

    let schema: Int
    let facts: [Fact]
    let noise: Noise
    let verdict: Verdict
  }

  private func doctor(
    _ arguments: String..., environment: [String: String] = [:]
  ) throws -> Tool.Outcome {
    try Tool.mappressure.run(
      ["doctor"] + arguments, in: TemporaryFolder(), environment: environment)
  }

  @Test func aMachineThatIsNotFitIsReportedAndNoFailure() throws {
    // Nothing can be told from two pairs.
    let outcome = try doctor("--seconds", "0")
    #expect(outcome.code == 0, "\(outcome.errors)")
    #expect(outcome.output.contains("Noise: the same work in 2 pairs of fresh processes"))
    #expect(outcome.output.contains("\nVerdict: fit for counted numbers only"))
    #expect(outcome.errors == "")
  }

  @Test(.exhaustive) func whatIsRequiredAndNotSeenFails() throws {
    let outcome = try doctor("--seconds", "0", "--require", "5")
    #expect(outcome.code == 2)
    #expect(outcome.output.contains("Verdict:"))
    #expect(outcome.errors == "mappressure: a difference of 5 % cannot be detected here\n")
  }

  @Test(.exhaustive) func theJSONHasEveryFactWithAValueOrAReason() throws {
    let outcome = try doctor("--seconds", "0", "--json")
    #expect(outcome.code == 0)
    let document = try JSONDecoder().decode(Document.self, from: Data(outcome.output.utf8))
    #expect(document.schema == 1)
    #expect(document.noise.pairs == 2)
    #expect(!document.verdict.fitForMeasuredDifferences)
    #expect(!document.verdict.text.isEmpty)
    let names = document.facts.map(\.name)
    #expect(Set(names).count == names.count)
    for name in ["stolen-time", "instruction-counter", "valgrind", "allocator", "swap"] {
      #expect(names.contains(name), "\(name)")
    }
    for fact in document.facts {
      #expect((fact.value == nil) != (fact.reason == nil), "\(fact.name)")
      #expect(!fact.meaning.isEmpty)
    }
  }

  @Test(.exhaustive) func withoutAPathThereIsNoValgrind() throws {
    let outcome = try doctor("--seconds", "0", "--json", environment: ["PATH": ""])
    #expect(outcome.code == 0, "\(outcome.errors)")
    let document = try JSONDecoder().decode(Document.self, from: Data(outcome.output.utf8))
    let fact = try #require(document.facts.first { $0.name == "valgrind" })
    #expect(fact.reason == "not installed")
  }

  @Test(arguments: [
    ["--require", "0"], ["--require", "-1"], ["--require", "nan"], ["--seconds", "-1"],
    ["--seconds", "nan"], ["--require"],
  ])
  func nonsenseIsWrongUsage(_ arguments: [String]) async throws {
    let outcome = try await Tool.call(["doctor"] + arguments, in: TemporaryFolder())
    #expect(outcome.code == 64)
  }
}
