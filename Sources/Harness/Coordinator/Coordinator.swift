import ScenarioModel

/// Runs a plan: one trial after another, each in a fresh process, every result on disk at once.
public struct Coordinator: Sendable {
  /// What to do with a run that the folder holds already.
  public enum Beginning: Sendable {
    /// Begin a new run; a finished one in the folder is replaced.
    case anew
    /// Continue the folder's run: what is on record is not measured again.
    case resume
    /// Continue the folder's run, and measure again what did not complete: a process that was killed
    /// from outside says nothing of the strategy.
    case retry
  }

  private let plan: Plan
  private let program: WorkerProgram
  private let limits: WorkerLimits
  private let folder: String

  /// - Parameter folder: the run's folder; made where it does not exist.
  public init(plan: Plan, program: WorkerProgram, limits: WorkerLimits, folder: String) {
    self.plan = plan
    self.program = program
    self.limits = limits
    self.folder = folder
  }

  /// Runs what the journal does not hold yet.
  ///
  /// - Returns: the records of all trials, in the plan's order.
  /// - Throws: ``HarnessError`` for faults of the tool, `CancellationError` when the task is
  ///   cancelled. The journal then holds every trial that had ended.
  public func run(
    _ beginning: Beginning, progress: @Sendable (ProgressEvent) -> Void
  ) async throws -> [TrialRecord] {
    let journal = try openJournal(beginning)
    var records: [TrialKey: TrialRecord] = [:]
    for record in journal.earlier where isDone(record, beginning) {
      records[record.key] = record
    }
    if plan.trials.contains(where: { records[$0] == nil }) { try RunFolder.reopen(folder) }
    progress(.began(trials: plan.trials.count, recorded: records.count))
    var estimate = TimeEstimate(remaining: plan.trials.filter { records[$0] == nil })
    Workspace.removeAbandoned()
    let shared = try Workspace()
    defer { shared.remove() }
    let runner = TrialRunner(
      plan: plan, program: program, limits: limits, folder: folder, shared: shared)
    for key in plan.trials where records[key] == nil {
      try Task.checkCancellation()
      progress(.started(key))
      let start = SuspendingClock.now
      let record = try await self.record(key, runner: runner, earlier: records)
      try journal.append(record)
      records[key] = record
      estimate.finished(key, seconds: (SuspendingClock.now - start) / .seconds(1))
      progress(
        .finished(
          record, done: records.count, of: plan.trials.count, secondsLeft: estimate.secondsLeft))
    }
    return plan.trials.compactMap { records[$0] }
  }

  /// Whether a trial on record need not run again. One whose picture was deleted makes it again.
  private func isDone(_ record: TrialRecord, _ beginning: Beginning) -> Bool {
    if case .retry = beginning, !record.status.isCompleted { return false }
    return RunFolder.holdsPictures(of: record, in: folder)
  }

  /// Throws where a run that has ended was disturbed: its journal was deleted or replaced, or the
  /// files that its scenarios name are not those that it began with.
  public func checkUndisturbed() throws {
    try Journal.check(in: folder, after: plan)
  }

  private func openJournal(_ beginning: Beginning) throws -> Journal {
    let header = JournalHeader(plan, executable: program.executable)
    return switch beginning {
    case .resume, .retry: try Journal.resume(in: folder, header: header)
    case .anew: try Journal.begin(in: folder, header: header)
    }
  }

  /// Runs a trial, unless an earlier one of the same case did not complete: what crashed once would
  /// crash again, and what timed out would take the time again.
  private func record(
    _ key: TrialKey, runner: TrialRunner, earlier: [TrialKey: TrialRecord]
  ) async throws -> TrialRecord {
    let broken = plan.trials.first { other in
      guard other.scenarioCase == key.scenarioCase, let record = earlier[other] else {
        return false
      }
      return !record.status.isCompleted
    }
    if let broken, let status = earlier[broken]?.status {
      return TrialRecord(
        key: key, status: .skipped(because: "\(broken.kind) \(status.identifier)"))
    }
    guard let scenario = plan.scenario(of: key.scenarioCase) else {
      throw PlanError.noScenarios
    }
    return try await runner.run(key, of: scenario)
  }
}
