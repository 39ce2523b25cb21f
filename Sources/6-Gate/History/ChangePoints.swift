import Foundation
import Support

/// The places at which the measured numbers of successive runs begin another level.
///
/// They are found in three steps, on logarithms, so that a change is a ratio:
///
/// 1. An outlier is drawn in to three deviations from the median of the runs around it, as Hampel's
///    identifier finds it (Davies and Gather, The identification of multiple outliers, Journal of
///    the American Statistical Association 88, 1993). A level that lasts is no outlier.
/// 2. The best division into levels for a penalty on each one (Jackson and others, An algorithm for
///    optimal partitioning of data on an interval, IEEE Signal Processing Letters 12, 2005; PELT of
///    Killick, Fearnhead and Eckley, 2012, is the same with less work on long series).
/// 3. The weakest change is removed as long as it is smaller than the gate's margin, or Student's
///    test does not show it, which decides in place of permutations as in Hunter (Fleming and
///    others, ICPE 2023), now Apache Otava. What a removal joins is judged again, so that a drift
///    of steps below the margin is found.
///
/// A series without a change has one with a chance of 1 in 10,000, over all of its places
/// (Bonferroni), as far as the noise is what is assumed here: successive runs resemble each other,
/// which makes the mean of a level less sure than that of independent numbers.
package struct ChangePoints: Sendable {
  /// The number of runs below which nothing is said.
  package static let minRuns = 2 * minLength
  /// The number of runs that a level has at least: of 11 runs, 6 decide the median.
  private static let minLength = 6
  /// The smallest deviation that is assumed of a run, as some equal numbers are no proof of none.
  private static let minDeviation = 0.002
  /// The chance of a change in a series that has none.
  private static let alpha = 1e-4
  /// The factor by which the mean of a level is less sure than the mean of independent numbers: the
  /// root of (1 + c) / (1 - c), with an assumed correlation c of successive runs of 0.3.
  private static let inflation = 1.36

  /// The logarithms, with outliers drawn in.
  private let values: [Double]
  /// The sums of the values before each place.
  private let sums: [Double]
  /// The deviation of a run, by the differences of successive ones.
  private let deviation: Double

  /// Takes the numbers of runs in their order; `nil` for fewer than ``minRuns``, and for numbers
  /// that are not all above 0.
  package init?(_ runs: [Double]) {
    guard runs.count >= Self.minRuns, runs.allSatisfy((1e-300..<1e300).contains) else { return nil }
    let logs = runs.map { log($0) }
    let steps = zip(logs, logs.dropFirst()).map { abs($1 - $0) }
    let median = (try? SampleSummary(steps))?.median ?? 0
    let deviation = max(1.4826 * median / 2.0.squareRoot(), Self.minDeviation)
    let width = 2 * Self.minLength - 1
    values = logs.indices.map { place in
      let start = min(max(0, place - width / 2), logs.count - width)
      let middle = (try? SampleSummary(logs[start..<(start + width)]))?.median ?? logs[place]
      return min(max(logs[place], middle - 3 * deviation), middle + 3 * deviation)
    }
    sums = values.reduce(into: [0]) { $0.append($0[$0.count - 1] + $1) }
    self.deviation = deviation
  }

  /// The places at which levels begin, without the first.
  ///
  /// O(n²): some milliseconds for 1,000 runs.
  package var places: [Int] {
    var edges = partition
    let residuals = zip(edges, edges.dropFirst()).flatMap { start, end in
      values[start..<end].map { $0 - mean(start..<end) }
    }
    let degrees = Double(values.count - edges.count + 1)
    let spread = (residuals.reduce(0) { $0 + $1 * $1 } / degrees).squareRoot()
    let error = max(spread, Self.minDeviation) * Self.inflation
    let student = StudentDistribution(degreesOfFreedom: degrees)
    while edges.count > 2 {
      let chances = (1..<(edges.count - 1)).map { place -> Double in
        let levels = (edges[place - 1]..<edges[place], edges[place]..<edges[place + 1])
        let change = abs(mean(levels.1) - mean(levels.0))
        let weight = 1 / Double(levels.0.count) + 1 / Double(levels.1.count)
        let tail = student.upperTailProbability(change / (error * weight.squareRoot()))
        // The smallest of those below the margin goes first.
        return change < log1p(TimedGateOptions().margin) ? 2 - change : tail
      }
      let weakest = chances.indices.max { chances[$0] < chances[$1] } ?? 0
      if 2 * chances[weakest] * Double(values.count) <= Self.alpha { break }
      edges.remove(at: weakest + 1)
    }
    return Array(edges.dropFirst().dropLast())
  }

  /// The ends of the levels that cost least; the first one is 0.
  private var partition: [Int] {
    let squares = values.reduce(into: [0]) { $0.append($0[$0.count - 1] + $1 * $1) }
    // Between 2 for independent numbers and 6, as a correlation makes differences of runs small.
    let penalty = 5 * log(Double(values.count)) * deviation * deviation
    var best = [0] + [Double](repeating: .infinity, count: values.count)
    var starts = [Int](repeating: 0, count: values.count + 1)
    for end in Self.minLength...values.count {
      for start in 0...(end - Self.minLength) {
        let fit = squares[end] - squares[start] - mean(start..<end) * (sums[end] - sums[start])
        let cost = best[start] + fit + penalty
        if cost < best[end] { (best[end], starts[end]) = (cost, start) }
      }
    }
    var edges = [values.count]
    while edges[0] > 0 { edges.insert(starts[edges[0]], at: 0) }
    return edges
  }

  private func mean(_ range: Range<Int>) -> Double {
    (sums[range.upperBound] - sums[range.lowerBound]) / Double(range.count)
  }
}
