import Harness
import Measurement
import ScenarioModel

/// How a strategy's metric stands against another's in the same run.
enum MetricComparison {
  case better
  case worse
  /// Whoever reads the two numbers reads the same, or a ratio of 1.00.
  case equal
  /// A measured difference that chance could have made: the intervals overlap.
  case withinNoise
  /// A number is missing, there are too few trials, or neither direction is good.
  case undecided

  /// Two sets of four samples or more lie wholly apart by chance in less than 5 of 100 runs
  /// (2 of the 70 ways to deal eight samples to two hands).
  static let fewestTrials = 4

  init(_ result: MetricResult, to other: MetricResult) {
    guard let own = result.summary, let others = other.summary,
      let interval = result.interval, let otherInterval = other.interval,
      result.metric.polarity != .neutral
    else {
      self = .undecided
      return
    }
    if MetricChange.readsAlike(result, other) {
      self = .equal
      return
    }
    let isLess: Bool
    if result.metric.kind.isDeterministic {
      isLess = own.median < others.median
    } else {
      guard min(own.count, others.count) >= Self.fewestTrials else {
        self = .undecided
        return
      }
      guard interval.high < otherInterval.low || otherInterval.high < interval.low else {
        self = .withinNoise
        return
      }
      isLess = interval.high < otherInterval.low
    }
    self = isLess == (result.metric.polarity == .lowerIsBetter) ? .better : .worse
  }
}
