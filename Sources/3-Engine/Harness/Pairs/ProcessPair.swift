import Foundation
import ScenarioModel
import Synchronization

/// A pair of new processes, one of each program, that replay a case in short slices that alternate.
///
/// Other activity of the machine then affects both programs alike. Processes differ in the layout
/// of their memory, so that a pair is one observation, independent of the number of its slices. A
/// machine runs one pair at a time, because two would disturb each other.
public struct ProcessPair: Sendable {
  let pairedCase: PairedCase
  let limits: WorkerLimits

  /// - Parameter limits: the limits of each process of a pair, over all its slices.
  public init(_ pairedCase: PairedCase, limits: WorkerLimits) {
    self.pairedCase = pairedCase
    self.limits = limits
  }

  /// Runs one pair.
  ///
  /// - Parameters:
  ///   - plans: the timed parts of the case, in this order.
  ///   - generator: the source of the random order.
  /// - Throws: ``HarnessError`` for a fault of the tool or the machine, and for a worker of another
  ///   protocol; `CancellationError` when the task is cancelled.
  public nonisolated(nonsending) func run(
    _ plans: [SlicePlan], using generator: inout some RandomNumberGenerator
  ) async throws -> PairOutcome<PairRecord> {
    try await run(
      PairSchedule(plans, processors: ProcessorAffinity.available(), using: &generator))
  }

  nonisolated(nonsending) func run(
    _ schedule: PairSchedule
  ) async throws -> PairOutcome<PairRecord> {
    let first = schedule.firstStarted
    let second = first.other
    let firstFolder = try Workspace()
    defer { firstFolder.remove() }
    let secondFolder = try Workspace()
    defer { secondFolder.remove() }
    let awaited = AwaitedRevision(first)
    // The second process starts while the first one prepares, within its session, so that both are
    // supervised. They prepare one after the other, in random order: if they started together, the
    // faster one would always wait, and under other load its frames took up to 9 % longer.
    let (outer, firstEnd) = try await WorkerSession.supervised(
      program(first, schedule), limits: limits
    ) { one -> (end: PairEnd, secondEnd: WorkerTermination?) in
      try await one.beginPreparing(pairedCase.prepare(first, in: firstFolder))
      let (inner, secondEnd) = try await WorkerSession.supervised(
        program(second, schedule), limits: limits
      ) { other -> PairEnd in
        let prepared: PreparedCase
        do {
          prepared = try await one.prepared()
        } catch let failure as WorkerSession.Failure {
          return .failure(RevisionFailure(revision: first, failure: failure))
        }
        awaited.set(second)
        let others = try await other.prepare(pairedCase.prepare(second, in: secondFolder))
        guard others.frameCount == prepared.frameCount else {
          let counts = [first: prepared.frameCount, second: others.frameCount]
          return .success(
            .notComparable(
              why: "the base replays \(counts[.base] ?? 0) frames, the head \(counts[.head] ?? 0)"))
        }
        one.pin(toProcessor: schedule.processor)
        other.pin(toProcessor: schedule.processor)
        let end =
          first == .base
          ? try await Self.alternate(&one, &other, by: schedule, awaited: awaited)
          : try await Self.alternate(&other, &one, by: schedule, awaited: awaited)
        // The other one is asked when this session ends, so that both end side by side.
        await one.close()
        return end
      }
      switch inner {
      case .success(let end): return (end, secondEnd)
      case .failure(let failure):
        return (.failure(RevisionFailure(revision: second, failure: failure)), secondEnd)
      }
    }
    try Task.checkCancellation()
    let result: (end: PairEnd, secondEnd: WorkerTermination?)
    switch outer {
    case .success(let value): result = value
    case .failure(let failure):
      result = (.failure(RevisionFailure(revision: first, failure: failure)), nil)
    }
    let failed: RevisionFailure
    switch result.end {
    case .success(let outcome): return outcome
    case .failure(let failure): failed = failure
    }
    if [firstEnd, result.secondEnd].contains(where: { $0?.brokenLimit == .time }) {
      // Both have the same time limit, and the end of one ends the session with the other.
      return .broken(awaited.revision, .timedOut(seconds: limits.seconds))
    }
    switch failed.failure {
    case .failed(let reason): return .broken(failed.revision, .failed(reason: reason))
    case .exited:
      let end = failed.revision == first ? firstEnd : result.secondEnd ?? firstEnd
      return .broken(failed.revision, TrialStatus(end, limits: limits))
    }
  }

