import Foundation
import Measurement
import Reporting
import ScenarioModel
import Testing

/// The answers of a run in a terminal, a line each.
@Suite struct AdviceListTests {
  private static func line(
    sizes: String = "[1000, 10000]", width: Int,
    change: @escaping (TrialKey) -> TrialRecord? = { _ in nil }
  ) throws -> String? {
    let results = try ReportFixture(sizes: sizes, change: change).results()
    return AdviceList.line(try #require(results.scenarios.first), width: width)
  }

  /// Of the naive strategy's 200 ms/s 2 are left.
  @Test(arguments: [
    (120, "; hitch-time-ratio* 2 ms/s, 0.010 x all-pins"),
    (98, "; hitch-time-ratio* 2 ms/s, 0.010 x all-pins"),
    (95, "; hitch-time-ratio* 2 ms/s, 0.010 x naive"),
    (85, "; hitch-time-ratio* 2 ms/s"), (60, ""),
  ])
  func aNumberIsShorterWhereThereIsLessRoom(width: Int, number: String) throws {
    let line = try #require(try Self.line(width: width))
    #expect(line == "many-pins: 1,000 to 10,000 pins: hierarchical-clusters" + number)
    #expect(line.count <= width)
  }

  @Test func aLineThatDoesNotFitIsCut() throws {
    let line = try #require(try Self.line(width: 30))
    #expect(line == "many-pins: 1,000 to 10,000 pi…")
  }

  /// With 100,000 pins the clusters have 20 ms/s, and at most 10 are wanted.
  @Test func whatNoStrategyReachesIsSaid() throws {
    #expect(
      try Self.line(sizes: "[100000]", width: 95)
        == "many-pins: 100,000 pins: hierarchical-clusters; misses 1 criterion; "
        + "hitch-time-ratio* 20 ms/s")
  }

  @Test func withoutANumberOfTheNaiveStrategyThereIsItsReason() throws {
    let line = try Self.line(sizes: "[1000]", width: 140) { key in
      key.scenarioCase.strategy == "all-pins"
        ? TrialRecord(key: key, status: .timedOut(seconds: 3)) : nil
    }
    #expect(
      line == "many-pins: 1,000 pins: hierarchical-clusters; "
        + "all-pins: timed out after 3 s (inspection)")
  }
}
