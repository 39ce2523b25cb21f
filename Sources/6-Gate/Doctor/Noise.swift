import Foundation
import Harness
import ScenarioModel
import Support

/// A recorder of the noise of a machine: pairs of fresh processes of this program do the same
/// synthetic workload in turns, as in a gate.
enum NoiseRecorder {
  /// The minimum number of pairs for a prediction.
  static let minPairs = 16
  /// Far more than a pair takes; ends a process that hangs.
  private static let limits = WorkerLimits(seconds: 60, memory: 1 << 30)

  /// Records pairs for the given seconds.
  ///
  /// On a machine so slow that this is not enough for ``minPairs`` it takes up to four times as
  /// long for them, and at least two pairs in any case.
  ///
  /// Throws where a process cannot be started or breaks, and when the task is cancelled.
  ///
  /// - Parameters:
  ///   - families: the families of the tool.
  ///   - seed: the seed of the order of the slices.
  static func record(
    families: FamilyRegistry, seconds: Double, seed: UInt64
  ) async throws -> NoiseRecord {
    let work = try SyntheticWorkload(families: families)
    let shared = try SharedFolders()
    defer { shared.remove() }
    let pair = ProcessPair(work.pairedCase(with: .itself(), shared: shared), limits: limits)
    let costs = try completed(try await pair.costs(of: .base))
    let plans = [SlicePlan.frames(costs)].compactMap(\.self)
    var random = SplitMix64(seed: seed)
    let clock = ContinuousClock()
    let start = clock.now
    var pairs: [NoisePair] = []
    while true {
      let elapsed = (clock.now - start) / .seconds(1)
      let longest = pairs.count < minPairs ? 4 * seconds : seconds
      guard pairs.count < 2 || elapsed < longest else { break }
      try Task.checkCancellation()
      let record = try completed(try await pair.run(plans, using: &random))
      pairs += record.parts.map { NoisePair(first: $0.base, second: $0.head) }
    }
    return NoiseRecord(pairs: pairs, seconds: (clock.now - start) / .seconds(1))
  }

  private static func completed<Reply>(_ outcome: PairOutcome<Reply>) throws -> Reply {
    let reason: String
    switch outcome {
    case .completed(let reply): return reply
    case .broken(_, let status): reason = status.description
    case .notComparable(let why): reason = why
    }
    throw HarnessError.workerCannotStart(program: WorkerProgram.ownPath, reason: reason)
  }
}

/// The times of two fresh processes that did the same work in turns.
package struct NoisePair: Hashable, Sendable, Codable {
  /// The wall time of each slice of the one process, in nanoseconds.
  package let first: [Int64]
  /// The same of the other process; each slice was next to the first one's of the same index.
  package let second: [Int64]

  package init(first: [Int64], second: [Int64]) {
    self.first = first
    self.second = second
  }
}

/// The times of the same work in many pairs of processes.
package struct NoiseRecord: Hashable, Sendable, Codable {
  /// In the order of time.
  package let pairs: [NoisePair]
  /// The wall time of it all, in seconds.
  package let seconds: Double

  package init(pairs: [NoisePair], seconds: Double) {
    self.pairs = pairs
    self.seconds = seconds
  }
}

/// The variation of a machine's times under constant work, and the changes that a gate detects on
/// it.
package struct NoiseSummary: Hashable, Sendable, Codable {
  /// The detectable change with a number of pairs of processes.
  package struct Prediction: Hashable, Sendable, Codable {
    package let pairs: Int
    /// The time of the pairs, in seconds.
    package let seconds: Double
    /// Half the width of the interval around a difference, as a share: 0.01 is 1 %.
    package let halfWidth: Double
    /// The smallest change for the worse, as a share, that is detected nearly always: the margin
    /// and two half-widths.
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
  /// The standard deviation of the logarithm of the ratio of the times of two adjacent slices: 0.1
  /// is about 10 %.
  package let sliceSpread: Double
  /// The same of the whole times of two processes.
  package let pairSpread: Double
  package let predictions: [Prediction]

  /// Summarizes a record. Pure.
  ///
  /// Pairs are the unit: two processes differ by more than their slices do. The statistic of a pair
  /// is the logarithm of the ratio of the sums of both processes' slices; its trimmed mean over the
  /// pairs and Yuen's standard error give the half-widths, scaled to other numbers of pairs. Throws
  /// where there are fewer than two pairs, or a pair has no times.
  package init(_ record: NoiseRecord) throws(TrimmedMeanError) {
    // Not finite where a time is 0, which the trimmed mean refuses.
    let totals = record.pairs.map { log(Self.sum($0.second) / Self.sum($0.first)) }
    let slices = record.pairs.flatMap { pair in
      zip(pair.second, pair.first).map { log(Double($0) / Double($1)) }
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

  private static func deviation(_ values: [Double]) -> Double {
    guard values.count > 1 else { return 0 }
    let mean = values.reduce(0, +) / Double(values.count)
    let squares = values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
    return (squares / Double(values.count - 1)).squareRoot()
  }
}