  private func program(_ revision: Revision, _ schedule: PairSchedule) -> WorkerProgram {
    pairedCase[revision].program.padded(by: schedule.padding(revision))
  }
}

/// The result of one of the two programs, or of both.
public enum PairOutcome<Value: Sendable>: Sendable {
  /// Both programs completed.
  case completed(Value)
  /// A worker of this program did not complete.
  case broken(Revision, TrialStatus)
  /// The two programs did different work.
  case notComparable(why: String)
}

extension PairOutcome: Equatable where Value: Equatable {}

// MARK: - The sessions

/// The end of the sessions with both workers.
private typealias PairEnd = Result<PairOutcome<PairRecord>, RevisionFailure>

/// A failure with the program that it belongs to.
private struct RevisionFailure: Error {
  let revision: Revision
  let failure: WorkerSession.Failure
}

/// The program whose reply a pair waits for. If the time limit is reached, this program is at
/// fault, although the other process may be killed first.
private final class AwaitedRevision: Sendable {
  private let state: Mutex<Revision>

  init(_ revision: Revision) {
    state = Mutex(revision)
  }

  var revision: Revision { state.withLock { $0 } }

  func set(_ revision: Revision) {
    state.withLock { $0 = revision }
  }
}

extension ProcessPair {
  /// Runs the slices of all parts in the order of a schedule, never in both programs at once.
  private nonisolated(nonsending) static func alternate(
    _ base: inout WorkerSession, _ head: inout WorkerSession, by schedule: PairSchedule,
    awaited: AwaitedRevision
  ) async throws -> PairEnd {
    var parts: [PairRecord.Part] = []
    do {
      for part in schedule.parts {
        switch try await alternate(&base, &head, part, awaited: awaited) {
        case .completed(let record): parts.append(record)
        case .broken(let revision, let status): return .success(.broken(revision, status))
        case .notComparable(let why): return .success(.notComparable(why: why))
        }
      }
    } catch let error as RevisionFailure {
      return .failure(error)
    }
    return .success(.completed(PairRecord(parts: parts)))
  }

  private nonisolated(nonsending) static func alternate(
    _ base: inout WorkerSession, _ head: inout WorkerSession, _ part: PairSchedule.Part,
    awaited: AwaitedRevision
  ) async throws -> PairOutcome<PairRecord.Part> {
    let plan = part.plan
    for revision in [part.firstUntimed, part.firstUntimed.other] where plan.untimedCount > 0 {
      _ = try await time(&base, &head, revision, plan.part, plan.untimedCount, awaited: awaited)
      // The frames begin with the first one, as the replay does.
      if plan.part == .frames {
        _ = try await time(&base, &head, revision, .builds, 1, awaited: awaited)
      }
    }
    var replies: [Revision: [TimedSteps]] = [:]
    for revision in part.turns {
      let number = replies[revision, default: []].count
      let slice = part.slices[number]
      let skipped = slice.first - (number > 0 ? part.slices[number - 1].end : 0)
      replies[revision, default: []].append(
        try await time(
          &base, &head, revision, plan.part, slice.count, after: skipped, awaited: awaited))
    }
    let (baseSteps, headSteps) = (replies[.base] ?? [], replies[.head] ?? [])
    for (base, head) in zip(baseSteps, headSteps)
    where base.frames != head.frames || base.builds != head.builds {
      return .notComparable(
        why: "in the same slice, the base replayed \(base.frames) frames and \(base.builds) "
          + "builds, the head \(head.frames) and \(head.builds)")
    }
    return .completed(
      PairRecord.Part(
        plan: plan, slices: part.slices,
        base: baseSteps.map { $0.time(of: plan.part) },
        head: headSteps.map { $0.time(of: plan.part) },
        waited: (baseSteps + headSteps).reduce(0) { sum, steps in
          sum.flatMap { sum in steps.wait(of: plan.part).map { sum + $0 } }
        }))
  }

  private nonisolated(nonsending) static func time(
    _ base: inout WorkerSession, _ head: inout WorkerSession, _ revision: Revision,
    _ part: PairPart,
    _ count: Int, after skipped: Int = 0, awaited: AwaitedRevision
  ) async throws -> TimedSteps {
    awaited.set(revision)
    do {
      switch revision {
      case .base: return try await base.time(part, count, after: skipped)
      case .head: return try await head.time(part, count, after: skipped)
      }
    } catch let failure as WorkerSession.Failure {
      throw RevisionFailure(revision: revision, failure: failure)
    }
  }
}

