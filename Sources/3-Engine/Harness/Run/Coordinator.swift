import Foundation
import ScenarioModel
import Support

/// A coordinator that runs a plan, with each result on disk at once.
///
/// Inspections, which only count and model, run first: in processes that serve many cases, as many
/// at a time as the machine has processors. Then measured trials run one after another, each alone
/// in a new process. A case gets further trials where too few show that a strategy's own work takes
/// too long.
public struct Coordinator: Sendable {
  /// The treatment of a run that the folder holds already.
  public enum Mode: Sendable {
    /// Begin a new run; a folder with a finished one is refused.
    case fresh
    /// Begin a new run; a finished one in the folder is replaced.
    case overwrite
    /// Continue the folder's run, without measuring recorded trials again.
    case resume
    /// Continue the folder's run, and repeat the trials that did not complete: a process that was
    /// killed from outside does not prove a fault of the strategy.
    case retry
  }

  private let plan: Plan
  private let program: WorkerProgram
  private let limits: WorkerLimits
  private let folder: String
  private let origin: RunOrigin
  /// The processes of the inspections.
  private let pool: EvaluationPool

  /// - Parameters:
  ///   - folder: the run's folder, which is created if necessary.
  ///   - origin: the circumstances of the run, for its journal.
  ///   - kept: outcomes of earlier inspections by the program, which are not repeated.
  ///   - width: the number of inspections that run at a time, at least 1.
  package init(
    plan: Plan, program: WorkerProgram, limits: WorkerLimits, folder: String,
    origin: RunOrigin = RunOrigin(provenance: .current(commit: "")),
    kept: KeptEvaluations? = nil, width: Int = ProcessInfo.processInfo.activeProcessorCount
  ) {
    pool = EvaluationPool(program: program, limits: limits, kept: kept, width: width)
    self.plan = plan
    self.program = program
    self.limits = limits
    self.folder = folder
    self.origin = origin
  }

  /// Runs the trials that the journal does not hold.
  ///
  /// - Parameter first: the work before the first trial, as soon as the folder is the run's.
  /// - Returns: the records of all trials, in the plan's order, then those of further trials.
  /// - Throws: ``HarnessError`` for faults of the tool, `CancellationError` when the task is
  ///   cancelled. The journal then holds all trials that have ended.
  public func run(
    _ mode: Mode, first: () async throws -> Void = {},
    progress: @Sendable (ProgressEvent) -> Void
  ) async throws -> [TrialRecord] {
    let journal = try openJournal(mode)
    var records: [TrialKey: TrialRecord] = [:]
    for record in journal.earlier where isDone(record, mode) {
      records[record.key] = record
    }
    let left = plan.trials.filter { records[$0] == nil }
    if !left.isEmpty { try RunFolder.reopen(folder, keeping: journal.earlier.flatMap(\.files)) }
    progress(.began(trials: plan.trials.count, left: left))
    try await first()
    Workspace.removeAbandoned()
    let shared = try Workspace()
    defer { shared.remove() }
    if case .retry = mode { try RunFolder.removeBacktraces(in: folder) }
    var estimate = DurationEstimate<Case>()
    var remaining = left
    let planned = Set(plan.trials)
    var further = records.keys.filter { !planned.contains($0) }

    func finish(_ record: TrialRecord, seconds: Double) throws {
      try journal.append([record])
      records[record.key] = record
      remaining.removeAll { $0 == record.key }
      estimate.note(seconds, of: record.key.scenarioCase)
      progress(
        .finished(
          record, done: records.count, of: plan.trials.count + further.count,
          secondsLeft: remaining.reduce(0) {
            $0 + (estimate.seconds(of: $1.scenarioCase) ?? 0)
          }))
    }

    func measure(_ key: TrialKey) async throws {
      try Task.checkCancellation()
      progress(.started(key))
      if let skipped = skipped(key, earlier: records) { return try finish(skipped, seconds: 0) }
      let start = SuspendingClock.now
      let record = try await trial(key, shared: shared)
      try finish(record, seconds: (SuspendingClock.now - start) / .seconds(1))
    }

    var jobs: [EvaluationPool.Job] = []
    let pictures = try shared.makeFolder(Self.pictures)
    for key in left where key.kind == .inspection {
      if let skipped = skipped(key, earlier: records) {
        progress(.started(key))
        try finish(skipped, seconds: 0)
      } else {
        jobs += [plan.job(of: key, pictures: pictures)].compactMap(\.self)
      }
    }
    var starts: [Case: SuspendingClock.Instant] = [:]
    // Nothing is measured until its processes have ended.
    try await pool.open(sharing: shared) { queue in
      _ = try await queue.run(Self.lists(of: jobs)) { job, outcome in
        let record = try await record(of: outcome, job, shared: shared)
        let start = starts[job.scenarioCase] ?? .now
        try finish(record, seconds: (SuspendingClock.now - start) / .seconds(pool.width))
      } began: { job in
        starts[job.scenarioCase] = .now
        progress(.started(TrialKey(scenarioCase: job.scenarioCase, kind: .inspection)))
      }
    }
    for key in left where key.kind != .inspection { try await measure(key) }
    var done = Dictionary(grouping: records.values, by: \.key.scenarioCase)
    for scenario in plan.scenarios {
      let description = ScenarioDescription(scenario, selection: plan.selection)
      for scenarioCase in plan.cases where scenarioCase.scenario == scenario.name {
        while let key = description.furtherTrial(of: scenarioCase, after: done[scenarioCase] ?? [])
        {
          further.append(key)
          try await measure(key)
          done[scenarioCase]?.append(contentsOf: [records[key]].compactMap(\.self))
        }
      }
    }
    return (plan.trials + further).compactMap { records[$0] }
  }

