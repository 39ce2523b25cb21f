import ScenarioModel

/// A worker of a pair, spoken to in requests that it answers with work.
struct PairedWorker {
  /// Why a conversation cannot go on.
  struct Interruption: Error {
    enum Cause {
      /// The process went away.
      case gone
      /// The strategy or its world threw an error.
      case failed(reason: String)
    }

    let arm: PairArm
    let cause: Cause
  }

  let arm: PairArm
  private var process: WorkerProcess
  private let awaited: AwaitedArm

  init(arm: PairArm, process: WorkerProcess, awaited: AwaitedArm) {
    self.arm = arm
    self.process = process
    self.awaited = awaited
  }

  /// Waits for the greeting and has the case prepared.
  nonisolated(nonsending) mutating func prepare(_ request: PrepareRequest) async throws
    -> ReadyReply
  {
    awaited.set(arm)
    do {
      try await process.greet()
    } catch is WorkerProcess.Gone {
      throw Interruption(arm: arm, cause: .gone)
    }
    guard case .ready(let ready) = try await answer(to: .prepare(request)) else {
      throw HarnessError.otherProtocol(found: "no 'ready' after 'prepare'")
    }
    return ready
  }

  /// Has some builds or frames of a part done.
  nonisolated(nonsending) mutating func work(
    _ part: PairPart, _ count: Int, after skipped: Int = 0
  ) async throws
    -> StepsReply
  {
    let reply = try await answer(to: part == .builds ? .build(count) : .step(count, after: skipped))
    guard case .steps(let steps) = reply else {
      throw HarnessError.otherProtocol(found: try reply.line())
    }
    return steps
  }

  /// Ends the process, and waits for its end.
  nonisolated(nonsending) mutating func end() async {
    await process.end()
  }

  private nonisolated(nonsending) mutating func answer(to request: WorkerRequest) async throws
    -> WorkerReply
  {
    awaited.set(arm)
    let reply: WorkerReply
    do {
      try await process.send(request)
      reply = try await process.answer()
    } catch is WorkerProcess.Gone {
      throw Interruption(arm: arm, cause: .gone)
    }
    switch reply {
    case .failed(let reply): throw Interruption(arm: arm, cause: .failed(reason: reply.reason))
    case .unfit(let reply): throw HarnessError.unfitMachine(reason: reply.reason)
    default: return reply
    }
  }
}
