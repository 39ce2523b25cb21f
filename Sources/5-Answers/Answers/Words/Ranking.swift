import ScenarioModel
import Support

/// The best strategy of a configuration by one metric.
package struct Ranking: Hashable, Sendable {
  package let metric: Metric
  /// The best strategy, and after it the strategies that tie with it.
  package let strategies: [String]
  /// The median of the best strategy.
  package let value: Double
  /// The median of the naive strategy; `nil` where it is not known.
  package let naive: Double?
  package let ratio: Double?
  /// The best strategy compared with the naive one; `nil` where they are one, or there is no naive
  /// value.
  package let comparison: MetricComparison?

  /// Ranks cases by their medians. A strategy that is better than the naive one beyond the noise
  /// comes before one with a better median that chance could have made.
  ///
  /// `nil` where no direction is good, no ranked case has a value, or the best and the naive value
  /// are 0.
  package init?(_ metric: Metric, among candidates: Candidates, naive: CaseResult?) {
    guard metric.polarity != .neutral else { return nil }
    let entries = candidates.ranked.compactMap { result in
      result[metric: metric.name].flatMap { value in
        value.number.map { (strategy: result.scenarioCase.strategy, result: value, number: $0) }
      }
    }
    let naiveResult = naive?[metric: metric.name].flatMap { $0.number == nil ? nil : $0 }
    let sign: Double = metric.polarity == .lowerIsBetter ? 1 : -1
    let better = entries.filter { entry in
      naiveResult.map { MetricComparison(entry.result, to: $0) == .better } ?? false
    }
    guard let first = entries.min(by: { sign * $0.number < sign * $1.number }) else { return nil }
    let best = better.min { sign * $0.number < sign * $1.number } ?? first
    if best.result.isZero, naiveResult?.isZero ?? false { return nil }
    let ties = entries.filter { entry in
      best.strategy == first.strategy && entry.strategy != best.strategy
        && MetricComparison(entry.result, to: best.result).isTie
    }
    self.metric = metric
    strategies = [best.strategy] + ties.map(\.strategy)
    value = best.number
    self.naive = naiveResult?.number
    ratio = best.result.ratio(to: naiveResult)
    comparison =
      best.strategy == naive?.scenarioCase.strategy
      ? nil : naiveResult.map { MetricComparison(best.result, to: $0) }
  }
}

extension ScenarioResults {
  /// The rankings of a configuration by the scenario's headlines and by memory; none if the naive
  /// strategy has no result.
  package func rankings(in configuration: Configuration) -> [Ranking] {
    guard let naive = naive(in: configuration), naive.status == .completed else { return [] }
    let candidates = Candidates(self, in: configuration)
    let metrics = scenario.headlines + [scenario.metric(.footprint)].compactMap(\.self)
    return metrics.uniqued().compactMap { Ranking($0, among: candidates, naive: naive) }
  }
}
