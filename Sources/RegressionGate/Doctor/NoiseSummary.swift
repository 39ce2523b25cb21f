import Foundation
import Harness
import Statistics

/// How much this machine's times vary while the work does not, and what can be seen through that.
package struct NoiseSummary: Hashable, Sendable, Codable {
  /// What so many pairs of processes would see.
  package struct Prediction: Hashable, Sendable, Codable {
    package let pairs: Int
    /// How long they would take, in seconds.
    package let seconds: Double
    /// Half the width of the interval around a difference, as a share: 0.01 is 1 %.
    package let halfWidth: Double
    /// The smallest change for the worse, as a share, that would be called one nearly always: the
    /// margin and two half-widths.
    package let smallestDifference: Double
  }

  /// A change up to this share may come from how the compiler laid out the code, so that no verdict
  /// rests on it.
  package static let margin = TimedGateOptions().margin
  /// The chance that a bound of an interval is wrong.
  package static let alpha = TimedGateOptions().alpha
  private static let predictedPairs = [16, 64, 200]

  /// Pairs of fresh processes that were recorded.
  package let pairs: Int
  package let secondsPerPair: Double
  /// The standard deviation of the logarithm of how the times of two slices next to each other
  /// relate: 0.1 is about 10 %.
  package let sliceSpread: Double
  /// The same of the whole times of two processes.
  package let pairSpread: Double
  package let predictions: [Prediction]

  /// Sums up a record. Pure.
  ///
  /// Pairs are the unit: two processes differ by more than their slices tell. A pair's number is
  /// the logarithm of how the sums of both sides' slices relate; its trimmed mean over the pairs
  /// and Yuen's standard error give the half-widths, scaled to other numbers of pairs. Throws where
  /// there are fewer than two pairs, or a pair has no times.
  package init(_ record: NoiseRecord) throws(TrimmedMeanError) {
    let totals = record.pairs.map { Self.logarithm(Self.sum($0.second), Self.sum($0.first)) }
    let slices = record.pairs.flatMap { pair in
      zip(pair.second, pair.first).map { Self.logarithm(Double($0), Double($1)) }
    }
    let mean = try TrimmedMean(totals)
    pairs = record.pairs.count
    let secondsPerPair = record.seconds / Double(record.pairs.count)
    self.secondsPerPair = secondsPerPair
    sliceSpread = Self.deviation(slices)
    pairSpread = Self.deviation(totals)
    predictions = Self.predictedPairs.map { count in
      Self.prediction(pairs: count, from: mean, secondsPerPair: secondsPerPair)
    }
  }

  private static func prediction(
    pairs count: Int, from mean: TrimmedMean, secondsPerPair: Double
  ) -> Prediction {
    // Of the standard error s_w / ((1 - 2g/n)·√n) the winsorised deviation s_w stays the same.
    let deviation = mean.standardError * scale(mean.count)
    let degrees = Double(count - 2 * (count / 5) - 1)
    let t = StudentDistribution(degreesOfFreedom: degrees).upperQuantile(alpha)
    let halfWidth = t * deviation / scale(count)
    return Prediction(
      pairs: count, seconds: secondsPerPair * Double(count), halfWidth: exp(halfWidth) - 1,
      smallestDifference: exp(log(1 + margin) + 2 * halfWidth) - 1)
  }

  private static func scale(_ count: Int) -> Double {
    (1 - 2 * Double(count / 5) / Double(count)) * Double(count).squareRoot()
  }

  private static func sum(_ times: [Int64]) -> Double { Double(times.reduce(0, +)) }

  /// Not finite where a time is 0, which the trimmed mean refuses.
  private static func logarithm(_ numerator: Double, _ denominator: Double) -> Double {
    log(numerator / denominator)
  }

  private static func deviation(_ values: [Double]) -> Double {
    guard values.count > 1 else { return 0 }
    let mean = values.reduce(0, +) / Double(values.count)
    let squares = values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
    return (squares / Double(values.count - 1)).squareRoot()
  }
}
