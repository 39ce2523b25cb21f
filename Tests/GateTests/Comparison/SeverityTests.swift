import Gate
import ScenarioModel
import TestSupport
import Testing

/// The severity of changes: of each, and of all together.
@Suite struct SeverityTests {
  private static func isNear(_ value: Double?, _ expected: Double) -> Bool {
    value.map { abs($0 - expected) < 1e-9 * expected } ?? false
  }

  @Test(
    arguments: [
      // Where any change counts, in units of 2 %.
      (.viewsCreated, 100, 103, 1.5), (.pinCoverage, 1, 0.5, 25), (.viewsCreated, 100, 50, 25),
      // By the share that passes, or by the amount.
      (.bytesAllocated, 10_000_000, 10_030_000, 3), (.bytesAllocated, 10_000, 15_000, 5),
      // From 0, an amount has a multiple, a share has none.
      (.hitchTimeRatio, 0, 4, 40),
    ] as [(Metric, Double, Double, Double)])
  func theSeverityOfAnExactNumber(
    metric: Metric, base: Double, head: Double, severity: Double
  ) throws {
    #expect(Self.isNear(try MetricVerdict.made(metric, base, head).severity, severity))
  }

  @Test func fromZeroItIsInfiniteAndWithoutAChangeThereIsNone() throws {
    #expect(try MetricVerdict.made(.viewsCreated, 0, 1).severity == .infinity)
    #expect(try MetricVerdict.made(.viewsCreated, 5, 5).severity == nil)
    #expect(try MetricVerdict.made(.bytesAllocated, 10_000, 10_001).severity == nil)
    let tolerated = try MetricVerdict.made(
      .viewsCreated, 100, 110, tolerances: [Tolerance(metric: "views-created", share: 0.05)])
    #expect(Self.isNear(tolerated.severity, 2))
  }

  /// A captured variable is one allocation more; what grows with pins or frames is many.
  @Test(arguments: [
    (137_630.0, 137_631.0, false), (137_630, 137_640, false), (137_630, 137_641, true),
    (9_163, 19_165, true), (9_163, 9_172, false), (900, 901, true), (0, 1, true),
  ])
  func fewAllocationsPass(base: Double, head: Double, isWorse: Bool) throws {
    let outcome = try MetricVerdict.made(.allocations, base, head).outcome
    #expect(outcome == (isWorse ? .regression : .pass))
  }

  @Test func whatTheAppShowsComesBeforeTimesMemoryWorkAndAllocations() {
    let share = Metric("pin-coverage", .count, .counted, .higherIsBetter, "")
    let metrics = [share, .hitchTimeRatio, .peakLiveBytes, .viewsCreated, .allocations]
    #expect(metrics.map(\.concern) == [.result, .time, .memory, .work, .allocations])
    #expect(Metric.frameTime.concern == .work)
    #expect(metrics.map(\.concern).sorted() == metrics.map(\.concern))
  }

  @Test func theSeverityOfATimeAndOfMemory() throws {
    #expect(Self.isNear(MetricVerdict.timed(.regression, change: 0.05).severity, 2.5))
    // Of few bytes, 128 KiB pass.
    let live = MetricVerdict(
      metric: .peakLiveBytes, outcome: .regression,
      method: .samples(base: 2, head: 2, margin: 0.01), base: 131_072, head: 393_216)
    #expect(Self.isNear(live.severity, 2))
  }

  private func comparison(_ name: String, _ metrics: [MetricVerdict]) -> CaseComparison {
    .compared(metrics, of: .made("naive", scenario: name))
  }

  /// The mean of 2, 8 and, turned, of 1 to 0.25 is 4; what is from 0 is counted apart.
  @Test func theGeometricMeansOfBothDirections() throws {
    var results = ComparisonResults.made([
      comparison(
        "first",
        try [
          .made(.viewsCreated, 1, 2), .made(.pinCoverage, 1, 0.25), .made(.hitchTimeRatio, 0, 4),
          .made(.bytesAllocated, 1e6, 5e5),
        ]),
      comparison("second", try [.made(.viewsCreated, 1, 8)]),
      comparison("third", try [.made(.viewsCreated, 1, 1)]),
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
    let infinite = comparison("a", [try .made(.viewsCreated, 0, 3)])
    let group = try #require(ComparisonResults.made([infinite]).changeGroups.first)
    #expect(group.geometricMean == nil && group.withoutRatio == 1)
    #expect(ComparisonResults.made([]).changeGroups.isEmpty)
  }
}