  /// Returns whether a recorded trial need not run again. A trial whose picture was deleted runs
  /// again.
  private func isDone(_ record: TrialRecord, _ mode: Mode) -> Bool {
    if case .retry = mode, !record.status.isCompleted { return false }
    return RunFolder.holdsPictures(of: record, in: folder)
  }

  /// Checks that a run that has ended was not disturbed: that its journal was not deleted or
  /// replaced, and that the files that its scenarios name did not change.
  public func checkUndisturbed() throws {
    try Journal.check(in: folder, after: plan)
  }

  private func openJournal(_ mode: Mode) throws -> Journal {
    let header = JournalHeader(plan, executable: program.executable, origin: origin)
    return switch mode {
    case .resume, .retry: try Journal.resume(in: folder, header: header)
    case .fresh, .overwrite:
      try Journal.begin(in: folder, header: header, replacing: mode == .overwrite)
    }
  }

  /// The record of a trial that is not run because an earlier trial of the same case did not
  /// complete: it would probably crash or time out again. `nil` for one that has to run.
  private func skipped(
    _ key: TrialKey, earlier: [TrialKey: TrialRecord]
  ) -> TrialRecord? {
    let broken = plan.trials.lazy.compactMap { earlier[$0] }
      .first { $0.key.scenarioCase == key.scenarioCase && !$0.status.isCompleted }
    return broken.map {
      TrialRecord(key: key, status: .skipped(because: "\($0.key.kind) \($0.status.identifier)"))
    }
  }

  private func scenario(of key: TrialKey) throws(PlanError) -> Scenario {
    guard let scenario = plan.scenario(of: key.scenarioCase) else { throw .noScenarios }
    return scenario
  }
}

/// An event of a coordinator's progress.
public enum ProgressEvent: Sendable {
  /// The run begins; an earlier part of it may have recorded some trials, and the others are left.
  case began(trials: Int, left: [TrialKey])
  /// A trial begins.
  case started(TrialKey)
  /// A trial has ended and is in the journal.
  case finished(TrialRecord, done: Int, of: Int, secondsLeft: Double)
}

/// The durations of work by groups, for an estimate of what is to come.
package struct DurationEstimate<Group: Hashable> {
  private var groups: [Group: (total: Double, count: Int)] = [:]
  private var all = (total: 0.0, count: 0)

  package init() {}

  package mutating func note(_ seconds: Double, of group: Group) {
    let known = groups[group] ?? (0, 0)
    groups[group] = (known.total + seconds, known.count + 1)
    all = (all.total + seconds, all.count + 1)
  }

  /// Returns the mean of a group or, for a new group, of all; `nil` before the first duration.
  package func seconds(of group: Group) -> Double? {
    let known = groups[group] ?? all
    return known.count > 0 ? known.total / Double(known.count) : nil
  }
}

// MARK: - Inspections

extension Coordinator {
  /// The folder of new pictures and recordings, within the shared one.
  private static let pictures = "pictures"

  /// The jobs by the data that they share: the strategies of a size and a variant have the same
  /// data.
  package static func lists(of jobs: [EvaluationPool.Job]) -> [[EvaluationPool.Job]] {
    let lists = Dictionary(grouping: jobs, by: \.environment)
    return jobs.map(\.environment).uniqued().compactMap { lists[$0] }
  }

  private func record(
    of outcome: EvaluationPool.Outcome, _ job: EvaluationPool.Job, shared: Workspace
  ) async throws -> TrialRecord {
    let key = TrialKey(scenarioCase: job.scenarioCase, kind: .inspection)
    switch outcome {
    case .inspected(let inspection, let printed):
      try shared.move(inspection.files, from: Self.pictures, toRun: folder)
      return TrialRecord(
        key: key, status: .completed, values: inspection.values, pictures: inspection.pictures,
        recording: inspection.recording,
        transcripts: inspection.transcripts, outcomes: inspection.outcomes,
        parameters: inspection.parameters, printed: printed)
    case .broken(let status): return try await record(of: status, key, shared: shared)
    case .evaluated, .measured:
      throw HarnessError.otherProtocol(found: "an outcome that is not an inspection's")
    }
  }
}

// MARK: - Trials

