import Foundation
import Gate
import Harness
import Reporting
import ScenarioModel
import Support
import TestSupport
import Testing

/// An examination as text and as JSON; `GoldenTests` has the whole text.
@Suite struct DoctorReportTests {
  private func lines(_ fixture: DoctorFixture) throws -> [String] {
    try DoctorReport.text(fixture.examination).split(separator: "\n").map(String.init)
  }

  @Test func textOfTheMachineIsNoCommandOfTheTerminal() throws {
    #expect(try !DoctorReport.text(DoctorFixture().examination).contains("\u{1B}"))
  }

  @Test func theVerdictComesLastAndSaysWhatCanBeSeen() throws {
    let fit = try lines(DoctorFixture())
    #expect(fit.last?.hasPrefix("Verdict: fit for measured differences of 2.") == true)
    #expect(fit.last?.contains("in about 12.0 s per case") == true)
    let unfit = try lines(DoctorFixture(differences: DoctorFixture.loud))
    #expect(unfit.last?.hasPrefix("Verdict: fit for counted numbers only: after 200 ") == true)
    let few = try lines(DoctorFixture(differences: [0, 0]))
    #expect(few.last?.contains("expected 16 pairs of processes") == true)
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
    #expect(document.verdict.fitForMeasuredDifferences == true)
    #expect(document.verdict.smallestDifference.number != nil)
    #expect(document.verdict["text"].text != nil)
  }

  @Test func aMachineThatIsNotFitHasNoSmallestDifference() throws {
    let json = try DoctorReport.json(DoctorFixture(differences: [0, 0]).examination)
    let verdict = try JSONValue(json).verdict
    #expect(verdict.fitForMeasuredDifferences == false && verdict.smallestDifference == .null)
    #expect(!json.contains("smallestDifference\" : null"))
  }
}

/// The content of `doctor --json`, as another program reads it.
private struct StoredExamination: Decodable {
  let schema: Int
  let facts: [MachineFact]
  let noise: NoiseSummary
  let verdict: JSONValue
}

/// The conclusions from a record of noise.
@Suite struct DoctorNoiseTests {
  @Test func noNoiseLeavesTheMarginAlone() throws {
    let noise = try DoctorFixture(differences: Array(repeating: 0, count: 16)).noise
    #expect(noise.pairs == 16 && noise.sliceSpread == 0 && noise.pairSpread == 0)
    for prediction in noise.predictions {
      #expect(prediction.halfWidth == 0)
      #expect(abs(prediction.smallestDifference - NoiseSummary.margin) < 1e-12)
    }
    #expect(noise.predictions.map(\.pairs) == [16, 64, 200])
    #expect(noise.predictions.map { ($0.seconds * 100).rounded() } == [96, 384, 1200])
  }

  @Test(arguments: [16, 64, 200]) func predictsWhatAsManyPairsWouldHaveShown(_ count: Int) throws {
    // The same number of pairs as predicted: the interval is that of the record itself.
    let differences = (0..<count).map { Double(($0 * 7919) % 101 - 50) / 1_000 }
    let fixture = DoctorFixture(differences: differences)
    let totals = fixture.record.pairs.map {
      log(Double($0.second.reduce(0, +)) / Double($0.first.reduce(0, +)))
    }
    let reach = try TrimmedMean(totals).reach(alpha: NoiseSummary.alpha)
    let prediction = try #require(try fixture.noise.predictions.first { $0.pairs == count })
    #expect(abs(prediction.halfWidth - (exp(reach) - 1)) < 1e-12)
    #expect(
      abs(prediction.smallestDifference - (1.02 * exp(2 * reach) - 1)) < 1e-12,
      "the margin and two half-widths")
  }

  @Test func morePairsSeeMoreAndTakeLonger() throws {
    let predictions = try DoctorFixture().noise.predictions
    for (fewer, more) in zip(predictions, predictions.dropFirst()) {
      #expect(more.halfWidth < fewer.halfWidth)
      #expect(more.smallestDifference < fewer.smallestDifference)
      #expect(more.seconds > fewer.seconds)
    }
  }

  @Test func slicesAreSpreadWherePairsAreNot() throws {
    // One process is slower in every other slice, and both take the same in all.
    let pair = NoisePair(
      first: Array(repeating: [1_000, 2_000], count: 8).flatMap(\.self),
      second: Array(repeating: [2_000, 1_000], count: 8).flatMap(\.self))
    let noise = try NoiseSummary(NoiseRecord(pairs: Array(repeating: pair, count: 20), seconds: 1))
    #expect(noise.pairSpread == 0)
    #expect(abs(noise.sliceSpread - 0.694) < 0.001)
  }

  @Test func aRecordWithoutTimesIsRefused() {
    let still = NoisePair(first: [0], second: [0])
    for pairs in [[], [NoisePair(first: [1], second: [1])], [still, still]] {
      #expect(throws: TrimmedMeanError.self) {
        try NoiseSummary(NoiseRecord(pairs: pairs, seconds: 1))
      }
    }
  }

  @Test func aQuietMachineIsFitAndALoudOneIsNot() throws {
    let quiet = try Fitness(DoctorFixture().noise)
    guard case .measuredDifferences(let smallest, let seconds) = quiet else {
      throw OtherCase(quiet)
    }
    #expect(smallest > 0.02 && smallest < 0.03)
    #expect(abs(seconds - 12) < 1e-9)
    #expect(quiet.detects(0.03))
    #expect(quiet.detects(smallest))
    #expect(!quiet.detects(0.02))

    let unfit = try Fitness(DoctorFixture(differences: DoctorFixture.loud).noise)
    guard case .countedOnly(.tooNoisy(let halfWidth, 200)) = unfit else { throw OtherCase(unfit) }
    #expect(halfWidth > NoiseSummary.margin)
    #expect(!unfit.detects(10))
  }

  @Test func fewPairsAreNoReasonToTrustAMachine() throws {
    let few = try Fitness(DoctorFixture(differences: Array(repeating: 0, count: 15)).noise)
    #expect(few == .countedOnly(why: .tooFewPairs(found: 15, needed: 16)))
    #expect(!few.detects(1))
  }
}

/// An examination of a machine that is made up.
struct DoctorFixture {
  static let loud = Array(repeating: [0.4, -0.3, 0.2, -0.2], count: 8).flatMap(\.self)

  /// The differences of the second process of each pair from the first one, as shares.
  var differences = Array(repeating: [0.01, -0.01], count: 20).flatMap(\.self)
  var secondsPerPair = 0.06
  var facts = [
    MachineFact(
      "processors", "2 x <b>\u{1B}[31mChip", .harmless, meaning: "A trial uses one processor."),
    MachineFact(
      "load-average", "9.00 9.00 9.00", .disturbing, meaning: "Others take time.",
      advice: "end other programs"),
    MachineFact("turbo", notAvailable: "there is no file", meaning: "It drifts."),
  ]

  var record: NoiseRecord {
    let slice = 1_500_000.0
    let pairs = differences.map { difference in
      NoisePair(
        first: Array(repeating: Int64(slice), count: 16),
        second: Array(repeating: Int64(slice * (1 + difference)), count: 16))
    }
    return NoiseRecord(pairs: pairs, seconds: secondsPerPair * Double(pairs.count))
  }

  var noise: NoiseSummary { get throws { try NoiseSummary(record) } }

  var examination: Examination {
    get throws {
      Examination(
        machine: MachineDescription(
          processor: "Chip", logicalProcessors: 2, architecture: "x86_64", kernel: "Linux 6",
          memory: 1 << 34, swiftVersion: "6.3.1"),
        facts: facts, noise: try noise)
    }
  }
}
