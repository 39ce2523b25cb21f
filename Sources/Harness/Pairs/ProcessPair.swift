import PinData
import ScenarioModel

/// Runs a case in two fresh processes at a time, one of each program, whose short slices of work
/// alternate.
///
/// What a machine does beside meets both programs alike then, and processes differ from one another
/// in where their memory lies: so the pair is one observation, whatever the number of its slices.
/// One pair at a time on a machine: two disturb each other.
public struct ProcessPair: Sendable {
  let pairedCase: PairedCase
  let limits: WorkerLimits

  /// - Parameter limits: what each process of a pair may use, all its slices together.
  public init(_ pairedCase: PairedCase, limits: WorkerLimits) {
    self.pairedCase = pairedCase
    self.limits = limits
  }

  /// Runs one pair.
  ///
  /// - Parameters:
  ///   - plans: the parts of the case that are timed, in this order.
  ///   - generator: draws the order of everything.
  /// - Throws: ``HarnessError`` for a fault of the tool or its surroundings, and for a worker of
  ///   another protocol; `CancellationError` when the task is cancelled.
  public nonisolated(nonsending) func run(
    _ plans: [SlicePlan], using generator: inout some RandomNumberGenerator
  ) async throws -> PairOutcome<PairRecord> {
    try await run(
      PairSchedule(plans, processors: ProcessorAffinity.available(), using: &generator))
  }

  /// What both workers left behind when they had ended.
  private struct Ended: Sendable {
    /// `nil` where the conversation was interrupted.
    var outcome: PairOutcome<PairRecord>?
    var interruption: PairedWorker.Interruption?
    /// How the process ended that was started second; `nil` where it was not started.
    var secondEnding: WorkerProcess.Ending?
  }

  nonisolated(nonsending) func run(_ schedule: PairSchedule) async throws -> PairOutcome<PairRecord>
  {
    let first = schedule.firstStarted
    let second = first.other
    let folders = try PairFolders()
    defer { folders.remove() }
    let awaited = AwaitedArm(first)
    let outer = try await WorkerProcess.run(program(first, schedule), limits: limits) {
      process -> Ended in
      process.keep(on: schedule.processor)
      var worker = PairedWorker(arm: first, process: process, awaited: awaited)
      do {
        let ready = try await worker.prepare(pairedCase.prepare(first, in: folders[first]))
        let inner = try await WorkerProcess.run(program(second, schedule), limits: limits) {
          other in
          other.keep(on: schedule.processor)
          return try await talk(
            worker, PairedWorker(arm: second, process: other, awaited: awaited),
            frames: ready.frameCount,
            by: schedule,
            in: folders)
        }
        var ended = inner.answer ?? Ended()
        ended.secondEnding = inner.ending
        return ended
      } catch let interruption as PairedWorker.Interruption {
        return Ended(interruption: interruption)
      }
    }
    try Task.checkCancellation()
    if let outcome = outer.answer?.outcome { return outcome }
    let endings = [outer.ending, outer.answer?.secondEnding].compactMap(\.self)
    if endings.contains(where: { $0.brokenLimit == .time }) {
      // Both have the same time, and the end of one ends the conversation with the other.
      return .broken(awaited.arm, .timedOut(seconds: limits.seconds))
    }
    guard let ended = outer.answer, let interruption = ended.interruption else {
      return .broken(first, TrialStatus(outer.ending, limits: limits))
    }
    switch interruption.cause {
    case .failed(let reason): return .broken(interruption.arm, .failed(reason: reason))
    case .gone:
      let ending = interruption.arm == first ? outer.ending : ended.secondEnding ?? outer.ending
      return .broken(interruption.arm, TrialStatus(ending, limits: limits))
    }
  }

  private nonisolated(nonsending) func talk(
    _ prepared: PairedWorker, _ fresh: PairedWorker, frames: Int, by schedule: PairSchedule,
    in folders: PairFolders
  ) async throws -> Ended {
    var fresh = fresh
    do {
      let others = try await fresh.prepare(
        pairedCase.prepare(fresh.arm, in: folders[fresh.arm])
      ).frameCount
      guard others == frames else {
        let counts = prepared.arm == .base ? (frames, others) : (others, frames)
        return Ended(
          outcome: .notComparable(
            why: "the base replays \(counts.0) frames, the head \(counts.1)"))
      }
    } catch let interruption as PairedWorker.Interruption {
      return Ended(interruption: interruption)
    }
    var conversation = PairConversation(prepared, fresh)
    do {
      let outcome = try await conversation.run(schedule)
      await conversation.end(schedule.firstEnded)
      await conversation.end(schedule.firstEnded.other)
      return Ended(outcome: outcome)
    } catch let interruption as PairedWorker.Interruption {
      return Ended(interruption: interruption)
    }
  }

  private func program(_ arm: PairArm, _ schedule: PairSchedule) -> WorkerProgram {
    pairedCase[arm].program.padded(by: schedule.padding(arm))
  }
}
