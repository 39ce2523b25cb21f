import Reporting
import ScenarioModel
import TestSupport
import Testing

/// The answers of a run in a terminal, a line each.
@Suite struct AdviceListTests {
  private static func line(
    _ fixture: ReportFixture = ReportFixture(), width: Int
  ) throws -> String? {
    AdviceList.line(try #require(fixture.results().scenarios.first), width: width)
  }

  /// Of the naive strategy's 200 ms/s 2 are left.
  @Test(arguments: [
    (130, "; added hitch time ratio* 2 ms/s, 100 times less than with all-pins"),
    (128, "; added hitch time ratio* 2 ms/s, 100 times less than with all-pins"),
    (127, "; added hitch time ratio* 2 ms/s, 100 times less"),
    (108, "; added hitch time ratio* 2 ms/s"), (85, ""),
  ]) func aNumberIsShorterWhereThereIsLessRoom(width: Int, number: String) throws {
    let line = try #require(try Self.line(width: width))
    #expect(line == "many-pins  1,000 to 10,000 pins: leads: hierarchical-clusters" + number)
    #expect(line.count <= width)
  }

  /// The output breaks it between words.
  @Test func theAnswerIsWholeWhereItDoesNotFit() throws {
    let line = try #require(try Self.line(width: 30))
    #expect(line == "many-pins  1,000 to 10,000 pins: leads: hierarchical-clusters")
    #expect(
      line.wrapped(to: 30)
        == ["many-pins 1,000 to 10,000", "  pins: leads:", "  hierarchical-clusters"])
  }

  @Test func theEarlyAnswerIsTheFinalOne() throws {
    let results = try ReportFixture().results()
    let early = try #require(AdviceList.line(results.scenarios[0], width: 200))
    #expect(results.summaryLines(width: 200).first == early)
  }

  /// With 100,000 pins the clusters have 20 ms/s, and at most 5 are wanted.
  @Test func whatNoStrategyReachesIsReported() throws {
    #expect(
      try Self.line(ReportFixture(sizes: "[100000]"), width: 145)
        == "many-pins  100,000 pins: none is good enough, nearest: hierarchical-clusters; "
        + "misses added hitch time ratio; added hitch time ratio* 20 ms/s")
  }

  /// All criteria are modelled and reached: what the strategy computes by itself stands in the way.
  @Test(arguments: [(21.5e6, true), (15e6, false)])
  func ownWorkBeyondAFrameCountsAgainstAStrategy(time: Double, isBeyond: Bool) throws {
    let fixture = ReportFixture(sizes: "[10000]").setting(
      ["frame-time-p99": .number(time)], of: "hierarchical-clusters")
    let scenario = try #require(try fixture.results().scenarios.first)
    let answer = try #require(scenario.recommendations().last)
    // No other strategy is good enough either.
    #expect(answer.state == (isBeyond ? .noneGoodEnough : .leads))
    if isBeyond {
      let bound = try #require(scenario.scenario.ownWork(of: "").first)
      #expect(answer.ownWork == .beyond(bound, lowest: time))
    } else {
      #expect(answer.ownWork == .within)
    }
  }

  @Test func withoutANumberOfTheNaiveStrategyThereIsItsReason() throws {
    let fixture = ReportFixture(sizes: "[1000]").ending(.timedOut(seconds: 3), of: ["all-pins"])
    let line = try Self.line(fixture, width: 140)
    #expect(
      line == "many-pins  1,000 pins: leads: hierarchical-clusters; "
        + "all-pins: timed out after 3 s (inspection)")
  }
}
