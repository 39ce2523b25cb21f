import Foundation

/// The difference of the logarithms of two quantities above 0.
///
/// With Welch's interval: the two variances may differ (Welch, The generalization of "Student's"
/// problem when several different population variances are involved, Biometrika 34, 1947).
package struct LogDifference: Hashable, Sendable {
  /// The minimum number of different samples for a standard error: the 99 % interval of two would
  /// reach 64 standard errors to both sides.
  private static let minSamples = 3

  /// The head's mean logarithm less the base's.
  package let estimate: Double
  /// The difference's standard error; `nil` where the base or the head has too few samples.
  package let standardError: Double?
  private let degreesOfFreedom: Double

  /// Creates the difference of two sets of samples, or `nil` where one is empty or a sample is not
  /// above 0.
  package init?(base: [Double], head: [Double]) {
    guard !base.isEmpty, !head.isEmpty, (base + head).allSatisfy({ $0 > 0 && $0.isFinite })
    else { return nil }
    let first = Self.mean(of: base.map { log($0) })
    let second = Self.mean(of: head.map { log($0) })
    estimate = second.estimate - first.estimate
    guard let before = first.standardError, let after = second.standardError else {
      standardError = nil
      degreesOfFreedom = 1
      return
    }
    let variances = (before * before, after * after)
    let sum = variances.0 + variances.1
    standardError = sum.squareRoot()
    let spread =
      variances.0 * variances.0 / Double(max(base.count - 1, 1))
      + variances.1 * variances.1 / Double(max(head.count - 1, 1))
    let minimum = Double(max(min(base.count, head.count) - 1, 1))
    degreesOfFreedom = spread > 0 ? max(sum * sum / spread, minimum) : minimum
  }

  /// The mean and its standard error, which is `nil` where there are too few samples.
  private static func mean(of values: [Double]) -> (estimate: Double, standardError: Double?) {
    let count = Double(values.count)
    let mean = values.reduce(0, +) / count
    let squares = values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
    let isEnough = values.count >= minSamples || values.count == 2 && squares == 0
    return (mean, isEnough ? (squares / (count - 1) / count).squareRoot() : nil)
  }

  /// Returns half the width of the interval of a confidence, or `nil` without a standard error.
  package func reach(confidence: Double) -> Double? {
    guard let standardError else { return nil }
    guard standardError > 0 else { return 0 }
    return standardError
      * StudentDistribution(degreesOfFreedom: degreesOfFreedom)
      .quantile(1 - (1 - confidence) / 2)
  }
}
