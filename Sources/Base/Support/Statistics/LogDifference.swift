import Foundation

/// The difference of the logarithms of two quantities above 0.
///
/// With Welch's interval: the two variances may differ (Welch, The generalization of "Student's"
/// problem when several different population variances are involved, Biometrika 34, 1947).
package struct LogDifference: Hashable, Sendable {
  /// The mean of some logarithms, its standard error and their number.
  package struct Mean: Hashable, Sendable {
    /// The minimum number of different samples for a standard error: the 99 % interval of two would
    /// reach 64 standard errors to both sides.
    package static let minSamples = 3

    /// The mean of the logarithms.
    package let estimate: Double
    /// The mean's standard error; `nil` where there are too few samples.
    package let standardError: Double?
    /// The number of samples.
    package let count: Int

    /// Creates a mean from stored values.
    package init(estimate: Double, standardError: Double?, count: Int) {
      self.estimate = estimate
      self.standardError = standardError
      self.count = count
    }

    /// Creates the mean of logarithms, or `nil` where there are none.
    package init?(_ values: [Double]) {
      guard !values.isEmpty else { return nil }
      let count = Double(values.count)
      let mean = values.reduce(0, +) / count
      estimate = mean
      self.count = values.count
      let squares = values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
      let isEnough = values.count >= Self.minSamples || values.count == 2 && squares == 0
      guard isEnough else {
        standardError = nil
        return
      }
      standardError = (squares / (count - 1) / count).squareRoot()
    }
  }

  /// The head's mean logarithm less the base's.
  package let estimate: Double
  /// The difference's standard error; `nil` where the base or the head has too few samples.
  package let standardError: Double?
  private let degreesOfFreedom: Double

  /// Creates the difference of two means.
  package init(base: Mean, head: Mean) {
    estimate = head.estimate - base.estimate
    guard let first = base.standardError, let second = head.standardError else {
      standardError = nil
      degreesOfFreedom = 1
      return
    }
    let variances = (first * first, second * second)
    let sum = variances.0 + variances.1
    standardError = sum.squareRoot()
    let spread =
      variances.0 * variances.0 / Double(max(base.count - 1, 1))
      + variances.1 * variances.1 / Double(max(head.count - 1, 1))
    let minimum = Double(max(min(base.count, head.count) - 1, 1))
    degreesOfFreedom = spread > 0 ? max(sum * sum / spread, minimum) : minimum
  }

  /// Creates the difference of two sets of samples, or `nil` where one is empty or a sample is not
  /// above 0.
  package init?(base: [Double], head: [Double]) {
    guard (base + head).allSatisfy({ $0 > 0 && $0.isFinite }),
      let first = Mean(base.map { log($0) }), let second = Mean(head.map { log($0) })
    else { return nil }
    self.init(base: first, head: second)
  }

  /// Returns half the width of the interval of a confidence, or `nil` without a standard error.
  package func reach(confidence: Double) -> Double? {
    guard let standardError else { return nil }
    guard standardError > 0 else { return 0 }
    return standardError * student.quantile(1 - (1 - confidence) / 2)
  }

  /// Returns the one-sided p-value of the hypothesis that the true difference is at most `bound`.
  package func pValue(forAtMost bound: Double) -> Double {
    guard let standardError else { return 1 }
    guard standardError > 0 else { return estimate > bound ? 0 : 1 }
    return student.upperTailProbability((estimate - bound) / standardError)
  }

  /// Returns the one-sided p-value of the hypothesis that the true difference is at least `bound`.
  package func pValue(forAtLeast bound: Double) -> Double {
    guard let standardError else { return 1 }
    guard standardError > 0 else { return estimate < bound ? 0 : 1 }
    return student.upperTailProbability((bound - estimate) / standardError)
  }

  /// Returns the relative change beyond a bound that a one-sided test of a level detects with a
  /// power of 95 %, or `nil` above a tenfold value.
  package func minimumDetectableEffect(beyond bound: Double, level: Double) -> Double? {
    guard let standardError else { return nil }
    let reach =
      standardError > 0
      ? standardError * (student.quantile(1 - level) + student.quantile(0.95)) : 0
    let share = exp(bound + reach) - 1
    return share < 9 ? share : nil
  }

  private var student: StudentDistribution {
    StudentDistribution(degreesOfFreedom: degreesOfFreedom)
  }
}
