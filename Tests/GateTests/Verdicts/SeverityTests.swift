import Gate
import ScenarioModel
import Testing

/// How bad changes are: of each, and of all together.
@Suite struct SeverityTests {
  private typealias Fixture = ComparisonSides

  private static let bytes = Metric("bytes-allocated", .bytes, .counted, .lowerIsBetter, "")
  private static let hitches = Metric(
    "hitch-time-ratio", .millisecondsPerSecond, .modelled, .lowerIsBetter, "")

  private static func isNear(_ value: Double?, _ expected: Double) -> Bool {
    value.map { abs($0 - expected) < 1e-9 * expected } ?? false
  }

  @Test(
    arguments: [
      // Where any change counts, in units of 2 %.
      (Fixture.views, 100, 103, 1.5), (Fixture.kept, 1, 0.5, 25), (Fixture.views, 100, 50, 25),
      // By the share that passes, or by the amount.
      (bytes, 10_000_000, 10_030_000, 3), (bytes, 10_000, 15_000, 5),
      // From 0, an amount has a multiple, a share has none.
      (hitches, 0, 4, 40),
    ] as [(Metric, Double, Double, Double)])
  func theSeverityOfAnExactNumber(
    metric: Metric, base: Double, head: Double, severity: Double
  ) throws {
    #expect(Self.isNear(try Fixture.verdict(metric, base, head).severity, severity))
  }

  @Test func fromZeroItIsInfiniteAndWithoutAChangeThereIsNone() throws {
    #expect(try Fixture.verdict(Fixture.views, 0, 1).severity == .infinity)
    #expect(try Fixture.verdict(Fixture.views, 5, 5).severity == nil)
    #expect(try Fixture.verdict(Self.bytes, 10_000, 10_001).severity == nil)
    let tolerated = try Fixture.verdict(
      Fixture.views, 100, 110, tolerances: [Tolerance(metric: "views-created", share: 0.05)])
    #expect(Self.isNear(tolerated.severity, 2))
  }

  /// A captured variable is one allocation more; what grows with pins or frames is many.
  @Test(arguments: [
    (137_630.0, 137_631.0, false), (137_630, 137_640, false), (137_630, 137_641, true),
    (9_163, 19_165, true), (9_163, 9_172, false), (900, 901, true), (0, 1, true),
  ])
  func fewAllocationsPass(base: Double, head: Double, isWorse: Bool) throws {
    let outcome = try Fixture.verdict(.allocations, base, head).outcome
    #expect(outcome == (isWorse ? .regression : .pass))
  }

  @Test func whatTheAppShowsComesBeforeTimesMemoryWorkAndAllocations() {
    let share = Metric("pin-coverage", .count, .counted, .higherIsBetter, "")
    let metrics = [share, Self.hitches, .peakLiveBytes, Fixture.views, .allocations]
    #expect(metrics.map(\.concern) == [.result, .time, .memory, .work, .allocations])
    #expect(Metric.frameTime.concern == .work)
    #expect(metrics.map(\.concern).sorted() == metrics.map(\.concern))
  }

  @Test func theSeverityOfATimeAndOfMemory() throws {
    let time = MetricVerdict(
      metric: .frameTime, outcome: .regression,
      method: .pairedSequential(
        MetricVerdict.PairedSequential(
          margin: 0.02, pairs: 16, confirmingPairs: 64, confidence: 0.99, frames: 1,
          framesOfCase: 1)),
      base: 0, head: 0, effect: MetricVerdict.Effect(change: 0.05, low: 0.04, high: 0.06))
    #expect(Self.isNear(time.severity, 2.5))
    // Of few bytes, 128 KiB pass.
    let live = MetricVerdict(
      metric: .peakLiveBytes, outcome: .regression,
      method: .samples(base: 2, head: 2, margin: 0.01), base: 131_072, head: 393_216)
    #expect(Self.isNear(live.severity, 2))
  }

  private func comparison(_ name: String, _ metrics: [MetricVerdict]) -> CaseComparison {
    CaseComparison(
      scenarioCase: Fixture.scenarioCase("naive", scenario: name), status: .compared,
      metrics: metrics)
  }

  /// The mean of 2, 8 and, turned, of 1 to 0.25 is 4; what is from 0 is counted apart.
  @Test func theGeometricMeansOfBothDirections() throws {
    var results = Fixture.results([
      comparison(
        "first",
        try [
          Fixture.verdict(Fixture.views, 1, 2), Fixture.verdict(Fixture.kept, 1, 0.25),
          Fixture.verdict(Self.hitches, 0, 4), Fixture.verdict(Self.bytes, 1e6, 5e5),
        ]),
      comparison("second", try [Fixture.verdict(Fixture.views, 1, 8)]),
      comparison("third", try [Fixture.verdict(Fixture.views, 1, 1)]),
    ])
    let groups = results.changeGroups
    #expect(groups.map(\.isFirst) == [false, false])
    #expect(groups.map(\.isWorse) == [true, false])
    #expect(groups.map(\.metrics) == [4, 1] && groups.map(\.cases) == [2, 1])
    #expect(groups.map(\.withoutRatio) == [1, 0])
    #expect(Self.isNear(groups[0].geometricMean, 4) && Self.isNear(groups[1].geometricMean, 0.5))
    results.firstScenarios = ["second"]
    let apart = results.changeGroups
    #expect(apart.map(\.isFirst) == [true, false, false])
    #expect(apart.map(\.metrics) == [1, 3, 1])
    #expect(Self.isNear(apart[0].geometricMean, 8))
    #expect(Self.isNear(apart[1].geometricMean, 8.0.squareRoot()))
  }

  @Test func withoutARatioThereIsNoMean() throws {
    let group = try #require(
      Fixture.results([comparison("a", [try Fixture.verdict(Fixture.views, 0, 3)])])
        .changeGroups.first)
    #expect(group.geometricMean == nil && group.withoutRatio == 1)
    #expect(Fixture.results([]).changeGroups.isEmpty)
  }
}
