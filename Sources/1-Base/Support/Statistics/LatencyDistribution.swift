/// The latency of requests of a kind: a lognormal distribution by its median and 95th percentile.
package struct LatencyDistribution: Hashable, Sendable {
  /// Half of the requests take no longer than this, in nanoseconds.
  package let median: Int64
  /// 95 of 100 requests take no longer than this, in nanoseconds.
  package let percentile95: Int64

  /// The standard deviation of the latency's natural logarithm.
  private let logarithmDeviation: Double

  /// The maximum latency: an hour, in nanoseconds.
  package static let max: Int64 = 3_600_000_000_000

  /// The 95th percentile of the normal distribution.
  private static let normalPercentile95 = 1.644_853_626_951_472_7

  /// A distribution by two of its percentiles in nanoseconds, neither negative.
  ///
  /// A 95th percentile below the median, or a median of 0, makes every request take the median.
  package init(median: Int64, percentile95: Int64) {
    precondition(median >= 0 && percentile95 >= 0, "a latency must not be negative")
    self.median = median
    self.percentile95 = percentile95
    logarithmDeviation =
      median > 0 && percentile95 > median
      ? ElementaryFunctions.logarithm(Double(percentile95) / Double(median))
        / Self.normalPercentile95
      : 0
  }

  /// The next latency, in nanoseconds; whole microseconds, so that it is the same on all machines.
  ///
  /// The median times e to the power of a nearly normal number (`SplitMix64.gaussian()`). That
  /// number's own 95th percentile is 0.13 % above the normal distribution's, and so is at most that
  /// much of the logarithm of the ratio between the two percentiles.
  package func draw(using generator: inout SplitMix64) -> Int64 {
    let factor = ElementaryFunctions.exponential(logarithmDeviation * generator.gaussian())
    let microseconds = (Double(median) * factor / 1_000).rounded()
    return Int64(min(microseconds * 1_000, Double(Self.max)))
  }
}

/// Exponential and logarithm from additions, multiplications and divisions only.
///
/// The last digit of a C library's `exp` and `log` differs between machines; these give the same
/// bits on all of them. Their relative errors, against extended precision, are below 2e-16 for the
/// exponential and below 5e-16 for the logarithm.
enum ElementaryFunctions {
  /// ln 2 in two parts: the first has its last 21 bits zero, so that its product with an exponent
  /// is exact (Cody and Waite, "Software Manual for the Elementary Functions", 1980).
  private static let logarithmOf2High = 0x1.62e42feep-1
  private static let logarithmOf2Low = 0x1.a39ef35793c76p-33

  /// e to the power of a number; an exponent beyond ±700 counts as that bound.
  static func exponential(_ exponent: Double) -> Double {
    let x = min(max(exponent, -700), 700)
    let power = (x / (logarithmOf2High + logarithmOf2Low)).rounded()
    let rest = (x - power * logarithmOf2High) - power * logarithmOf2Low
    // The Taylor series of a rest of at most 0.35: its 15th term is below 1e-19.
    var sum = 1.0
    for divisor in stride(from: 14.0, through: 1.0, by: -1.0) { sum = 1 + sum * rest / divisor }
    return Double(sign: .plus, exponent: Int(power), significand: sum)
  }

  /// The natural logarithm of a positive, finite number.
  static func logarithm(_ number: Double) -> Double {
    var power = Double(number.exponent)
    var mantissa = number.significand
    if mantissa > 1.414_213_562_373_095 {
      mantissa /= 2
      power += 1
    }
    // ln m = 2 (s + s³/3 + s⁵/5 + …) with s = (m - 1) / (m + 1), here at most 0.172 in size.
    let s = (mantissa - 1) / (mantissa + 1)
    let square = s * s
    var sum = 0.0
    for divisor in stride(from: 23.0, through: 1.0, by: -2.0) { sum = sum * square + 1 / divisor }
    return power * logarithmOf2High + (2 * s * sum + power * logarithmOf2Low)
  }
}
