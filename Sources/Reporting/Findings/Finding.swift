import ScenarioModel

/// One conclusion from the numbers of a configuration.
package enum Finding: Hashable, Sendable {
  /// The best strategy by a metric.
  case best(Ranking)
  /// The strategies whose app the watchdog ended; they are not ranked.
  case terminated(strategies: [String])
  /// The strategies that deliver less than the family requires; they are not ranked.
  case belowRequirement(ResultRequirement, values: [StrategyValue])
  case ablation(AblationEffect)
  /// There are too few trials for measured differences.
  case fewTrials
}

extension ScenarioResults {
  /// The findings of a configuration, in the order of a report.
  package func findings(in configuration: Configuration, selection: RunSelection) -> [Finding] {
    let completed = cases(in: configuration).filter { $0.status == .completed }
    let candidates = Candidates(self, in: configuration)
    let ablation = AblationResults(self, in: configuration, selection: selection)
    var findings: [Finding] = []
    if completed.contains(where: { $0.scenarioCase.strategy == scenario.naive }) {
      let footprint = [scenario.metric(.footprint)].compactMap(\.self)
      findings += rankings(in: configuration, and: footprint).map { .best($0) }
    }
    if !candidates.terminated.isEmpty {
      findings.append(.terminated(strategies: candidates.terminated))
    }
    if let requirement = scenario.requirement, !candidates.belowRequirement.isEmpty {
      findings.append(.belowRequirement(requirement, values: candidates.belowRequirement))
    }
    findings += ablation?.effects(terminated: candidates.terminated).map { .ablation($0) } ?? []
    let measured = completed.flatMap(\.metrics).filter { $0.metric.kind == .measured }
    let counts = measured.compactMap { $0.summary?.count }.filter { $0 > 1 }
    if !measured.isEmpty, (counts.min() ?? 1) < MetricComparison.minimumTrials {
      findings.append(.fewTrials)
    }
    return findings
  }
}
