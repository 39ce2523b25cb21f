import Statistics

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// By how much the head's process of a pair took longer than the base's.
///
/// Both are natural logarithms of ratios: 0.02 is about 2 % longer. The pair is one observation
/// whatever the number of its slices, as processes differ from one another by more than their
/// slices tell.
public struct PairStatistics: Hashable, Sendable, Codable {
  /// The logarithm of the ratio of all slices together: sees a rare but large change.
  public let total: Double
  /// The trimmed mean of the logarithms of the slices' own ratios: sees a small change of all.
  public let typical: Double

  public init(total: Double, typical: Double) {
    self.total = total
    self.typical = typical
  }

  /// The statistics of a pair, from the times of its slices in the order in which they alternated.
  ///
  /// O(n log n). Throws where there is no slice, where one arm has more than the other, or where a
  /// time is 0 or less.
  public init(base: [Int64], head: [Int64]) throws(PairStatisticsError) {
    guard base.count == head.count else {
      throw .unequalSlices(base: base.count, head: head.count)
    }
    for time in base + head where time <= 0 { throw .timeNotPositive(time) }
    let ratios = zip(base, head).map { log(Double($1) / Double($0)) }
    guard let typical = try? TrimmedMean.estimate(of: ratios) else { throw .noSlices }
    // Adds up as `Double`s, which do not overflow.
    let baseSum = base.reduce(0.0) { $0 + Double($1) }
    let headSum = head.reduce(0.0) { $0 + Double($1) }
    self.init(total: log(headSum / baseSum), typical: typical)
  }
}

/// What is looked at in each pair.
public enum PairStatistic: String, Hashable, Sendable, Codable, CaseIterable {
  /// All slices together.
  case total
  /// The slices' own ratios, without their extremes.
  case typical
}

extension PairStatistics {
  public subscript(statistic: PairStatistic) -> Double {
    switch statistic {
    case .total: total
    case .typical: typical
    }
  }
}

/// Why the times of a pair's slices tell nothing.
public enum PairStatisticsError: Error, Hashable, Sendable {
  case noSlices
  case unequalSlices(base: Int, head: Int)
  case timeNotPositive(Int64)
}

extension PairStatisticsError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .noSlices:
      "expected at least one slice of each process, found none"
    case .unequalSlices(let base, let head):
      "expected as many slices of the head as of the base, found \(head) and \(base)"
    case .timeNotPositive(let time):
      "expected every slice to take more than 0 ns, found \(time) ns"
    }
  }
}
