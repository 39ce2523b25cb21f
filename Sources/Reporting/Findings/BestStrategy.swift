import Harness
import Measurement
import ScenarioModel
import Verdicts

/// The strategy with the best median of a metric in one world, among those that do the whole job.
struct BestStrategy {
  let metric: Metric
  /// The best first, and after it those that cannot be told from it.
  let results: [MetricResult]
  let strategies: [String]

  /// - Parameter candidates: the cases to choose from; broken ones are never chosen.
  init?(_ metric: Metric, among candidates: [CaseResult]) {
    guard metric.polarity != .neutral else { return nil }
    let found = candidates.filter { $0.status == .completed }.compactMap { result in
      result[metric: metric.name].flatMap { value in
        value.summary.map {
          (strategy: result.scenarioCase.strategy, result: value, median: $0.median)
        }
      }
    }
    let sign: Double = metric.polarity == .lowerIsBetter ? 1 : -1
    guard let best = found.min(by: { sign * $0.median < sign * $1.median }) else { return nil }
    let others = found.filter { other in
      guard other.strategy != best.strategy else { return false }
      switch MetricComparison(other.result, to: best.result) {
      case .equal, .withinNoise: return true
      case .better, .worse, .undecided: return false
      }
    }
    self.metric = metric
    results = [best.result] + others.map(\.result)
    strategies = [best.strategy] + others.map(\.strategy)
  }

  /// How many others cannot be told from the best.
  var levelCount: Int { strategies.count - 1 }
  var best: MetricResult { results[0] }
  var strategy: String { strategies[0] }
}
