/// A bound or an aim that a strategy must reach to be recommended.
///
/// A family lists its criteria, the most important first; a strategy that reaches all of them is
/// good enough, and the simplest such strategy is recommended.
public struct Criterion: Hashable, Sendable, Codable {
  /// The values that reach a criterion.
  public enum Goal: Hashable, Sendable, Codable {
    /// A value of at most a number, in the metric's unit.
    case atMost(Double)
    /// A value of at least a number, in the metric's unit.
    case atLeast(Double)
    /// A value that is worse than the best strategy's by at most a fraction of it.
    case nearBest(Double)
  }

  /// The metric; counted or modelled, so that an analysis of sensitivity can show how sure a
  /// recommendation is.
  public let metric: Metric
  /// The values that reach the criterion.
  public let goal: Goal
  /// The origin of the goal in a few words, to follow it in parentheses: `Apple's bound`.
  public let source: String

  /// Creates a criterion.
  ///
  /// - Precondition: The metric is counted or modelled, and one of its directions is good.
  public init(_ metric: Metric, _ goal: Goal, source: String) {
    precondition(
      metric.kind.isDeterministic && metric.polarity != .neutral,
      "a criterion needs a counted or modelled metric with a direction")
    self.init(measured: metric, goal, source: source)
  }

  /// A bound of what a strategy does by itself, which is measured.
  init(measured metric: Metric, _ goal: Goal, source: String) {
    self.metric = metric
    self.goal = goal
    self.source = source
  }

  /// The number that decides; `nil` where the best strategy's value does.
  package var bound: Double? {
    switch goal {
    case .atMost(let bound), .atLeast(let bound): bound
    case .nearBest: nil
    }
  }

  /// Returns whether a value reaches the criterion.
  ///
  /// - Parameter best: the best value of the strategies that are compared.
  public func isReached(by value: Double, best: Double) -> Bool {
    switch goal {
    case .atMost(let bound): value <= bound
    case .atLeast(let bound): value >= bound
    case .nearBest(let fraction):
      metric.polarity == .lowerIsBetter
        ? value <= best + fraction * abs(best) : value >= best - fraction * abs(best)
    }
  }
}
