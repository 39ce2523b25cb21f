import PinData

/// How long requests of a kind take: a lognormal distribution by its median and 95th percentile.
public struct LatencyDistribution: Hashable, Sendable {
  /// Half of the requests take no longer than this, in nanoseconds.
  public let median: Int64
  /// 95 of 100 requests take no longer than this, in nanoseconds.
  public let percentile95: Int64

  /// The standard deviation of the latency's natural logarithm.
  private let logarithmDeviation: Double

  /// No request takes longer than this: an hour, in nanoseconds.
  public static let greatest: Int64 = 3_600_000_000_000

  /// The 95th percentile of the normal distribution.
  private static let normalPercentile95 = 1.644_853_626_951_472_7

  /// A distribution by two of its percentiles in nanoseconds, neither negative.
  ///
  /// A 95th percentile below the median, or a median of 0, makes every request take the median.
  public init(median: Int64, percentile95: Int64) {
    precondition(median >= 0 && percentile95 >= 0, "a latency is not negative")
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
  public func draw(using generator: inout SplitMix64) -> Int64 {
    let factor = ElementaryFunctions.exponential(logarithmDeviation * generator.gaussian())
    let microseconds = (Double(median) * factor / 1_000).rounded()
    return Int64(min(microseconds * 1_000, Double(Self.greatest)))
  }
}
