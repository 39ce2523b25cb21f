import Foundation

/// A confidence interval of a binomial proportion.
///
/// The exact interval: its ends are the proportions under which as many successes or more, or as
/// few or fewer, would have exactly the tail probability (Clopper and Pearson, The use of
/// confidence or fiducial limits illustrated in the case of the binomial, Biometrika 26, 1934). Its
/// coverage is never below its confidence.
package struct BinomialInterval: Hashable, Sendable {
  /// The lower bound; 0 where there was no success.
  package let low: Double
  /// The upper bound; 1 where all were successes.
  package let high: Double

  /// Creates the interval of a confidence, with equal tails.
  ///
  /// `trials` is above 0, `successes` between 0 and `trials`, and `confidence` between 0 and 1.
  package init(successes: Int, of trials: Int, confidence: Double = 0.95) {
    let tail = (1 - confidence) / 2
    low = Self.lowerBound(successes: successes, of: trials, alpha: tail)
    high = Self.upperBound(successes: successes, of: trials, alpha: tail)
  }

  /// Returns the one-sided lower bound of the proportion at level 1 - α.
  package static func lowerBound(successes: Int, of trials: Int, alpha: Double) -> Double {
    check(successes: successes, of: trials, alpha: alpha)
    if successes == 0 { return 0 }
    // pⁿ = α.
    if successes == trials { return exp(log(alpha) / Double(trials)) }
    return BetaDistribution(alpha: Double(successes), beta: Double(trials - successes + 1))
      .quantile(alpha)
  }

  /// Returns the one-sided upper bound of the proportion at level 1 - α.
  package static func upperBound(successes: Int, of trials: Int, alpha: Double) -> Double {
    check(successes: successes, of: trials, alpha: alpha)
    if successes == trials { return 1 }
    // (1 - p)ⁿ = α.
    if successes == 0 { return -expm1(log(alpha) / Double(trials)) }
    return BetaDistribution(alpha: Double(successes + 1), beta: Double(trials - successes))
      .quantile(1 - alpha)
  }

  private static func check(successes: Int, of trials: Int, alpha: Double) {
    precondition(
      trials > 0 && successes >= 0 && successes <= trials,
      "expected 0 to \(trials) successes of at least one trial, found \(successes)")
    precondition(alpha > 0 && alpha < 1, "expected a chance between 0 and 1, found \(alpha)")
  }
}
