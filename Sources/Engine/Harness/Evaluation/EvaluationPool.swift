import DequeModule
import Foundation
import ScenarioModel
import Synchronization

/// Worker processes that evaluate the cases of one scenario, in parallel.
///
/// The values do not depend on the number of processes, and not on which of them evaluates what.
public struct EvaluationPool: Sendable {
  /// A case with points at which one process evaluates it.
  public struct Job: Hashable, Sendable {
    /// The case.
    public let scenarioCase: Case
    /// The points.
    public let points: [ParameterPoint]

    /// Creates a job.
    public init(_ scenarioCase: Case, points: [ParameterPoint]) {
      self.scenarioCase = scenarioCase
      self.points = points
    }
  }

  /// The end of a job.
  public enum Outcome: Sendable {
    /// The evaluations, in the order of the points.
    case evaluated([Evaluation])
    /// The process did not complete.
    case broken(TrialStatus)
  }

  private let scenario: Scenario
  private let program: WorkerProgram
  private let limits: WorkerLimits
  private let width: Int

  /// Creates a pool for a scenario's cases.
  ///
  /// - Parameters:
  ///   - limits: the limits of a process in its whole life.
  ///   - width: the number of processes at a time, at least 1.
  public init(
    _ scenario: Scenario, program: WorkerProgram, limits: WorkerLimits,
    width: Int = ProcessInfo.processInfo.activeProcessorCount
  ) {
    self.scenario = scenario
    self.program = program
    self.limits = limits
    self.width = max(1, width)
  }

