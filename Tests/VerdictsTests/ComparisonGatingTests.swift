import Measurement
import ScenarioModel
import Testing
import Verdicts

/// What is left to judge where only exact numbers were asked for, and what can be asked again.
@Suite struct ComparisonGatingTests {
  private typealias Fixture = ComparisonFixture

  private func verdict(_ metric: Metric, _ outcome: MetricVerdict.Outcome) -> MetricVerdict {
    MetricVerdict(
      metric: metric, outcome: outcome, method: .samples(base: 5, head: 4, margin: 0.1), base: 3,
      head: 4, effect: MetricVerdict.Effect(change: 0.3, low: 0.2, high: 0.4))
  }

  private let outcomes: [MetricVerdict.Outcome] = [
    .pass, .regression, .improvement, .inconclusive(why: "a"), .new, .missing(why: "b"),
    .notGated(why: "c"),
  ]

  @Test func whatIsMeasuredIsToldWithItsNumbers() {
    let comparison = CaseComparison(
      scenarioCase: Fixture.scenarioCase("naive"), status: .compared,
      metrics: outcomes.map { verdict(.peakResidentBytes, $0) })
    let exact = comparison.gatingExactly()
    let why = "only what is counted and modelled was asked for"
    let told = Array(repeating: MetricVerdict.Outcome.notGated(why: why), count: 6)
    let expected = (told + [.notGated(why: "c")]).map { verdict(.peakResidentBytes, $0) }
    #expect(exact.metrics == expected)
    #expect(exact.scenarioCase == comparison.scenarioCase)
    #expect(exact.gatingExactly() == exact)
    // Nothing that was asked for was compared.
    #expect(ComparisonVerdict(Fixture.results([exact])).exitCode == .notComparable)
  }

  @Test(arguments: [MetricKind.counted, .modelled]) func whatIsExactStays(kind: MetricKind) {
    let metric = Metric("m", .count, kind, .lowerIsBetter, "")
    let comparison = CaseComparison(
      scenarioCase: Fixture.scenarioCase("naive"), status: .compared,
      metrics: outcomes.map { verdict(metric, $0) })
    #expect(comparison.gatingExactly() == comparison)
  }

  @Test func theStatusStays() {
    for status in [CaseComparison.Status.broken(why: "x"), .new(why: "y"), .nothingMeasured] {
      let comparison = CaseComparison(
        scenarioCase: Fixture.scenarioCase("naive"), status: status,
        metrics: [verdict(.buildTime, .regression)])
      #expect(comparison.gatingExactly().status == status)
    }
  }

  @Test func whatOnlyTheBaseHasCannotBeAskedForAgain() {
    let results = Fixture.results([])
    func command(_ status: CaseComparison.Status) -> String? {
      results.command(
        repeating: CaseComparison(scenarioCase: Fixture.scenarioCase("naive"), status: status))
    }
    #expect(command(.removed(why: "gone")) == nil)
    for status in [
      CaseComparison.Status.compared, .new(why: ""), .broken(why: ""), .baseBroken(why: ""),
      .notDeterministic(why: ""), .baseNotDeterministic(why: ""), .nothingMeasured,
      .notComparable(why: ""),
    ] {
      #expect(command(status) == "compare a b s --strategies naive --sizes 10")
    }
  }
}
