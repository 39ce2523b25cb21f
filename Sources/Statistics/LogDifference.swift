import Foundation

/// How far two quantities above 0 are apart, as the difference of their logarithms.
///
/// Welch's interval: the two need not vary alike (Welch, The generalization of "Student's" problem
/// when several different population variances are involved, Biometrika 34, 1947).
package struct LogDifference: Hashable, Sendable {
  /// The mean of some logarithms, how sure it is, and how many they were.
  package struct Mean: Hashable, Sendable {
    /// Two that differ have an interval that says nothing: its ends are 64 standard errors away.
    package static let minSamples = 3

    package let estimate: Double
    /// `nil` where they are too few to tell.
    package let standardError: Double?
    package let count: Int

    package init(estimate: Double, standardError: Double?, count: Int) {
      self.estimate = estimate
      self.standardError = standardError
      self.count = count
    }

    /// `nil` where there are none.
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

  package let estimate: Double
  /// `nil` where one side has too few samples to tell.
  package let standardError: Double?
  private let degreesOfFreedom: Double

  /// What has to be added to the base's logarithm to get the head's.
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
    let least = Double(max(min(base.count, head.count) - 1, 1))
    degreesOfFreedom = spread > 0 ? max(sum * sum / spread, least) : least
  }

  /// The difference of two sets of samples; `nil` where one is empty or a sample is not above 0.
  package init?(base: [Double], head: [Double]) {
    guard (base + head).allSatisfy({ $0 > 0 && $0.isFinite }),
      let first = Mean(base.map { log($0) }), let second = Mean(head.map { log($0) })
    else { return nil }
    self.init(base: first, head: second)
  }

  /// How far the interval of a confidence reaches to both sides; `nil` where that is not known.
  package func reach(confidence: Double) -> Double? {
    guard let standardError else { return nil }
    guard standardError > 0 else { return 0 }
    return standardError * student.quantile(1 - (1 - confidence) / 2)
  }

  /// The probability of a difference as large as this, were the true one at most `bound`.
  package func pValue(forAtMost bound: Double) -> Double {
    guard let standardError else { return 1 }
    guard standardError > 0 else { return estimate > bound ? 0 : 1 }
    return student.upperTailProbability((estimate - bound) / standardError)
  }

  /// The probability of a difference as small as this, were the true one at least `bound`.
  package func pValue(forAtLeast bound: Double) -> Double {
    guard let standardError else { return 1 }
    guard standardError > 0 else { return estimate < bound ? 0 : 1 }
    return student.upperTailProbability((bound - estimate) / standardError)
  }

  /// The share beyond a bound that would be seen 95 times in 100 by a one-sided test of a level.
  package func minimumDetectableEffect(beyond bound: Double, level: Double) -> Double? {
    guard let standardError else { return nil }
    let reach =
      standardError > 0
      ? standardError * (student.quantile(1 - level) + student.quantile(0.95)) : 0
    let share = exp(bound + reach) - 1
    // What sees nothing below ten times as much sees nothing.
    return share < 9 ? share : nil
  }

  private var student: StudentDistribution {
    StudentDistribution(degreesOfFreedom: degreesOfFreedom)
  }
}