// MARK: - Costs

/// The costs of a case in a program, from which slices are planned. A separate worker measures
/// them.
///
/// All times are in nanoseconds and, except for the start, without waiting for a processor.
public struct SliceCosts: Hashable, Sendable {
  /// The time from the start of the process until the case is prepared.
  public let start: Int64
  /// The number of frames of the case.
  public let frameCount: Int
  /// Indicates whether each frame can be shown without those before it.
  public let framesAreIndependent: Bool
  /// The time of one build.
  public let build: Int64
  /// The times of the case's first frames, in order; not all frames if that takes long.
  public let frames: [Int64]

  /// Creates the costs of a case.
  public init(
    start: Int64, frameCount: Int, framesAreIndependent: Bool, build: Int64, frames: [Int64]
  ) {
    self.start = start
    self.frameCount = frameCount
    self.framesAreIndependent = framesAreIndependent
    self.build = build
    self.frames = frames
  }
}

extension SliceCosts {
  /// Returns the higher cost of each frame and build in two programs, so that a frame that is
  /// expensive in one of them only is not missed. The start and the kind of frames are this one's.
  func greater(_ other: SliceCosts) -> SliceCosts {
    let longer = frames.count >= other.frames.count ? frames : other.frames
    return SliceCosts(
      start: start, frameCount: frameCount, framesAreIndependent: framesAreIndependent,
      build: max(build, other.build),
      frames: zip(frames, other.frames).map { max($0, $1) }
        + longer.dropFirst(min(frames.count, other.frames.count)))
  }
}

extension ProcessPair {
  /// Measures the cost of the case in one of the two programs, in a separate process.
  ///
  /// - Throws: as ``run(_:using:)``.
  public nonisolated(nonsending) func costs(
    of revision: Revision
  ) async throws -> PairOutcome<SliceCosts> {
    let workspace = try Workspace()
    defer { workspace.remove() }
    let preparation = pairedCase.prepare(revision, in: workspace)
    let start = SuspendingClock.now
    let outcome = try await WorkerSession.run(pairedCase[revision].program, limits: limits) {
      session in
      let prepared = try await session.prepare(preparation)
      let started = SuspendingClock.now - start
      let build = try await Self.cheapestBuild(&session)
      return SliceCosts(
        start: Int64(started / .nanoseconds(1)), frameCount: prepared.frameCount,
        framesAreIndependent: prepared.framesAreIndependent, build: build,
        frames: try await Self.frames(&session, count: prepared.frameCount))
    }
    switch outcome {
    case .completed(let costs, _): return .completed(costs)
    case .broken(let status): return .broken(revision, status)
    }
  }

  /// Returns the minimum time of a few builds.
  private nonisolated(nonsending) static func cheapestBuild(
    _ session: inout WorkerSession
  ) async throws -> Int64 {
    var best = try await session.time(.builds, 1).time(of: .builds)
    // A build that takes almost no time is not timed.
    guard best >= SlicePlan.minimumBuildTime / 4, best < longBuild else { return best }
    let count = Int(max(1, min(20, manyBuilds / best)))
    for _ in 0..<3 {
      let many = try await session.time(.builds, count)
      best = min(best, many.time(of: .builds) / Int64(count))
    }
    return best
  }

  /// Returns the lower of each frame's two times, or one time if two would take long.
  private nonisolated(nonsending) static func frames(
    _ session: inout WorkerSession, count: Int
  ) async throws -> [Int64] {
    var costs: [Int64] = []
    var sum: Int64 = 0
    for _ in 0..<count where sum < longReplay {
      let time = try await session.time(.frames, 1).time(of: .frames)
      costs.append(time)
      sum += time
    }
    guard costs.count == count, sum < shortReplay else { return costs }
    _ = try await session.time(.builds, 1)
    for frame in 0..<count {
      costs[frame] = min(costs[frame], try await session.time(.frames, 1).time(of: .frames))
    }
    return costs
  }

  private static let manyBuilds: Int64 = 1_000_000
  private static let longBuild: Int64 = 50_000_000
  private static let shortReplay: Int64 = 250_000_000
  /// The time that is enough to estimate the cost of the other frames.
  private static let longReplay: Int64 = 1_500_000_000
}
