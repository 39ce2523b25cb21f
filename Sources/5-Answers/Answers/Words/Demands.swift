import ScenarioModel

extension ScenarioResults {
  /// What is wanted of a metric in a variant; `nil` where nothing is.
  package func demand(on metric: Metric, in variant: String) -> Criterion? {
    scenario.demands(of: variant).first { $0.metric == metric }
  }

  /// Whether a case reaches what is wanted of a metric; `nil` where nothing is, where the number is
  /// missing or not decided, or where the strategy to take gave it up for a criterion before it.
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
  /// Whether a value reaches a criterion. A goal that depends on the best value is held against the best
  /// of all strategies: `nil` where the strategy to take gave that up for a criterion before it.
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
