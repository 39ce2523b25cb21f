import Gate
import ScenarioModel
import TestSupport
import Testing

/// Counted and modelled metrics, one number against one number.
@Suite struct ComparisonExactTests {

  @Test(arguments: [
    (100.0, 100.0, MetricVerdict.Outcome.pass), (100, 101, .regression),
    (100, 99, .improvement), (0, 1, .regression), (0, 0, .pass), (1, 0, .improvement),
    (9_007_199_254_740_991, 9_007_199_254_740_992, .regression),
  ]) func lowerIsBetter(base: Double, head: Double, outcome: MetricVerdict.Outcome) throws {
    let verdict = try MetricVerdict.made(.viewsCreated, base, head)
    #expect(verdict.outcome == outcome)
    #expect(verdict.base == base && verdict.head == head)
    #expect(verdict.method == .exact(.none) && verdict.minimumDetectableEffect == 0)
  }

  @Test(arguments: [
    (1.0, 1.0, MetricVerdict.Outcome.pass), (1, 0.999, .regression), (0.5, 0.6, .improvement),
    (0, 0.1, .improvement),
  ]) func higherIsBetter(base: Double, head: Double, outcome: MetricVerdict.Outcome) throws {
    #expect(try MetricVerdict.made(.pinCoverage, base, head).outcome == outcome)
  }

  @Test func neutralMetricsAreReportedWithTheirChange() throws {
    let verdict = try MetricVerdict.made(.viewsReused, 100, 150)
    #expect(verdict.outcome.identifier == "not-gated")
    #expect(verdict.effect == MetricVerdict.Effect(change: 0.5, low: 0.5, high: 0.5))
    #expect(try MetricVerdict.made(.viewsReused, 100, 100).outcome == .pass)
  }

  @Test func fromNothingToSomethingHasNoShare() throws {
    let verdict = try MetricVerdict.made(
      .viewsCreated, 0, 7, tolerances: [Tolerance(metric: "views-created", share: 1)])
    #expect(verdict.outcome == .regression && verdict.effect == nil)
  }

  @Test(arguments: [
    (0.01, 101.0, MetricVerdict.Outcome.pass), (0.01, 101.5, .regression),
    (0.29, 129, .pass), (0.29, 129.1, .regression), (0, 101, .regression), (0.5, 10, .improvement),
  ]) func tolerances(share: Double, head: Double, outcome: MetricVerdict.Outcome) throws {
    let verdict = try MetricVerdict.made(
      .viewsCreated, 100, head,
      tolerances: [
        Tolerance(metric: "other", share: 1), Tolerance(metric: "views-created", share: share),
      ])
    #expect(verdict.outcome == outcome)
    #expect(verdict.method == .exact(Allowance(share: share)))
  }

  @Test func theCommandLinesToleranceCountsBeforeTheScenarios() {
    let tolerances = [Tolerance(metric: "views-created", share: 0.05)]
    let cases = [CaseResult.made("naive", [.exact(.viewsCreated, 100)])]
    let more = [CaseResult.made("naive", [.exact(.viewsCreated, 103)])]
    let base = RunResults.made(cases, tolerances: tolerances)
    let head = RunResults.made(more)
    #expect(outcome(base, head, []) == .pass)
    // A change does not excuse itself.
    #expect(outcome(.made(cases), .made(more, tolerances: tolerances), []) == .regression)
    #expect(outcome(base, head, [Tolerance(metric: "views-created", share: 0.01)]) == .regression)
  }

  private func outcome(
    _ base: RunResults, _ head: RunResults, _ tolerances: [Tolerance]
  ) -> MetricVerdict.Outcome? {
    CaseComparison.comparisons(of: base, with: head, tolerances: tolerances).first?
      .metrics.first?.outcome
  }

  @Test func whatOneSideHasNot() throws {
    let there = MetricResult.exact(.viewsCreated, 5)
    let lost = MetricResult.notAvailable(.viewsCreated, "no meter")
    let sides: [(MetricResult?, MetricResult?, MetricVerdict.Outcome)] = [
      (nil, there, .new), (lost, there, .new),
      (there, nil, .missing(why: "the head has no such metric")),
      (there, lost, .missing(why: "not available: no meter")),
      (lost, lost, .notGated(why: "not available on either side: no meter")),
      (nil, lost, .notGated(why: "not available: no meter")),
    ]
    for (base, head, outcome) in sides {
      #expect(try MetricVerdict.made(base: base, head: head)?.outcome == outcome)
    }
  }

