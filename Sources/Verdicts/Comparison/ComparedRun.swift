import Harness
import ScenarioModel

/// One side of a comparison: what a run measured, without the world that it was measured in.
///
/// It comes from a run that was just made, from the results in a run's folder, or from a baseline
/// file.
public struct ComparedRun: Hashable, Sendable {
  /// Where and with what it was made.
  public let provenance: Provenance
  /// In the run's order.
  public let scenarios: [ComparedScenario]

  public init(provenance: Provenance, scenarios: [ComparedScenario]) {
    self.provenance = provenance
    self.scenarios = scenarios
  }

  /// Every case, in the run's order.
  public var cases: [ComparedCase] { scenarios.flatMap(\.cases) }

  /// The scenario of a name.
  public subscript(scenario name: String) -> ComparedScenario? {
    scenarios.first { $0.name == name }
  }

  /// The same run with some of its cases only, and without scenarios that have none left.
  public func keeping(_ isKept: (ComparedScenario, Case) -> Bool) -> ComparedRun {
    ComparedRun(
      provenance: provenance,
      scenarios: scenarios.compactMap { scenario in
        let kept = scenario.cases.filter { isKept(scenario, $0.scenarioCase) }
        return kept.isEmpty ? nil : scenario.with(cases: kept)
      })
  }
}
