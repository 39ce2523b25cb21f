/// The median, its confidence interval and the extremes of one metric's samples in one case.
public struct SampleSummary: Hashable, Sendable, Codable {
  /// The number of samples.
  public let count: Int
  /// The middle sample, or the mean of the two middle ones.
  public let median: Double
  /// The lower bound of the 95 % confidence interval of the median, itself a sample.
  public let low: Double
  /// The upper bound of the 95 % confidence interval of the median, itself a sample.
  public let high: Double
  /// The smallest sample.
  public let minimum: Double
  /// The largest sample.
  public let maximum: Double
  /// The probability that `low...high` encloses the population's median, whatever its
  /// distribution (see `MedianInterval`).
  public let coverage: Double

  /// Indicates whether `low...high` reaches 95 %.
  ///
  /// Fewer than six samples never do; their interval is from the minimum to the maximum.
  public var reachesConfidence: Bool { coverage >= MedianInterval.confidence }

  /// Summarises samples in any order.
  ///
  /// O(n log n). Throws where there is no sample, or one that is not a number.
  public init(_ samples: some Sequence<Double>) throws(SampleError) {
    let ascending = samples.sorted()
    // NaN is not ordered, so that sorting may leave it anywhere.
    guard !ascending.contains(where: \.isNaN) else { throw .notANumber }
    guard let minimum = ascending.first, let maximum = ascending.last,
      let interval = MedianInterval(count: ascending.count)
    else { throw .noSamples }
    count = ascending.count
    median = Self.median(ofAscending: ascending)
    low = ascending[interval.lowRank - 1]
    high = ascending[interval.highRank - 1]
    self.minimum = minimum
    self.maximum = maximum
    coverage = interval.coverage
  }

  /// Summarises whole numbers, such as nanoseconds or bytes; exact up to 2⁵³.
  ///
  /// O(n log n). Throws where there is no sample.
  public init(_ samples: some Sequence<Int64>) throws(SampleError) {
    try self.init(samples.lazy.map { Double($0) })
  }

  static func median(ofAscending samples: [Double]) -> Double {
    let upper = samples[samples.count / 2]
    guard samples.count.isMultiple(of: 2) else { return upper }
    // Halved before they are added, so that two large samples do not overflow; exact for all but
    // the smallest numbers.
    return samples[samples.count / 2 - 1] / 2 + upper / 2
  }
}

/// The reason why samples have no summary.
public enum SampleError: Error, Hashable, Sendable {
  /// There were no samples.
  case noSamples
  /// A sample was NaN, which is not ordered.
  case notANumber
}

extension SampleError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .noSamples:
      "expected at least one sample, found none; run at least one trial"
    case .notANumber:
      "expected every sample to be a number, found NaN; leave out what was not measured"
    }
  }
}

/// The two order statistics that bound the median of a population with a given confidence,
/// whatever its distribution.
///
/// The number of n independent samples below the median is binomial with p = ½. So the samples of
/// ranks r and n + 1 - r enclose it with probability 1 - 2·P(X < r), and the narrowest interval
/// that reaches the confidence has the largest such r (Conover, Practical Nonparametric
/// Statistics, section 3.2).
package struct MedianInterval: Hashable, Sendable {
  /// The confidence of the intervals: 95 %.
  package static let confidence = 0.95

  /// The rank of the lower bound in ascending order, counted from 1.
  package let lowRank: Int
  /// The rank of the upper bound in ascending order, counted from 1.
  package let highRank: Int
  /// The probability that the interval encloses the median: at least 0.95, or less where there
  /// are fewer than six samples and the interval is all of them.
  package let coverage: Double

  /// Creates the interval among `count` samples, or `nil` where there are none.
  ///
  /// O(`count`) time, no memory.
  package init?(count: Int) {
    guard count > 0 else { return nil }
    // From the middle, below which half of the probability lies, outwards until the tail is small
    // enough: about √count steps.
    let middle = count / 2
    var probability = Self.centralProbability(count: count)
    var rank = count.isMultiple(of: 2) ? middle : middle + 1
    var tail = count.isMultiple(of: 2) ? 0.5 - probability / 2 : 0.5
    if count.isMultiple(of: 2) { probability *= Double(middle) / Double(count - middle + 1) }
    while rank > 1, tail > (1 - Self.confidence) / 2 {
      rank -= 1
      tail -= probability
      probability *= Double(rank) / Double(count - rank + 1)
    }
    lowRank = rank
    highRank = count + 1 - rank
    coverage = 1 - 2 * tail
  }

  // P(X = ⌊n/2⌋) for n tosses; an odd n and n + 1 have the same probability.
  private static func centralProbability(count: Int) -> Double {
    var probability = 1.0
    for factor in stride(from: 1, through: (count + 1) / 2, by: 1) {
      probability *= Double(2 * factor - 1) / Double(2 * factor)
    }
    return probability
  }
}

/// A percentile by the nearest-rank rule: always one of the sample's own values.
///
/// The p-th percentile of n values is the value of rank ⌈p·n / 100⌉ in ascending order, the
/// smallest value that at least p percent of the sample do not exceed. The rank is computed in
/// whole numbers, so that it never depends on rounding.
public struct Percentile: Hashable, Sendable {
  /// The median by the nearest-rank rule: of two middle values the lower.
  public static let p50 = Percentile(percent: 50)
  /// The value that at least 95 % of the sample do not exceed.
  public static let p95 = Percentile(percent: 95)
  /// The value that at least 99 % of the sample do not exceed.
  public static let p99 = Percentile(percent: 99)
  /// The largest value.
  public static let max = Percentile(percent: 100)

  /// The share of the sample that the value covers, from 1 to 100.
  public let percent: Int

  /// Creates the percentile of a number from 1 to 100.
  package init(percent: Int) {
    precondition((1...100).contains(percent), "a percentile must be from 1 to 100")
    self.percent = percent
  }

  /// Returns the rank, counted from 1, of this percentile among `count` values; 0 where there are
  /// none.
  public func rank(among count: Int) -> Int {
    // Split so that no count overflows.
    let (hundreds, rest) = Swift.max(0, count).quotientAndRemainder(dividingBy: 100)
    return percent * hundreds + (percent * rest + 99) / 100
  }

  /// Returns the percentile of values in ascending order, or `nil` where there are none. O(1).
  public func value<Samples: RandomAccessCollection>(
    ofAscending samples: Samples
  ) -> Samples.Element? where Samples.Element: Comparable {
    guard !samples.isEmpty else { return nil }
    return samples[samples.index(samples.startIndex, offsetBy: rank(among: samples.count) - 1)]
  }
}
