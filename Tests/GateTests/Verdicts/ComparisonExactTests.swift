import Gate
import ScenarioModel
import Testing

/// What is counted and modelled, one number against one number.
@Suite struct ComparisonExactTests {
  private typealias Fixture = ComparisonSides

  @Test(arguments: [
    (100.0, 100.0, MetricVerdict.Outcome.pass), (100, 101, .regression),
    (100, 99, .improvement), (0, 1, .regression), (0, 0, .pass), (1, 0, .improvement),
    (9_007_199_254_740_991, 9_007_199_254_740_992, .regression),
  ]) func lowerIsBetter(base: Double, head: Double, outcome: MetricVerdict.Outcome) throws {
    let verdict = try Fixture.verdict(Fixture.views, base, head)
    #expect(verdict.outcome == outcome)
    #expect(verdict.base == base && verdict.head == head)
    #expect(verdict.method == .exact(.none) && verdict.minimumDetectableEffect == 0)
  }

  @Test(arguments: [
    (1.0, 1.0, MetricVerdict.Outcome.pass), (1, 0.999, .regression), (0.5, 0.6, .improvement),
    (0, 0.1, .improvement),
  ]) func higherIsBetter(base: Double, head: Double, outcome: MetricVerdict.Outcome) throws {
    #expect(try Fixture.verdict(Fixture.kept, base, head).outcome == outcome)
  }

  @Test func neutralMetricsAreToldWithTheirChange() throws {
    let verdict = try Fixture.verdict(Fixture.reused, 100, 150)
    #expect(verdict.outcome.identifier == "not-gated")
    #expect(verdict.effect == MetricVerdict.Effect(change: 0.5, low: 0.5, high: 0.5))
    #expect(try Fixture.verdict(Fixture.reused, 100, 100).outcome == .pass)
  }

  @Test func fromNothingToSomethingHasNoShare() throws {
    let verdict = try Fixture.verdict(
      Fixture.views, 0, 7, tolerances: [Tolerance(metric: "views-created", share: 1)])
    #expect(verdict.outcome == .regression && verdict.effect == nil)
  }

  @Test(arguments: [
    (0.01, 101.0, MetricVerdict.Outcome.pass), (0.01, 101.5, .regression),
    (0.29, 129, .pass), (0.29, 129.1, .regression), (0, 101, .regression), (0.5, 10, .improvement),
  ]) func tolerances(share: Double, head: Double, outcome: MetricVerdict.Outcome) throws {
    let verdict = try Fixture.verdict(
      Fixture.views, 100, head,
      tolerances: [
        Tolerance(metric: "other", share: 1), Tolerance(metric: "views-created", share: share),
      ])
    #expect(verdict.outcome == outcome)
    #expect(verdict.method == .exact(Allowance(share: share)))
  }