  @Test func whatIsNoFiniteNumberNeverPasses() throws {
    let there = MetricResult.exact(.viewsCreated, 5)
    let faulty = MetricResult(metric: .viewsCreated, value: .number(.infinity))
    for (base, head) in [(there, faulty), (faulty, there), (faulty, faulty), (nil, faulty)] {
      let verdict = try MetricVerdict.made(base: base, head: head)
      #expect(verdict?.outcome.identifier == "missing")
    }
  }

  @Test(arguments: [
    Metric("views-created", .bytes, .counted, .lowerIsBetter, ""),
    Metric("views-created", .count, .modelled, .lowerIsBetter, ""),
    Metric("views-created", .count, .counted, .higherIsBetter, ""),
  ]) func metricsThatMeanSomethingElse(other: Metric) throws {
    let verdict = try MetricVerdict.made(base: .exact(.viewsCreated, 5), head: .exact(other, 5))
    #expect(verdict?.outcome.identifier == "missing")
    let why = verdict?.outcome.reason
    #expect(why?.contains("counted in count, lower is better in the base") == true)
  }

  /// For any two numbers: exchanging the sides exchanges better and worse.
  @Test func exchangingTheSidesExchangesTheVerdict() throws {
    for base in stride(from: 0.0, through: 20, by: 1) {
      for head in stride(from: 0.0, through: 20, by: 1) {
        for metric in [Metric.viewsCreated, .pinCoverage] {
          let forth = try MetricVerdict.made(metric, base, head).outcome
          let back = try MetricVerdict.made(metric, head, base).outcome
          #expect((forth == .regression) == (back == .improvement))
          #expect((forth == .pass) == (base == head))
        }
      }
    }
  }
}

/// The changes that pass without a tolerance, and with one.
@Suite struct AllowanceTests {
  @Test(
    arguments: [
      // Three stored properties more in a strategy's class were exit code 2.
      (.counted, .bytes, 3_400_000, 3_400_032, nil, true),
      (.counted, .bytes, 3_400_000, 3_403_400, nil, true),
      (.counted, .bytes, 3_400_000, 3_403_401, nil, false),
      (.counted, .bytes, 2_000, 3_000, nil, true), (.counted, .bytes, 2_000, 3_001, nil, false),
      (.counted, .bytes, 0, 1_000, nil, true),
      // One more operation counts.
      (.counted, .count, 1_000_000, 1_000_001, nil, false),
      (.modelled, .count, 1_000_000, 1_000_001, nil, false),
      (.modelled, .fraction, 0.5, 0.500_1, nil, false),
      // A modelled time is a change from a hundredth on.
      (.modelled, .nanoseconds, 16_000_000, 16_001_600, nil, true),
      (.modelled, .nanoseconds, 16_000_000, 16_160_000, nil, true),
      (.modelled, .nanoseconds, 16_000_000, 16_160_001, nil, false),
      (.modelled, .nanoseconds, 0, 10_000, nil, true),
      (.modelled, .millisecondsPerSecond, 100, 101, nil, true),
      (.modelled, .millisecondsPerSecond, 100, 101.1, nil, false),
      (.modelled, .millisecondsPerSecond, 0, 0.2, nil, false),
      // A tolerance that is given counts in place of it.
      (.counted, .bytes, 3_400_000, 3_400_001, 0, false),
      (.counted, .bytes, 3_400_000, 3_700_000, 0.1, true),
    ] as [(MetricKind, MetricUnit, Double, Double, Double?, Bool)])
  func aChangeForTheWorsePassesUpToItsAllowance(
    kind: MetricKind, unit: MetricUnit, base: Double, head: Double, tolerance: Double?,
    passes: Bool
  ) throws {
    let metric = Metric("m", unit, kind, .lowerIsBetter, "x")
    let tolerances = tolerance.map { [Tolerance(metric: "m", share: $0)] } ?? []
    let verdict = try MetricVerdict.made(metric, base, head, tolerances: tolerances)
    #expect(verdict.outcome == (passes ? .pass : .regression))
  }
}
