import Harness
import PinData
import ScenarioModel

/// Lets pairs of fresh processes of this program do the same known work in turns, exactly as a gate
/// does, to see how much their times differ while nothing differs.
package struct NoiseRecorder: Sendable {
  /// Pairs below which nothing can be told.
  package static let minPairs = 16
  /// Far more than a pair takes; a process that hangs is ended all the same.
  private static let limits = WorkerLimits(seconds: 60, memory: 1 << 30)

  private let work: KnownWork
  private let seed: UInt64

  /// - Parameters:
  ///   - families: those of the tool.
  ///   - seed: that of the order of everything.
  package init(families: FamilyRegistry, seed: UInt64) throws {
    work = try KnownWork(families: families)
    self.seed = seed
  }

  /// Records for so many seconds.
  ///
  /// On a machine so slow that this is not enough for ``minPairs`` it takes up to four times as
  /// long for them, and at least two pairs in any case.
  ///
  /// Throws where a process cannot be started or gives no sense, and when it is cancelled.
  package func record(seconds: Double) async throws -> NoiseRecord {
    let shared = try SharedFolders()
    defer { shared.remove() }
    let pair = ProcessPair(work.pairedCase(with: .itself(), shared: shared), limits: Self.limits)
    let costs = try Self.answer(try await pair.costs(of: .base))
    let plans = [SlicePlan.frames(costs)].compactMap(\.self)
    var random = SplitMix64(seed: seed)
    let clock = ContinuousClock()
    let start = clock.now
    var pairs: [NoisePair] = []
    while true {
      let elapsed = (clock.now - start) / .seconds(1)
      let longest = pairs.count < Self.minPairs ? 4 * seconds : seconds
      guard pairs.count < 2 || elapsed < longest else { break }
      try Task.checkCancellation()
      let record = try Self.answer(try await pair.run(plans, using: &random))
      pairs += record.parts.map { NoisePair(first: $0.base, second: $0.head) }
    }
    return NoiseRecord(pairs: pairs, seconds: (clock.now - start) / .seconds(1))
  }

  private static func answer<Answer>(_ outcome: PairOutcome<Answer>) throws -> Answer {
    switch outcome {
    case .completed(let answer): return answer
    case .broken(_, let status):
      throw HarnessError.workerCannotStart(
        program: WorkerProgram.ownPath, reason: status.description)
    case .notComparable(let why):
      throw HarnessError.workerCannotStart(program: WorkerProgram.ownPath, reason: why)
    }
  }
}
