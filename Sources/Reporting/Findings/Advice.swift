import ScenarioModel
import Verdicts

/// A strategy to take, at the sizes at which it is the same for the same reasons, in words.
///
/// All texts are plain; a renderer escapes them.
package struct Advice: Hashable, Sendable {
  /// The sizes, ascending.
  package let sizes: [Int]
  /// The recommendation at the largest of them, whose numbers the texts have.
  package let recommendation: Recommendation
  fileprivate let results: ScenarioResults

  package var strategy: String { recommendation.strategy }

  /// The sizes with their unit: `10,000 pins`, `100 to 500 pins`.
  package var load: String {
    let ends = [sizes.first, sizes.last].compactMap(\.self).uniqued()
    return ends.map { NumberFormat.grouped($0) }.joined(separator: " to ")
      + " " + results.scenario.sizeLabel
  }

  /// The naive strategy is good enough.
  package var isNaive: Bool { strategy == results.scenario.naive }

  /// The metric by which the naive strategy was sorted out, with the value of the strategy to take
  /// and that of the naive one; `nil` if it was not, or for another reason.
  package var decision: (metric: Metric, value: Double, naive: Double)? {
    switch rejection(of: results.scenario.naive)?.reason {
    case .missed(let naive):
      recommendation.values.first { $0.criterion == naive.criterion }.map {
        (naive.criterion.metric, $0.value, naive.value)
      }
    case .belowRequirement(let metric, let naive):
      results.configurations.lazy.filter { $0.size == recommendation.size }
        .compactMap { results.result(of: strategy, in: $0)?[metric: metric.name]?.number }
        .min().map { (metric, $0, naive) }
    case .broken, .terminated, .notAvailable, nil: nil
    }
  }

  /// The reason for the strategy, as a sentence without its full stop.
  package var reason: String {
    if isNaive {
      return recommendation.missed.isEmpty
        ? "the naive strategy reaches all criteria" : "no strategy is better by a criterion"
    }
    guard let rejection = rejection(of: results.scenario.naive) else { return "" }
    return "\(results.scenario.naive): \(text(rejection.reason))"
  }

  /// The simpler strategies that are not enough, each with its reason, without the naive one.
  package var simpler: [String] {
    let order = (results.scenario.family?.strategies ?? []).map(\.name)
    guard let own = order.firstIndex(of: strategy) else { return [] }
    return recommendation.rejections.filter { rejection in
      rejection.strategy != results.scenario.naive
        && order.firstIndex(of: rejection.strategy).map { $0 < own } ?? false
    }.map { "\($0.strategy): \(text($0.reason))" }
  }

  /// The criteria that no strategy reaches, as a sentence without its full stop; `nil` if there are
  /// none.
  package var missed: String? {
    guard !recommendation.missed.isEmpty else { return nil }
    let parts = recommendation.missed.map { criterion in
      let value = recommendation.values.first { $0.criterion == criterion }?.value
      return "\(criterion.metric.name) "
        + (value.map { NumberFormat.text($0, criterion.metric.unit) } ?? "not available")
        + " (wanted: \(criterion.goalLabel))"
    }
    return "missed by all: " + LimitedList.all(parts)
  }

  /// The differences from the naive strategy in the criteria and the memory, those that are better
  /// first: `max-live-views 45 (10,000)`.
  package func differences(isBetter: Bool) -> [String] {
    guard !isNaive else { return [] }
    let criteria = results.scenario.family?.criteria.map(\.metric) ?? []
    let shown =
      (criteria + [results.scenario.metric(.footprint)].compactMap(\.self)
      + results.scenario.headlines).uniqued()
    guard let (own, naive) = results(of: strategy) else { return [] }
    return shown.compactMap { metric in
      guard let value = own[metric: metric.name], let other = naive[metric: metric.name],
        MetricComparison(value, to: other) == (isBetter ? .better : .worse),
        let number = value.number, let before = other.number
      else { return nil }
      return "\(metric.name) \(NumberFormat.text(number, metric.unit)) instead of "
        + NumberFormat.text(before, metric.unit)
    }
  }

  /// The values of a metric of the strategy to take and of the naive one; `nil` if one is missing,
  /// or if the two are one strategy.
  package func pair(of metric: Metric) -> (value: Double, naive: Double)? {
    guard !isNaive, let (own, naive) = results(of: strategy),
      let value = own[metric: metric.name]?.number, let other = naive[metric: metric.name]?.number
    else { return nil }
    return (value, other)
  }

  /// The results of a strategy and of the naive one in the first variant.
  private func results(of strategy: String) -> (own: CaseResult, naive: CaseResult)? {
    let configuration = Configuration(
      variant: results.variants[0], size: recommendation.size)
    guard let own = results.result(of: strategy, in: configuration),
      let naive = results.naive(in: configuration)
    else { return nil }
    return (own, naive)
  }

  private func rejection(of strategy: String) -> Recommendation.Rejection? {
    recommendation.rejections.first { $0.strategy == strategy }
  }

  private func text(_ reason: Recommendation.Rejection.Reason) -> String {
    switch reason {
    case .broken(let status): status
    case .terminated: "the app ended early"
    case .belowRequirement(let metric, let value):
      "\(metric.name) \(NumberFormat.text(value, metric.unit))"
        + (results.scenario.requirement.map { " (wanted: \($0.summary))" } ?? "")
    case .missed(let missed):
      "\(missed.criterion.metric.name) "
        + "\(NumberFormat.text(missed.value, missed.criterion.metric.unit)) "
        + "(wanted: \(missed.criterion.goalLabel))"
    case .notAvailable(let criterion): "\(criterion.metric.name) is not available"
    }
  }
}

extension Criterion {
  /// The goal for people: `at most 250 ms`, `within 5 % of the best`.
  package var goalLabel: String {
    switch goal {
    case .atMost(let bound): "at most \(NumberFormat.text(bound, metric.unit))"
    case .atLeast(let bound): "at least \(NumberFormat.text(bound, metric.unit))"
    case .nearBest(let fraction): "within \(NumberFormat.percent(fraction)) of the best"
    }
  }
}

extension ScenarioResults {
  /// The strategies to take, by size: successive sizes with the same strategy are one.
  ///
  /// - Parameter recommendations: those of a verdict on these results.
  package func advice(_ recommendations: [Recommendation]) -> [Advice] {
    var groups: [[Recommendation]] = []
    for recommendation in recommendations {
      if let last = groups.last?.last, last.strategy == recommendation.strategy,
        last.missed == recommendation.missed
      {
        groups[groups.count - 1].append(recommendation)
      } else {
        groups.append([recommendation])
      }
    }
    return groups.compactMap { group in
      group.last.map { Advice(sizes: group.map(\.size), recommendation: $0, results: self) }
    }
  }
}
