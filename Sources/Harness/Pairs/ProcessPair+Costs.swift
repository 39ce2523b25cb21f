import ScenarioModel

extension ProcessPair {
  /// What the case costs one of the two programs, by a process that is thrown away.
  ///
  /// - Throws: as ``run(_:using:)``.
  public nonisolated(nonsending) func costs(
    of arm: PairArm
  ) async throws -> PairOutcome<SliceCosts> {
    let workspace = try Workspace()
    defer { workspace.remove() }
    let request = pairedCase.prepare(arm, in: workspace)
    let start = SuspendingClock.now
    let outcome = try await WorkerProcess.run(pairedCase[arm].program, limits: limits) {
      process -> PairOutcome<SliceCosts>? in
      var worker = PairedWorker(arm: arm, process: process, awaited: AwaitedArm(arm))
      do {
        let ready = try await worker.prepare(request)
        let started = SuspendingClock.now - start
        let build = try await Self.build(&worker)
        return .completed(
          SliceCosts(
            start: Int64(started / .nanoseconds(1)), frameCount: ready.frameCount,
            framesAreIndependent: ready.framesAreIndependent, build: build,
            frames: try await Self.frames(&worker, count: ready.frameCount)))
      } catch let interruption as PairedWorker.Interruption {
        guard case .failed(let reason) = interruption.cause else { return nil }
        return .broken(arm, .failed(reason: reason))
      }
    }
    try Task.checkCancellation()
    return outcome.answer.flatMap(\.self)
      ?? .broken(arm, TrialStatus(outcome.ending, limits: limits))
  }

  /// The cheapest build of a few.
  private nonisolated(nonsending) static func build(_ worker: inout PairedWorker) async throws
    -> Int64
  {
    var best = try await worker.work(.builds, 1).time(of: .builds)
    // What takes next to no time is not timed, however often it is tried.
    guard best >= SlicePlan.leastBuild / 4, best < longBuild else { return best }
    let count = Int(max(1, min(20, manyBuilds / best)))
    for _ in 0..<3 {
      let many = try await worker.work(.builds, count)
      best = min(best, many.time(of: .builds) / Int64(count))
    }
    return best
  }

  /// The cheaper of each frame's two times; of one time, where twice would have taken long.
  private nonisolated(nonsending) static func frames(_ worker: inout PairedWorker, count: Int)
    async throws -> [Int64]
  {
    var costs: [Int64] = []
    var sum: Int64 = 0
    for _ in 0..<count where sum < longReplay {
      let time = try await worker.work(.frames, 1).time(of: .frames)
      costs.append(time)
      sum += time
    }
    guard costs.count == count, sum < shortReplay else { return costs }
    _ = try await worker.work(.builds, 1)
    for frame in 0..<count {
      costs[frame] = min(costs[frame], try await worker.work(.frames, 1).time(of: .frames))
    }
    return costs
  }

  private static let manyBuilds: Int64 = 1_000_000
  private static let longBuild: Int64 = 50_000_000
  private static let shortReplay: Int64 = 250_000_000
  /// Long enough to tell what the rest of the frames may cost.
  private static let longReplay: Int64 = 1_500_000_000
}
