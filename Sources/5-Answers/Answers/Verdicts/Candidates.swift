import ScenarioModel

/// A strategy with its value of a metric.
package struct StrategyValue: Hashable, Sendable {
  package let strategy: String
  package let value: Double

  package init(_ strategy: String, _ value: Double) {
    self.strategy = strategy
    self.value = value
  }
}

/// The cases of a configuration that can be the best by a metric, and those that cannot.
///
/// A strategy that delivers less than its family requires is cheap because it does less,
/// and an app that the watchdog or an exception ended does nothing more, so neither is ranked.
package struct Candidates {
  /// The completed cases that meet the requirement, as far as it is known, and were not terminated.
  package let ranked: [CaseResult]
  package let belowRequirement: [StrategyValue]
  /// Those that deliver most, where the requirement is a part of that.
  package let best: [String]
  /// The strategies whose app the watchdog or an exception ended.
  package let terminated: [String]

  package init(_ results: ScenarioResults, in configuration: Configuration) {
    let scenario = results.scenario
    let cases = results.cases(in: configuration).filter { $0.status == .completed }
    func requiredValue(_ result: CaseResult) -> Double? {
      scenario.requirement.flatMap { result[metric: $0.metric.name]?.number }
    }
    let most = cases.compactMap(requiredValue).max() ?? 0
    let needed = scenario.requirement?.fraction.map { $0 * most } ?? 1
    best =
      scenario.requirement?.fraction == nil
      ? [] : cases.filter { requiredValue($0) == most }.map(\.scenarioCase.strategy)
    belowRequirement = cases.compactMap { result in
      requiredValue(result).flatMap {
        $0 < needed ? StrategyValue(result.scenarioCase.strategy, $0) : nil
      }
    }
    let ends = [MetricRole.watchdogTermination, .crash].compactMap { scenario.metric($0) }
    terminated = cases.filter { result in
      ends.contains { result[metric: $0.name]?.summary?.maximum ?? 0 > 0 }
    }.map(\.scenarioCase.strategy)
    let excluded = Set(belowRequirement.map(\.strategy) + terminated)
    ranked = cases.filter { !excluded.contains($0.scenarioCase.strategy) }
  }
}
