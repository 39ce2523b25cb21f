import Harness
import ScenarioModel
import Verdicts

/// What can be said of a comparison with a baseline before anything is measured.
package struct BaselineForecast: Sendable {
  /// The scenarios that have to be measured.
  package let scenarios: [Scenario]
  /// What is known already: cases of configurations that changed, and of scenarios the baseline has not.
  package let known: [CaseComparison]

  private let order: [Case]

  /// Looks at the scenarios' files, and measures nothing.
  package init(base: RunResults, plan: Plan) {
    var scenarios: [Scenario] = []
    var known: [CaseComparison] = []
    for scenario in plan.scenarios {
      let status: CaseComparison.Status
      if let earlier = base[scenario: scenario.name] {
        let now = ScenarioDescription(scenario, selection: plan.selection)
        guard let difference = earlier.scenario.difference(to: now) else {
          scenarios.append(scenario)
          continue
        }
        status = .notComparable(why: difference)
      } else {
        status = .new(why: "the baseline has no such scenario; 'baseline update' adds it")
      }
      known += plan.cases.filter { $0.scenario == scenario.name }
        .map { CaseComparison(scenarioCase: $0, status: status) }
    }
    self.scenarios = scenarios
    self.known = known
    order = plan.cases
  }

  /// What is known already among what was measured, in the plan's order; what only the baseline has
  /// comes last.
  package func comparisons(joining measured: [CaseComparison]) -> [CaseComparison] {
    let judged = Set(known.map(\.scenarioCase))
    let all = known + measured.filter { !judged.contains($0.scenarioCase) }
    let places = Dictionary(
      order.enumerated().map { ($0.element, $0.offset) }, uniquingKeysWith: { first, _ in first })
    return all.enumerated().sorted { first, second in
      (places[first.element.scenarioCase] ?? .max, first.offset)
        < (places[second.element.scenarioCase] ?? .max, second.offset)
    }.map(\.element)
  }
}
