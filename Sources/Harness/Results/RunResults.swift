import Measurement
import ScenarioModel

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
  /// The part of the work that the run did; `nil` where it did all.
  public let shard: Shard?
  public let provenance: Provenance
  /// The runs of all shards, in order, where the run was put together from them; else empty.
  public let parts: [RunPart]
  /// What was asked of the command line, to do it again.
  public let command: String

  /// Sums up the records of a plan's trials.
  ///
  /// - Parameters:
  ///   - parts: the runs that the records come from, where it is not one run.
  ///   - metrics: what the program that ran answers with, where it is not this one.
  public init(
    plan: Plan, records: [TrialRecord], provenance: Provenance, command: String,
    parts: [RunPart] = [], metrics: (Scenario) -> [Metric] = \.metrics
  ) {
    let recordsOfCases = Dictionary(grouping: records, by: \.key.scenarioCase)
    scenarios = plan.scenarios.map { scenario in
      ScenarioResults(
        scenario: scenario,
        cases: plan.cases.filter { $0.scenario == scenario.name }.map { scenarioCase in
          CaseResult(
            scenarioCase, records: recordsOfCases[scenarioCase] ?? [],
            metrics: metrics(scenario))
        })
    }
    selection = plan.selection
    shard = plan.shard
    self.provenance = provenance
    self.parts = parts
    self.command = command
  }

  public var cases: [CaseResult] { scenarios.flatMap(\.cases) }
}
