/// Watches a worker process and ends it when it takes too long or too much memory.
struct WorkerWatch {
  let process: Int32
  let limits: WorkerLimits
  /// Ends the process at once.
  let kill: @Sendable () -> Void

  /// Often enough that a process that allocates as fast as it can is stopped near its limit, and
  /// seldom enough that the watching costs nothing.
  private static let interval = Duration.milliseconds(20)

  /// Watches until a limit is broken, the process has ended, or the task is cancelled.
  func run() async -> BrokenLimit? {
    // A clock that stands still while the machine sleeps: so does the worker.
    let clock = SuspendingClock()
    let end = clock.now + .seconds(limits.seconds)
    while !Task.isCancelled {
      if clock.now >= end { return stop(for: .time) }
      // A process that has ended holds no memory.
      guard let memory = ProcessMemory.resident(of: process), memory > 0 else { return nil }
      if memory > limits.memory { return stop(for: .memory) }
      try? await Task.sleep(for: Self.interval, clock: clock)
    }
    return nil
  }

  private func stop(for limit: BrokenLimit) -> BrokenLimit {
    kill()
    return limit
  }
}