  /// Opens a queue for jobs, whose processes live until the body returns.
  ///
  /// A process starts with the first job that it takes. One that crashes breaks its job; another one
  /// continues.
  ///
  /// - Throws: ``HarnessError`` for faults of the tool, `CancellationError` when the task is
  ///   cancelled, and what the body throws.
  public func open<Result: Sendable>(
    _ body: nonisolated(nonsending) (EvaluationQueue) async throws -> Result
  ) async throws -> Result {
    Workspace.removeAbandoned()
    let shared = try Workspace()
    defer { shared.remove() }
    let queue = EvaluationQueue()
    return try await withThrowingTaskGroup(of: Void.self) { processes in
      // Else a process would wait for the next job for ever.
      defer { queue.close(throwing: CancellationError()) }
      for _ in 0..<width {
        processes.addTask {
          do {
            while let batch = await queue.next() {
              try await work(on: batch, from: queue, shared: shared)
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

  /// Lets a new process work until the queue is closed, or until it breaks.
  private func work(
    on first: EvaluationQueue.Batch, from queue: EvaluationQueue, shared: Workspace
  ) async throws {
    let current = Mutex<EvaluationQueue.Batch?>(first)
    do {
      let workspace = try Workspace()
      defer { workspace.remove() }
      let folders = TrialFolders(own: workspace.path, shared: shared.path)
      let ending = try await WorkerSession.run(program, limits: limits) { session in
        var next: EvaluationQueue.Batch? = first
        while let batch = next {
          current.withLock { $0 = batch }
          while let job = batch.nextJob {
            let evaluations = try await session.evaluate(
              CasePreparation(
                scenario: ScenarioText(scenario), scenarioCase: job.scenarioCase, seed: nil,
                folders: folders),
              at: job.points)
            batch.add(.evaluated(evaluations))
          }
          current.withLock { $0 = nil }
          next = await queue.next()
        }
      }
      guard case .broken(let status) = ending, let batch = current.withLock(\.self) else { return }
      batch.add(.broken(status))
      if batch.nextJob != nil { queue.putBack(batch) }
    } catch {
      current.withLock(\.self)?.fail(error)
      throw error
    }
  }
}

/// Jobs that wait for a process, and processes that wait for jobs.
///
/// Safe to use from several threads.
public final class EvaluationQueue: Sendable {
  private struct State {
    var batches: Deque<Batch> = []
    var idle: [CheckedContinuation<Batch?, Never>] = []
    /// Not `nil` when the queue is closed.
    var closing: (any Error)?
  }

  private let state = Mutex(State())

  fileprivate init() {}

  /// Evaluates lists of jobs, and returns their outcomes in their order.
  ///
  /// One process works on a list, from its first job to its last: what its jobs have in common is
  /// made once.
  public func run(
    _ lists: [[EvaluationPool.Job]]
  ) async throws -> [[EvaluationPool.Outcome]] {
    try await withThrowingTaskGroup(of: (Int, [EvaluationPool.Outcome]).self) { tasks in
      for (index, jobs) in lists.enumerated() where !jobs.isEmpty {
        tasks.addTask {
          (
            index,
            try await withCheckedThrowingContinuation { self.add(Batch(jobs, waiting: $0)) }
          )
        }
      }
      var outcomes: [[EvaluationPool.Outcome]] = Array(repeating: [], count: lists.count)
      for try await (index, found) in tasks { outcomes[index] = found }
      return outcomes
    }
  }

  /// What becomes of a batch that waits for a process, or of a process that waits for a batch.
  private enum Waiting {
    case waits
    case taken(CheckedContinuation<Batch?, Never>)
    case closed(any Error)
  }

  /// Adds a batch after the others that wait.
  private func add(_ batch: Batch) {
    hand(batch) { $0.append(batch) }
  }

  /// Gives the rest of a batch to the next process.
  fileprivate func putBack(_ batch: Batch) {
    hand(batch) { $0.prepend(batch) }
  }

  private func hand(_ batch: Batch, orKeep keep: (inout Deque<Batch>) -> Void) {
    let waiting: Waiting = state.withLock { state in
      if let error = state.closing { return .closed(error) }
      if let idle = state.idle.popLast() { return .taken(idle) }
      keep(&state.batches)
      return .waits
    }
    switch waiting {
    case .waits: break
    case .taken(let process): process.resume(returning: batch)
    case .closed(let error): batch.fail(error)
    }
  }

  /// Waits for jobs; `nil` when the queue is closed.
  fileprivate func next() async -> Batch? {
    await withCheckedContinuation { continuation in
      let (batch, waits): (Batch?, Bool) = state.withLock { state in
        if state.closing != nil { return (nil, false) }
        if let batch = state.batches.popFirst() { return (batch, false) }
        state.idle.append(continuation)
        return (nil, true)
      }
      if !waits { continuation.resume(returning: batch) }
    }
  }

  /// Ends all processes that wait, and fails what waits for one.
  fileprivate func close(throwing error: any Error) {
    let (idle, batches) = state.withLock { state in
      defer { (state.idle, state.batches) = ([], []) }
      if state.closing == nil { state.closing = error }
      return (state.idle, state.batches)
    }
    for continuation in idle { continuation.resume(returning: nil) }
    for batch in batches { batch.fail(error) }
  }

  /// Jobs for one process, with those who wait for their outcomes.
  fileprivate final class Batch: Sendable {
    private struct State {
      var outcomes: [EvaluationPool.Outcome] = []
      var waiting: CheckedContinuation<[EvaluationPool.Outcome], any Error>?
    }

    private let jobs: [EvaluationPool.Job]
    private let state: Mutex<State>

    init(
      _ jobs: [EvaluationPool.Job],
      waiting: CheckedContinuation<[EvaluationPool.Outcome], any Error>
    ) {
      self.jobs = jobs
      state = Mutex(State(waiting: waiting))
    }

    /// The first job without an outcome; `nil` if all have one.
    var nextJob: EvaluationPool.Job? {
      state.withLock { $0.outcomes.count < jobs.count ? jobs[$0.outcomes.count] : nil }
    }

    /// Adds the outcome of the next job.
    func add(_ outcome: EvaluationPool.Outcome) {
      let done = state.withLock { state in
        state.outcomes.append(outcome)
        return state.outcomes.count == jobs.count
          ? state.waiting.take().map { ($0, state.outcomes) } : nil
      }
      done?.0.resume(returning: done?.1 ?? [])
    }

    /// Ends the waiting for the outcomes; without effect if all are there.
    func fail(_ error: any Error) {
      state.withLock { $0.waiting.take() }?.resume(throwing: error)
    }
  }
}
