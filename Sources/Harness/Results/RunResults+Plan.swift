import ScenarioModel

extension RunResults {
  /// The results of a plan's trials.
  ///
  /// - Parameters:
  ///   - parts: the runs that the records come from, where it is not one run.
  ///   - metrics: the metrics of the program that ran, where it is not this one.
  public init(
    plan: Plan, records: [TrialRecord], provenance: Provenance, command: String,
    parts: [RunPart] = [], metrics: (Scenario) -> [Metric] = \.metrics
  ) {
    let recordsOfCases = Dictionary(grouping: records, by: \.key.scenarioCase)
    self.init(
      provenance: provenance,
      scenarios: plan.scenarios.map { scenario in
        let metrics = metrics(scenario)
        return ScenarioResults(
          scenario: ScenarioDescription(scenario, selection: plan.selection)
            .with(metrics: metrics),
          cases: plan.cases.filter { $0.scenario == scenario.name }.map {
            CaseResult($0, records: recordsOfCases[$0] ?? [], metrics: metrics)
          })
      }, selection: plan.selection, shard: plan.shard, parts: parts, command: command)
  }
}
