import Documents
import ScenarioModel

/// The difference between two strategies' values of a metric in the same run.
package enum MetricComparison: Hashable, Sendable {
  case better
  case worse
  /// Both are written with the same text, or their ratio as 1.00.
  case equal
  /// A measured difference that chance could have made: the intervals overlap.
  case withinNoise
  /// A number is missing, there are too few trials, or neither direction is good.
  case undecided

  /// The minimum number of trials of a measured difference.
  ///
  /// Two sets of four samples or more lie wholly apart by chance in less than 5 of 100 runs (2 of
  /// the 70 ways to divide eight samples into two sets of four).
  package static let minimumTrials = 4

  package init(_ result: MetricResult, to other: MetricResult) {
    guard let own = result.summary, let others = other.summary,
      let interval = result.interval, let otherInterval = other.interval,
      result.metric.polarity != .neutral
    else {
      self = .undecided
      return
    }
    if result.isWritten(as: other)
      || result.ratio(to: other).map({ NumberFormat.ratio($0) == NumberFormat.ratio(1) }) ?? false
    {
      self = .equal
      return
    }
    let isLess: Bool
    if result.metric.kind.isDeterministic {
      isLess = own.median < others.median
    } else {
      guard min(own.count, others.count) >= Self.minimumTrials else {
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

  /// Indicates whether the two tie.
  package var isTie: Bool { self == .equal || self == .withinNoise }
}

extension MetricResult {
  /// Returns whether both numbers are written with the same text.
  package func isWritten(as other: MetricResult) -> Bool {
    guard let own = number, let others = other.number else { return false }
    return NumberFormat.text(own, metric.unit) == NumberFormat.text(others, metric.unit)
  }

  /// Returns whether the number is better than another one, by chance or not.
  package func hasBetterNumber(than other: MetricResult) -> Bool {
    guard let own = number, let others = other.number else { return false }
    return switch metric.polarity {
    case .lowerIsBetter: own < others
    case .higherIsBetter: own > others
    case .neutral: false
    }
  }
}
