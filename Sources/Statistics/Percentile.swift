/// A percentile by the nearest-rank rule: always one of the sample's own values.
///
/// The p-th percentile of n values is the value of rank ⌈p·n / 100⌉ in ascending order, the
/// smallest value that at least p percent of the sample do not exceed. The rank is computed in
/// whole numbers, so that it never depends on rounding.
public struct Percentile: Hashable, Sendable {
  /// The median by the nearest-rank rule: of two middle values the lower.
  public static let p50 = Percentile(checked: 50)
  /// The value that at least 95 % of the sample do not exceed.
  public static let p95 = Percentile(checked: 95)
  /// The value that at least 99 % of the sample do not exceed.
  public static let p99 = Percentile(checked: 99)
  /// The largest value.
  public static let max = Percentile(checked: 100)

  /// The share of the sample that the value covers, from 1 to 100.
  public let percent: Int

  /// The percentile of this number, or `nil` unless it is from 1 to 100.
  public init?(percent: Int) {
    guard (1...100).contains(percent) else { return nil }
    self.percent = percent
  }

  private init(checked percent: Int) {
    self.percent = percent
  }

  /// The rank, counted from 1, of this percentile among `count` values; 0 where there are none.
  public func rank(among count: Int) -> Int {
    // Split, so that no count overflows.
    let (hundreds, rest) = Swift.max(0, count).quotientAndRemainder(dividingBy: 100)
    return percent * hundreds + (percent * rest + 99) / 100
  }

  /// The percentile of values that are in ascending order, or `nil` where there are none. O(1).
  public func value<Samples: RandomAccessCollection>(
    ofAscending samples: Samples
  ) -> Samples.Element? where Samples.Element: Comparable {
    guard !samples.isEmpty else { return nil }
    return samples[samples.index(samples.startIndex, offsetBy: rank(among: samples.count) - 1)]
  }

  /// The percentile of values in any order, or `nil` where there are none. O(n log n).
  public func value<Samples: Sequence>(
    of samples: Samples
  ) -> Samples.Element? where Samples.Element: Comparable {
    value(ofAscending: samples.sorted())
  }
}
