import Gate
import ScenarioModel
import TestSupport
import Testing

/// The order in which cases are timed.
@Suite struct TimedChoiceTests {
  private func order(
    _ cases: [Case], exact: [CaseComparison] = [], measured: Set<String> = ["own"],
    first: [String] = []
  ) -> [Case] {
    TimedChoice(
      cases, exact: exact, isMeasured: { measured.contains($0.scenario) }, first: first,
      earlier: nil
    ).order.map { cases[$0] }
  }

  private func own(_ strategy: String, _ size: Int) -> Case {
    Case.made(strategy, size: size, scenario: "own")
  }

  private let harness = Case.made("a", scenario: "harness")

  /// A comparison of one metric, whose values differ by the amount.
  private func comparison(
    _ scenarioCase: Case, _ method: MetricVerdict.Method = .exact(Allowance(share: 0)),
    by difference: Double
  ) -> CaseComparison {
    .compared(
      [
        MetricVerdict(
          metric: .viewsCreated, outcome: .pass, method: method, base: 100, head: 100 + difference)
      ], of: scenarioCase)
  }

  @Test func whatTheChangeTouchesComesFirst() {
    let cases = [own("a", 10), own("b", 10), harness]
    #expect(order(cases, exact: [comparison(harness, by: 1)]) == [harness, cases[0], cases[1]])
    #expect(order(cases, exact: [comparison(harness, by: 0)]) == cases)
  }

  @Test func theTimesOfStrategiesComeBeforeThoseOfAHarness() {
    let cases = [harness, own("a", 10)]
    #expect(order(cases) == [cases[1], harness])
    #expect(order(cases, measured: ["own", "harness"]) == cases)
  }

  /// The largest sizes of all strategies come first, as they show most. The second largest follow.
  @Test func eachStrategyHasACaseBeforeOneHasTwo() {
    let cases = [own("a", 10), own("a", 20), own("a", 30), own("b", 10), own("b", 20)]
    #expect(order(cases) == [2, 4, 1, 3, 0].map { cases[$0] })
  }

  @Test func amongEqualsTheChosenScenariosComeFirst() {
    let cases = [harness, own("a", 10)]
    #expect(order(cases, measured: ["own", "harness"], first: ["own"]) == [cases[1], harness])
    #expect(order(cases, measured: ["harness"], first: ["own"]) == cases)
  }

  /// Numbers that vary from run to run touch no case.
  @Test func exactNumbersAndInstructionsTouchACase() {
    let test = MetricVerdict.PairedSequential(
      margin: 0.02, pairs: 16, confirmingPairs: nil, confidence: 0.99, frames: 1, framesOfCase: 1)
    func isTouched(by method: MetricVerdict.Method, _ difference: Double = 1) -> Bool {
      comparison(own("a", 10), method, by: difference).hasExactChange
    }
    #expect(isTouched(by: .exact(Allowance(share: 0))))
    #expect(isTouched(by: .mustNotChange))
    #expect(isTouched(by: .instructions(source: "callgrind", tolerance: 0.01)))
    #expect(!isTouched(by: .instructions(source: "callgrind", tolerance: 0.01), 0))
    #expect(!isTouched(by: .pairedSequential(test)))
  }
}
