import Foundation
import ScenarioModel

/// Worker processes that evaluate and inspect the cases of scenarios, in parallel.
///
/// The outcomes do not depend on the number of processes, nor on the division of jobs among them.
package struct EvaluationPool: Sendable {
  /// A case, and the question about it.
  package struct Job: Sendable {
    package let scenario: Scenario
    package let scenarioCase: Case
    /// The seed of all generators; `nil` for the scenario's own.
    package let seed: UInt64?
    package let work: Work

    package init(scenario: Scenario, scenarioCase: Case, seed: UInt64? = nil, work: Work) {
      self.scenario = scenario
      self.scenarioCase = scenarioCase
      self.seed = seed
      self.work = work
    }

    /// The parts that the jobs of all strategies share, such as their data.
    var environment: Case {
      Case(
        scenario: scenarioCase.scenario, variant: scenarioCase.variant, size: scenarioCase.size,
        strategy: "")
    }
  }

  package enum Work: Hashable, Sendable {
    /// The values at some points of the profile's parameters.
    case evaluate([ParameterPoint])
    /// An observed replay. It is whole if no trial measures the case, so that it returns all values.
    /// Pictures and recordings go to an existing folder; with `nil`, only values are wanted.
    case inspect(isWhole: Bool, pictures: String?)
    /// A trial in a process of its own, for counts and memory. The runtime allocates when it uses a
    /// type for the first time, and the allocator keeps what earlier cases freed, so allocations
    /// and peaks would depend on the cases before. No other number does.
    case trial
  }

  /// The end of a job.
  package enum Outcome: Sendable, Codable {
    /// The evaluations, in the order of the points.
    case evaluated([Evaluation])
    /// The inspection, and the last lines that the strategy printed during it.
    case inspected(Inspection, printed: String?)
    case measured([NamedValue])
    /// The process did not complete the job, although it had no other one.
    case broken(TrialStatus)

    /// All values of the cases; none of a process that broke.
    var values: [NamedValue] {
      switch self {
      case .evaluated(let evaluations): evaluations.flatMap(\.values)
      case .inspected(let inspection, _): inspection.values
      case .measured(let values): values
      case .broken: []
      }
    }

    /// Returns whether two outcomes of a job have the same values, but for those that differ from
    /// one replay to the next.
    func agrees(with other: Outcome, on job: Job) -> Bool {
      let measured = Set(job.scenario.metrics.filter { $0.kind == .measured }.map(\.name))
      func counted(_ outcome: Outcome) -> [NamedValue] {
        outcome.values.filter { !measured.contains($0.name) }
      }
      return counted(self) == counted(other)
    }
  }

  private let program: WorkerProgram
  private let limits: WorkerLimits
  private let kept: KeptEvaluations?
  private let checked: Double
  let width: Int

  /// Creates a pool.
  ///
  /// - Parameters:
  ///   - limits: the limits of each job.
  ///   - kept: outcomes of earlier jobs of the program, which are not computed again.
  ///   - checked: the share of them that is computed again, chosen at random; at least one is, as a
  ///     strategy may read what the key of an outcome does not have.
  ///   - width: the number of processes at a time, at least 1.
  package init(
    program: WorkerProgram, limits: WorkerLimits, kept: KeptEvaluations? = nil,
    checked: Double = 0, width: Int = ProcessInfo.processInfo.activeProcessorCount
  ) {
    self.program = program
    self.limits = limits
    self.kept = kept
    self.checked = checked
    self.width = max(1, width)
  }

  /// Opens a queue for jobs, whose processes live until the body returns.
  ///
  /// A process starts with the first job that it takes. A job that breaks it is repeated alone in a
  /// new one: what earlier jobs left may be at fault.
  ///
  /// - Parameter workspace: the folder that the jobs share with others; `nil` for one of their own.
  /// - Throws: ``HarnessError`` for faults of the tool, `CancellationError` when the task is
  ///   cancelled, and what the body throws.
  package func open<Result: Sendable>(
    sharing workspace: Workspace? = nil,
    _ body: nonisolated(nonsending) (EvaluationQueue) async throws -> Result
  ) async throws -> Result {
    Workspace.removeAbandoned()
    let shared = try workspace ?? Workspace()
    defer { if workspace == nil { shared.remove() } }
    let queue = EvaluationQueue(kept: kept, checked: checked)
    return try await withThrowingTaskGroup(of: Void.self) { processes in
      // Else a process would wait for the next job for ever.
      defer { queue.close(throwing: CancellationError()) }
      for _ in 0..<width {
        processes.addTask {
          do {
            while let list = await queue.next() {
              try await work(on: list, from: queue, shared: shared)
            }
          } catch {
            queue.close(throwing: error)
            throw error
          }
        }
      }
      let result = try await body(queue)
      queue.close(throwing: CancellationError())
      try await processes.waitForAll()
      return result
    }
  }

  /// Lets a new process work until the queue is closed, until it breaks, or until it holds so much
  /// memory that a later job could lack it.
  private func work(
    on first: EvaluationQueue.List, from queue: EvaluationQueue, shared: Workspace
  ) async throws {
    let workspace = try Workspace()
    defer { workspace.remove() }
    let folders = TrialFolders(own: workspace.path, shared: shared.path)
    var list: EvaluationQueue.List? = first
    var present: EvaluationQueue.Entry?
    var isFirstJob = true
    let ending = try await WorkerSession.run(program, limits: limits) { session in
      // The end of a process has the time of a job.
      let watch = session.watch
      defer { watch.begin() }
      while let current = list {
        while let entry = current.begin() {
          if entry.job.work == .trial {
            session.watch.pause()
            entry.end(with: try await alone(entry.job, sharing: shared))
            continue
          }
          present = entry
          session.watch.begin()
          let outcome = try await Self.outcome(of: entry.job, by: &session, in: folders)
          session.watch.pause()
          (present, isFirstJob) = (nil, false)
          entry.end(with: outcome)
          if session.watch.isHalfFull { return }
        }
        list = await queue.next(after: current)
      }
    }
    guard let list else { return }
    // A process that breaks before its first job would break before each.
    if case .broken(let status) = ending, let entry = present ?? list.begin() {
      // Its first job was alone.
      let outcome =
        isFirstJob ? Outcome.broken(status) : try await alone(entry.job, sharing: shared)
      entry.end(with: outcome)
    }
    queue.hand(list)
  }

  /// Does a job in a process of its own.
  func alone(_ job: Job, sharing shared: Workspace) async throws -> Outcome {
    let workspace = try Workspace()
    defer { workspace.remove() }
    let folders = TrialFolders(own: workspace.path, shared: shared.path)
    let ending = try await WorkerSession.run(program, limits: limits) { session in
      try await Self.outcome(of: job, by: &session, in: folders)
    }
    switch ending {
    case .completed(let outcome, _): return outcome
    case .broken(let status): return .broken(status)
    }
  }

  private nonisolated(nonsending) static func outcome(
    of job: Job, by session: inout WorkerSession, in folders: TrialFolders
  ) async throws -> Outcome {
    var preparation = CasePreparation(
      scenario: ScenarioText(job.scenario), scenarioCase: job.scenarioCase, seed: job.seed,
      folders: folders)
    switch job.work {
    case .evaluate(let points):
      return .evaluated(try await session.evaluate(preparation, at: points))
    case .inspect(let isWhole, let pictures):
      // A base of an earlier version would find here its output for another case.
      let own = folders.own + "/inspection-\(UUID().uuidString)"
      try RunFolder.makeFolder(own + "/pictures")
      defer { try? FileManager.default.removeItem(atPath: own) }
      preparation.folders = TrialFolders(own: own, shared: folders.shared)
      preparation.isInspectedOnly = isWhole ? true : nil
      preparation.isInspectedForValues = pictures == nil ? true : nil
      let (inspection, printed) = try await session.inspect(
        preparation, pictures: pictures ?? own + "/pictures")
      return .inspected(inspection, printed: printed)
    case .trial:
      _ = try await session.prepare(preparation)
      return .measured(try await session.measure().values)
    }
  }
}
