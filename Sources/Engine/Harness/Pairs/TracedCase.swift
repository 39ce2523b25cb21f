import ScenarioModel

extension PairedCase {
  /// Does in one process what a pair times: prepares the case, builds it, and replays all frames.
  ///
  /// - Parameter entries: the file in which the process marks the functions that it executes.
  /// - Returns: `false` if the case did not complete.
  /// - Throws: ``HarnessError`` for a fault of the tool or the machine, and for a worker of another
  ///   protocol; `CancellationError` when the task is cancelled.
  package nonisolated(nonsending) func replay(
    _ arm: PairArm, markingIn entries: String, limits: WorkerLimits
  ) async throws -> Bool {
    let workspace = try Workspace()
    defer { workspace.remove() }
    var program = self[arm].program
    program.entries = entries
    let preparation = prepare(arm, in: workspace)
    let outcome = try await WorkerSession.run(program, limits: limits) { session in
      let prepared = try await session.prepare(preparation)
      // A pair builds again between two replays, and steps to a slice that is not the next.
      for _ in 0..<2 {
        _ = try await session.time(.builds, 1)
        _ = try await session.time(.frames, prepared.frameCount)
      }
      return true
    }
    if case .completed(let isComplete, _) = outcome { return isComplete }
    return false
  }
}
