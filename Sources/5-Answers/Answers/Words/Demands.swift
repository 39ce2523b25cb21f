import Documents
import ScenarioModel

extension Criterion {
  /// The goal for people: `at most 250 ms`, `within 5 % of the best`.
  package var goalLabel: String {
    switch goal {
    case .atMost(let bound): "at most \(NumberFormat.text(bound, metric.unit))"
    case .atLeast(let bound): "at least \(NumberFormat.text(bound, metric.unit))"
    case .nearBest(let fraction): "within \(NumberFormat.percent(fraction)) of the best"
    }
  }

  /// The kind of the number before it, and the goal: ` (modelled; wanted: at most 250 ms)`.
  var wanted: String { " (\(metric.kind.rawValue); wanted: \(goalLabel))" }
}

extension ScenarioResults {
  /// A strategy's worst value of a metric over the variants of a size, with its case; `nil` without
  /// one.
  package func worst(
    _ metric: Metric, of strategy: String, size: Int
  ) -> (value: Double, result: CaseResult)? {
    let isHigher = metric.polarity == .higherIsBetter
    return configurations.filter { $0.size == size }
      .compactMap { result(of: strategy, in: $0) }
      .compactMap { result in result[metric: metric.name]?.number.map { ($0, result) } }
      .min { isHigher ? $0.0 < $1.0 : $0.0 > $1.0 }
  }

  /// The best value of a metric over the strategies that completed, of each its worst one; `nil` without
  /// one.
  package func best(_ metric: Metric, size: Int) -> (strategy: String, value: Double)? {
    let isHigher = metric.polarity == .higherIsBetter
    return strategies.compactMap { strategy in
      worst(metric, of: strategy, size: size).map { (strategy, $0.value) }
    }.max { isHigher ? $0.1 < $1.1 : $0.1 > $1.1 }
  }

  /// The criterion for a metric in a variant; `nil` if there is none.
  package func demand(on metric: Metric, in variant: String) -> Criterion? {
    scenario.demands(of: variant).first { $0.metric == metric }
  }

  /// Returns whether a case reaches what is wanted of a metric; `nil` where nothing is, where the
  /// number is missing or not decided, or where the strategy to take gave it up for a criterion
  /// before it.
  package func reaches(
    _ metric: Metric, _ result: CaseResult, _ recommendation: Recommendation?
  ) -> Bool? {
    let place = result.scenarioCase.configuration
    if let bound = scenario.ownWork(of: place.variant).first(where: { $0.metric == metric }) {
      return switch OwnWork(result, bound: bound) {
      case .within: true
      case .beyond: false
      case .open: nil
      }
    }
    guard let criterion = demand(on: metric, in: place.variant),
      let value = result[metric: metric.name]?.number
    else { return nil }
    let all = cases(in: place).compactMap { $0[metric: metric.name]?.number }
    let best = metric.polarity == .lowerIsBetter ? all.min() : all.max()
    return recommendation.map {
      $0.reaches(criterion, result.scenarioCase.strategy, value: value, best: best)
    } ?? criterion.isReached(by: value, best: best ?? value)
  }
}

extension Recommendation {
  /// Returns whether a value reaches a criterion. A goal that depends on the best value is held
  /// against the best of all strategies: `nil` where the strategy to take gave that up for a
  /// criterion before it.
  package func reaches(
    _ criterion: Criterion, _ strategy: String, value: Double, best: Double?
  ) -> Bool? {
    if criterion.isReached(by: value, best: best ?? value) { return true }
    if case .nearBest = criterion.goal, strategy == self.strategy, !missed.contains(criterion) {
      return nil
    }
    return false
  }
}