extension ScenarioDescription {
  /// The trial that a case needs besides those of its plan: one more where all exceed a bound of a
  /// strategy's own work and are too few to decide; `nil` if it needs none.
  fileprivate func furtherTrial(
    of scenarioCase: Case, after records: [TrialRecord]
  ) -> TrialKey? {
    let measured = records.filter { $0.key.kind != .inspection }
    // Further trials do not give a number that none has.
    let names = Set(measured.flatMap { $0.values.filter { $0.value.number != nil }.map(\.name) })
    let bounds = ownWork(of: scenarioCase.variant).filter { names.contains($0.metric.name) }
    guard !measured.isEmpty, measured.count < OwnWork.agreeingTrials,
      records.allSatisfy(\.status.isCompleted),
      case .open = OwnWork(
        CaseResult(scenarioCase, records: measured, metrics: bounds.map(\.metric)), bounds: bounds)
    else { return nil }
    return TrialKey(scenarioCase: scenarioCase, kind: .measurement(measured.count + 1))
  }
}

extension Coordinator {
  /// Runs a measured trial in its own worker process, and returns a failure of the worker as a
  /// status.
  ///
  /// Throws only for a fault of the tool or the machine, and for cancellation.
  ///
  /// - Parameter shared: the workspace that the trials of this run share.
  private func trial(_ key: TrialKey, shared: Workspace) async throws -> TrialRecord {
    let workspace = try Workspace()
    defer { workspace.remove() }
    let preparation = CasePreparation(
      scenario: ScenarioText(try scenario(of: key)), scenarioCase: key.scenarioCase,
      seed: plan.selection.seed,
      folders: TrialFolders(own: workspace.path, shared: shared.path))
    let watch = MachineLoad.Watch()
    let outcome = try await WorkerSession.run(program, limits: limits) { session in
      _ = try await session.prepare(preparation)
      let measurement = try await session.measure()
      return (measurement, watch.load(waiting: measurement.waiting))
    }
    switch outcome {
    case .completed((let measurement, let load), _):
      return TrialRecord(key: key, status: .completed, values: measurement.values, load: load)
    case .broken(let status): return try await record(of: status, key, shared: shared)
    }
  }

  /// The record of a trial that did not complete.
  ///
  /// One that crashed by a fault of the program's code is repeated once, to find where in the code
  /// the fault is.
  private func record(
    of status: TrialStatus, _ key: TrialKey, shared: Workspace
  ) async throws -> TrialRecord {
    guard case .crashed(let ending, let standardError) = status, TrialStatus.isFault(ending)
    else { return TrialRecord(key: key, status: status) }
    return TrialRecord(
      key: key,
      status: .crashed(
        ending: try await located(ending, in: key, shared: shared), standardError: standardError))
  }

  /// Repeats a trial that crashed, and keeps its stack in the run's folder.
  ///
  /// - Returns: the words about the crash, with its place or the reason why that is not known.
  private func located(
    _ ending: String, in key: TrialKey, shared: Workspace
  ) async throws -> String {
    let workspace = try Workspace()
    defer { workspace.remove() }
    let file = workspace.path + "/stack"
    var program = program
    guard let setting = Backtrace.setting(for: file) else {
      return ending
        + "; the place is not known: expected Swift's swift-backtrace next to 'swift', found none"
    }
    program.backtrace = setting
    // Other inspections may run meanwhile: a test's clock that ends one of them must not end it.
    var limits = limits
    limits.clock = .system
    guard let job = plan.job(of: key, pictures: try workspace.makeFolder(Self.pictures)) else {
      return ending
    }
    let repeated = try await EvaluationPool(program: program, limits: limits)
      .alone(job, sharing: shared)
    guard case .broken = repeated else { return ending + "; the repeat did not crash" }
    guard let data = try? RegularFile.read(file, limit: 1 << 20) else {
      return ending + "; the place is not known: the repeat left no stack"
    }
    let backtrace = Backtrace(String(decoding: data, as: UTF8.self))
    let name = RunFolder.backtraceFile(of: key.scenarioCase)
    let target = try RunFolder.makeFolder(of: name, in: folder)
    do {
      try AtomicFile.write(backtrace.text, to: target)
    } catch {
      throw HarnessError.cannotWrite(path: target, reason: error.reason)
    }
    // The place says more than the list of what may trap.
    return backtrace.fault.map { ending.replacing(/: .*\)/, with: ")") + " in \($0)" } ?? ending
  }
}

extension Plan {
  /// Returns a trial as a job of a pool; `nil` for one of another plan.
  package func job(of key: TrialKey, pictures: String? = nil) -> EvaluationPool.Job? {
    scenario(of: key.scenarioCase).map { scenario in
      let isWhole = scenario.trialCount(selection: selection) == 0
      return EvaluationPool.Job(
        scenario: scenario, scenarioCase: key.scenarioCase, seed: selection.seed,
        work: key.kind == .inspection ? .inspect(isWhole: isWhole, pictures: pictures) : .trial)
    }
  }
}
