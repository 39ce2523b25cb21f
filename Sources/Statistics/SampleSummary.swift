/// The samples of one metric over the trials of one case, in a few numbers.
public struct SampleSummary: Hashable, Sendable, Codable {
  /// How many samples there were.
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

  /// Whether `low...high` reaches 95 %; fewer than six samples never do, and their interval is
  /// from the minimum to the maximum.
  public var reachesConfidence: Bool { coverage >= MedianInterval.confidence }

  /// Summarises samples in any order.
  ///
  /// O(n log n). Throws where there is no sample, or one that is not a number.
  public init(_ samples: some Sequence<Double>) throws(SampleError) {
    let ascending = samples.sorted()
    // A NaN has no place in an order, so that sorting may leave it anywhere.
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

  private static func median(ofAscending samples: [Double]) -> Double {
    let upper = samples[samples.count / 2]
    guard samples.count.isMultiple(of: 2) else { return upper }
    // Halved before they are added, so that two large samples do not overflow; exact for all but
    // the smallest numbers.
    return samples[samples.count / 2 - 1] / 2 + upper / 2
  }
}

/// Why samples have no summary.
public enum SampleError: Error, Hashable, Sendable {
  /// There was nothing to summarise.
  case noSamples
  /// A sample was NaN, which has no place in an order.
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