  @Test func theCommandLinesToleranceCountsBeforeTheScenarios() {
    let tolerances = [Tolerance(metric: "views-created", share: 0.05)]
    let cases = [Fixture.result("naive", [Fixture.exact(Fixture.views, 100)])]
    let more = [Fixture.result("naive", [Fixture.exact(Fixture.views, 103)])]
    let (base, head) = (Fixture.run(cases, tolerances: tolerances), Fixture.run(more))
    #expect(outcome(base, head, []) == .pass)
    // A change does not excuse itself.
    #expect(
      outcome(Fixture.run(cases), Fixture.run(more, tolerances: tolerances), []) == .regression)
    #expect(outcome(base, head, [Tolerance(metric: "views-created", share: 0.01)]) == .regression)
  }

  private func outcome(
    _ base: RunResults, _ head: RunResults, _ tolerances: [Tolerance]
  ) -> MetricVerdict.Outcome? {
    CaseComparison.comparisons(of: base, with: head, tolerances: tolerances).first?
      .metrics.first?.outcome
  }

  @Test func whatOneSideHasNot() throws {
    let there = Fixture.exact(Fixture.views, 5)
    let lost = MetricResult(metric: Fixture.views, value: .notAvailable(reason: "no meter"))
    let sides: [(MetricResult?, MetricResult?, MetricVerdict.Outcome)] = [
      (nil, there, .new), (lost, there, .new),
      (there, nil, .missing(why: "the head has no such metric")),
      (there, lost, .missing(why: "not available: no meter")),
      (lost, lost, .notGated(why: "not available on either side: no meter")),
      (nil, lost, .notGated(why: "not available: no meter")),
    ]
    for (base, head, outcome) in sides {
      #expect(try Fixture.verdict(base: base, head: head)?.outcome == outcome)
    }
  }

  @Test func whatIsNoFiniteNumberNeverPasses() throws {
    let there = Fixture.exact(Fixture.views, 5)
    let faulty = MetricResult(metric: Fixture.views, value: .number(.infinity))
    for (base, head) in [(there, faulty), (faulty, there), (faulty, faulty), (nil, faulty)] {
      let verdict = try Fixture.verdict(base: base, head: head)
      #expect(verdict?.outcome.identifier == "missing")
    }
  }

  @Test(arguments: [
    Metric("views-created", .bytes, .counted, .lowerIsBetter, ""),
    Metric("views-created", .count, .modelled, .lowerIsBetter, ""),
    Metric("views-created", .count, .counted, .higherIsBetter, ""),
  ]) func metricsThatMeanSomethingElse(other: Metric) throws {
    let verdict = try Fixture.verdict(
      base: Fixture.exact(Fixture.views, 5), head: Fixture.exact(other, 5))
    #expect(verdict?.outcome.identifier == "missing")
    let why = verdict?.outcome.reason
    #expect(why?.contains("counted in count, lower is better in the base") == true)
  }

  /// For any two numbers: exchanging the sides exchanges better and worse.
  @Test func exchangingTheSidesExchangesTheVerdict() throws {
    for base in stride(from: 0.0, through: 20, by: 1) {
      for head in stride(from: 0.0, through: 20, by: 1) {
        for metric in [Fixture.views, Fixture.kept] {
          let forth = try Fixture.verdict(metric, base, head).outcome
          let back = try Fixture.verdict(metric, head, base).outcome
          #expect((forth == .regression) == (back == .improvement))
          #expect((forth == .pass) == (base == head))
        }
      }
    }
  }
}

/// What passes where nobody gave a tolerance.
@Suite struct AllowanceTests {
  private func outcome(
    _ kind: MetricKind, _ unit: MetricUnit, _ base: Double, _ head: Double,
    tolerance: Double? = nil
  ) throws -> MetricVerdict.Outcome {
    let metric = Metric("m", unit, kind, .lowerIsBetter, "x")
    let tolerances = tolerance.map { [Tolerance(metric: "m", share: $0)] } ?? []
    return try ComparisonSides.verdict(metric, base, head, tolerances: tolerances).outcome
  }

  /// Three stored properties more in a strategy's class were exit code 2.
  @Test func someBytesMoreOfMegabytesPass() throws {
    #expect(try outcome(.counted, .bytes, 3_400_000, 3_400_032) == .pass)
    #expect(try outcome(.counted, .bytes, 3_400_000, 3_403_400) == .pass)
    #expect(try outcome(.counted, .bytes, 3_400_000, 3_403_401) == .regression)
    #expect(try outcome(.counted, .bytes, 2_000, 3_000) == .pass)
    #expect(try outcome(.counted, .bytes, 2_000, 3_001) == .regression)
    #expect(try outcome(.counted, .bytes, 0, 1_000) == .pass)
  }

  @Test func oneMoreOperationCounts() throws {
    #expect(try outcome(.counted, .count, 1_000_000, 1_000_001) == .regression)
    #expect(try outcome(.modelled, .count, 1_000_000, 1_000_001) == .regression)
    #expect(try outcome(.modelled, .fraction, 0.5, 0.500_1) == .regression)
  }

  @Test func aModelledTimeIsAChangeFromAHundredthOn() throws {
    #expect(try outcome(.modelled, .nanoseconds, 16_000_000, 16_001_600) == .pass)
    #expect(try outcome(.modelled, .nanoseconds, 16_000_000, 16_160_000) == .pass)
    #expect(try outcome(.modelled, .nanoseconds, 16_000_000, 16_160_001) == .regression)
    #expect(try outcome(.modelled, .nanoseconds, 0, 10_000) == .pass)
    #expect(try outcome(.modelled, .millisecondsPerSecond, 100, 101) == .pass)
    #expect(try outcome(.modelled, .millisecondsPerSecond, 100, 101.1) == .regression)
    #expect(try outcome(.modelled, .millisecondsPerSecond, 0, 0.2) == .regression)
  }

  @Test func aToleranceThatIsGivenCountsInPlaceOfIt() throws {
    #expect(try outcome(.counted, .bytes, 3_400_000, 3_400_001, tolerance: 0) == .regression)
    #expect(try outcome(.counted, .bytes, 3_400_000, 3_700_000, tolerance: 0.1) == .pass)
  }
}
