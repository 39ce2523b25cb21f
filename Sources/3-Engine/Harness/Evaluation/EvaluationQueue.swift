import DequeModule
import Foundation
import ScenarioModel
import Synchronization

/// Jobs that wait for a process, and processes that wait for jobs.
///
/// Safe to use from several threads.
package final class EvaluationQueue: Sendable {
  private struct State {
    var lists: Deque<List> = []
    /// Lists that a process works on, and some that are done.
    var begun: [List] = []
    var idle: [CheckedContinuation<List?, Never>] = []
    var callers: [UUID: Events.Continuation] = [:]
    /// Not `nil` when the queue is closed.
    var closing: (any Error)?
    var disbelief: Case?
  }

  /// The beginning of a job, without an outcome, or its end.
  fileprivate typealias Events =
    AsyncThrowingStream<(index: Int, outcome: EvaluationPool.Outcome?), any Error>

  private let kept: KeptEvaluations?
  private let checked: Double
  private let state = Mutex(State())

  init(kept: KeptEvaluations?, checked: Double) {
    self.kept = kept
    self.checked = checked
  }

  /// The case whose kept outcome differed when it was computed again; from then on all outcomes are
  /// computed. `nil` if there is none.
  package var disbelief: Case? { state.withLock(\.disbelief) }

  /// Does lists of jobs, and returns their outcomes in their order.
  ///
  /// One process works on a list, from its first job to its last: what its jobs have in common is
  /// made once. A process without work takes the last half of what another one has not begun.
  ///
  /// - Parameters:
  ///   - completed: is called with each outcome as it comes, never twice at a time.
  ///   - began: is called when a process takes a job.
  package nonisolated(nonsending) func run(
    _ lists: [[EvaluationPool.Job]],
    completed:
      nonisolated(nonsending) (EvaluationPool.Job, EvaluationPool.Outcome) async throws
      -> Void = { _, _ in },
    began: (EvaluationPool.Job) -> Void = { _ in }
  ) async throws -> [[EvaluationPool.Outcome]] {
    let jobs = lists.flatMap(\.self)
    var known: [Int: EvaluationPool.Outcome] = [:]
    if let kept, disbelief == nil {
      for (index, job) in jobs.enumerated() { known[index] = kept.outcome(of: job) }
    }
    let sampleSize = max(1, Int((Double(known.count) * min(checked, 1)).rounded(.up)))
    var outcomes: [Int: EvaluationPool.Outcome] = [:]

    var wanted = Set(jobs.indices).subtracting(known.keys.shuffled().dropFirst(sampleSize))
    while !wanted.isEmpty {
      try await events(of: lists, at: wanted) { index, outcome in
        guard let outcome else { return began(jobs[index]) }
        if let earlier = known[index], !outcome.agrees(with: earlier, on: jobs[index]) {
          state.withLock { $0.disbelief = $0.disbelief ?? jobs[index].scenarioCase }
        }
        kept?.keep(outcome, of: jobs[index])
        outcomes[index] = outcome
        try await completed(jobs[index], outcome)
      }
      wanted = disbelief == nil ? [] : Set(jobs.indices).subtracting(outcomes.keys)
    }
    for (index, job) in jobs.enumerated() where outcomes[index] == nil {
      guard let outcome = known[index] else { continue }
      began(job)
      outcomes[index] = outcome
      try await completed(job, outcome)
    }
    var rest = jobs.indices.compactMap { outcomes[$0] }[...]
    return lists.map { list in
      defer { rest = rest.dropFirst(list.count) }
      return Array(rest.prefix(list.count))
    }
  }

  /// Hands lists of jobs to the processes, and passes on the beginning and the outcome of each.
  ///
  /// - Parameter wanted: the places of the jobs to do, among those of all lists.
  private nonisolated(nonsending) func events(
    of lists: [[EvaluationPool.Job]], at wanted: Set<Int>,
    handle: nonisolated(nonsending) (Int, EvaluationPool.Outcome?) async throws -> Void
  ) async throws {
    let (events, continuation) = Events.makeStream()
    let caller = UUID()
    try state.withLock { state in
      if let error = state.closing { throw error }
      state.callers[caller] = continuation
    }
    defer { state.withLock { $0.callers[caller] = nil } }
    var index = -1
    for jobs in lists {
      let entries = jobs.map { job in
        index += 1
        return Entry(job: job, index: index, events: continuation)
      }
      hand(List(entries.filter { wanted.contains($0.index) }))
    }
    var left = wanted.count
    for try await event in events {
      try await handle(event.index, event.outcome)
      if event.outcome != nil { left -= 1 }
      if left == 0 { return }
    }
    // The task was cancelled.
    throw CancellationError()
  }

  /// Gives a list, or the rest of one, to the next process.
  func hand(_ list: List) {
    guard list.count > 0 else { return }
    let idle: CheckedContinuation<List?, Never>? = state.withLock { state in
      guard let idle = state.idle.popLast() else {
        state.lists.append(list)
        return nil
      }
      state.begun.append(list)
      return idle
    }
    idle?.resume(returning: list)
  }

  /// Waits for jobs; `nil` when the queue is closed.
  ///
  /// - Parameter earlier: the list before: jobs of its scenario share what the process has made.
  func next(after earlier: List? = nil) async -> List? {
    await withCheckedContinuation { continuation in
      let (list, waits): (List?, Bool) = state.withLock { state in
        if state.closing != nil { return (nil, false) }
        if let list = Self.take(from: &state, after: earlier) { return (list, false) }
        state.idle.append(continuation)
        return (nil, true)
      }
      if !waits { continuation.resume(returning: list) }
    }
  }

  private static func take(from state: inout State, after earlier: List?) -> List? {
    state.begun.removeAll { $0.count == 0 }
    let list: List?
    if state.lists.isEmpty {
      list = state.begun.max { $0.count < $1.count }?.split()
    } else {
      list = state.lists.remove(
        at: state.lists.firstIndex { $0.scenario == earlier?.scenario } ?? state.lists.startIndex)
    }
    if let list { state.begun.append(list) }
    return list
  }

  /// Ends all processes that wait, and fails what waits for one.
  func close(throwing error: any Error) {
    let (idle, callers) = state.withLock { state in
      defer { (state.idle, state.lists, state.callers) = ([], [], [:]) }
      if state.closing == nil { state.closing = error }
      return (state.idle, state.callers.values)
    }
    for continuation in idle { continuation.resume(returning: nil) }
    for caller in callers { caller.finish(throwing: error) }
  }
}

extension EvaluationQueue {
  /// A job with the one who waits for it.
  struct Entry: Sendable {
    let job: EvaluationPool.Job
    fileprivate let index: Int
    fileprivate let events: Events.Continuation

    func end(with outcome: EvaluationPool.Outcome) {
      events.yield((index, outcome))
    }
  }

  /// The jobs for one process that have not begun.
  final class List: Sendable {
    let scenario: String
    private let entries: Mutex<Deque<Entry>>

    fileprivate init(_ entries: some Collection<Entry>) {
      scenario = entries.first?.job.scenario.name ?? ""
      self.entries = Mutex(Deque(entries))
    }

    var count: Int { entries.withLock(\.count) }

    /// Takes the first job; `nil` if there is none.
    func begin() -> Entry? {
      let entry = entries.withLock { $0.popFirst() }
      if let entry { entry.events.yield((entry.index, nil)) }
      return entry
    }

    /// Takes the last half of the jobs; `nil` if there is none.
    fileprivate func split() -> List? {
      let taken = entries.withLock { entries in
        let taken = Array(entries.suffix((entries.count + 1) / 2))
        entries.removeLast(taken.count)
        return taken
      }
      return taken.isEmpty ? nil : List(taken)
    }
  }
}
