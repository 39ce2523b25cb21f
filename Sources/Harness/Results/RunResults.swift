import Measurement
import Scenarios

/// Everything that a run found out.
public struct RunResults: Sendable {
  public struct ScenarioResults: Sendable {
    public let scenario: Scenario
    /// The results of the scenario's cases, in its order.
    public let cases: [CaseResult]

    /// The result of a case.
    public func result(
      variant: String, size: Int, strategy: String
    ) -> CaseResult? {
      cases.first {
        $0.scenarioCase.variant == variant && $0.scenarioCase.size == size
          && $0.scenarioCase.strategy == strategy
      }
    }
  }

  public let scenarios: [ScenarioResults]
  public let selection: RunSelection
  public let provenance: Provenance
  /// What was asked of the command line, to do it again.
  public let command: String

  /// Sums up the records of a plan's trials.
  public init(
    plan: Plan, records: [TrialRecord], provenance: Provenance, command: String
  ) {
    let recordsOfCases = Dictionary(grouping: records, by: \.key.scenarioCase)
    scenarios = plan.scenarios.map { scenario in
      ScenarioResults(
        scenario: scenario,
        cases: plan.cases.filter { $0.scenario == scenario.name }.map { scenarioCase in
          CaseResult(
            scenarioCase, records: recordsOfCases[scenarioCase] ?? [], metrics: scenario.metrics)
        })
    }
    selection = plan.selection
    self.provenance = provenance
    self.command = command
  }

  public var cases: [CaseResult] { scenarios.flatMap(\.cases) }
}
