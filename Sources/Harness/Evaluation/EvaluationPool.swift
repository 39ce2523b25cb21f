import Foundation
import ScenarioModel
import Synchronization

/// A number of cases and points to evaluate, in parallel on worker processes that stay alive.
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

  /// Evaluates jobs, and returns their outcomes in their order.
  ///
  /// A process that crashes breaks its job; another one continues with the next job.
  ///
  /// - Throws: ``HarnessError`` for faults of the tool, `CancellationError` when the task is
  ///   cancelled.
  public func run(_ jobs: [Job]) async throws -> [Outcome] {
    let shared = try Workspace()
    defer { shared.remove() }
    let queue = JobQueue(jobs.count)
    return try await withThrowingTaskGroup(of: [(Int, Outcome)].self) { group in
      for _ in 0..<min(width, jobs.count) {
        group.addTask { try await work(on: jobs, from: queue, shared: shared) }
      }
      var outcomes: [Outcome?] = Array(repeating: nil, count: jobs.count)
      for try await part in group {
        for (index, outcome) in part { outcomes[index] = outcome }
      }
      return outcomes.compactMap(\.self)
    }
  }

  /// Takes jobs until there are none, with a new process after one that broke.
  private func work(
    on jobs: [Job], from queue: JobQueue, shared: Workspace
  ) async throws -> [(Int, Outcome)] {
    var outcomes: [(Int, Outcome)] = []
    while !queue.isEmpty {
      try Task.checkCancellation()
      let workspace = try Workspace()
      defer { workspace.remove() }
      let folders = TrialFolders(own: workspace.path, shared: shared.path)
      let done = Mutex<[(Int, Outcome)]>([])
      let current = Mutex<Int?>(nil)
      let ending = try await WorkerSession.run(program, limits: limits) { session in
        while let index = queue.next() {
          current.withLock { $0 = index }
          let job = jobs[index]
          let evaluations = try await session.evaluate(
            CasePreparation(
              scenario: ScenarioText(scenario), scenarioCase: job.scenarioCase, seed: nil,
              folders: folders),
            at: job.points)
          done.withLock { $0.append((index, .evaluated(evaluations))) }
        }
        current.withLock { $0 = nil }
      }
      outcomes += done.withLock(\.self)
      if case .broken(let status) = ending, let index = current.withLock(\.self) {
        outcomes.append((index, .broken(status)))
      }
    }
    return outcomes
  }
}

/// The jobs that no process has taken yet.
private final class JobQueue: Sendable {
  private let count: Int
  private let taken = Mutex(0)

  init(_ count: Int) {
    self.count = count
  }

  var isEmpty: Bool { taken.withLock { $0 >= count } }

  func next() -> Int? {
    taken.withLock { taken in
      guard taken < count else { return nil }
      defer { taken += 1 }
      return taken
    }
  }
}
