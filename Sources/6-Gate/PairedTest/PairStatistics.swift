import Foundation
import Support

/// The differences between the times of the head's process and the base's process of a pair.
///
/// All are natural logarithms of ratios: 0.02 is about 2 % longer. A pair is one observation
/// whatever the number of its slices, because processes differ from each other by more than their
/// slices do.
package struct PairStatistics: Hashable, Sendable {
  /// The logarithm of the ratio of the sums of all slices, which shows a rare but large change.
  package let total: Double
  /// The trimmed mean of the logarithms of the slices' ratios, which shows a small change of all.
  package let typical: Double
  /// The logarithms of the ratios of the 95th percentile and of the maximum of the frames' times, which
  /// show a change of few frames; `nil` for builds.
  package let p95: Double?
  package let longest: Double?

  package init(total: Double, typical: Double, p95: Double? = nil, longest: Double? = nil) {
    (self.total, self.typical) = (total, typical)
    (self.p95, self.longest) = (p95, longest)
  }

  /// Computes the statistics of a pair from the times of its slices in the order of alternation.
  ///
  /// O(n log n). Throws where there is no slice, where the counts differ, or where a time is 0 or
  /// less.
  package init(base: [Int64], head: [Int64]) throws(PairedTestError) {
    guard base.count == head.count else {
      throw PairedTestError(
        "expected as many slices of the head as of the base, found \(head.count) and \(base.count)")
    }
    for time in base + head where time <= 0 {
      throw PairedTestError("expected every slice to take more than 0 ns, found \(time) ns")
    }
    let ratios = zip(base, head).map { log(Double($1) / Double($0)) }
    guard let typical = try? TrimmedMean.estimate(of: ratios) else {
      throw PairedTestError("expected at least one slice of each process, found none")
    }
    // Adds up as `Double`s, which do not overflow.
    let baseSum = base.reduce(0.0) { $0 + Double($1) }
    let headSum = head.reduce(0.0) { $0 + Double($1) }
    self.init(total: log(headSum / baseSum), typical: typical)
  }

  package subscript(statistic: PairStatistic) -> Double? {
    switch statistic {
    case .total: total
    case .typical: typical
    case .p95: p95
    case .longest: longest
    }
  }
}
