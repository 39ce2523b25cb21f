import Foundation
import Harness
import ScenarioModel
import Synchronization
import Testing

/// Runs plans with real workers into a folder.
struct CoordinatorRun: Sendable {
  /// The answer of a run, and the trials that it began.
  struct Outcome: Sendable {
    let records: [TrialRecord]
    let recordedBefore: Int?
    let started: [TrialKey]
    let secondsLeft: [Double]
  }

  /// The events of a run, from any task.
  private final class Events: Sendable {
    let all = Mutex<[ProgressEvent]>([])
  }

  var scenario = SmallScenario()
  var selection = RunSelection()
  var limits = WorkerLimits.ofTests()
  var program = WorkerProgram.test
  /// One at a time, so that the journal is in the plan's order.
  var width = 1

  var plan: Plan {
    get throws { try Plan(scenarios: [try scenario.scenario()], selection: selection) }
  }

  func coordinator(in folder: String) throws -> Coordinator {
    Coordinator(plan: try plan, program: program, limits: limits, folder: folder, width: width)
  }

  /// - Parameter signal: the file that a strategy makes before it loops; then its time is over.
  func run(
    _ mode: Coordinator.Mode, in folder: String, pastLoopAt signal: String? = nil
  ) async throws -> Outcome {
    let waiting = signal.map { signal in Task { try await limits.end(atFile: signal) } }
    defer { waiting?.cancel() }
    let events = Events()
    let records = try await coordinator(in: folder).run(mode) { event in
      events.all.withLock { $0.append(event) }
    }
    return Self.outcome(records, events.all.withLock { $0 })
  }

  /// The error of a run that is refused.
  func refusal(
    _ mode: Coordinator.Mode, in folder: String,
    sourceLocation: Testing.SourceLocation = #_sourceLocation
  ) async -> HarnessError? {
    await #expect(throws: HarnessError.self, sourceLocation: sourceLocation) {
      _ = try await run(mode, in: folder)
    }
  }

  func results(_ records: [TrialRecord]) throws -> RunResults {
    RunResults(
      plan: try plan, records: records,
      origin: RunOrigin(provenance: .current(commit: "none"), command: "run small"))
  }

  private static func outcome(_ records: [TrialRecord], _ events: [ProgressEvent]) -> Outcome {
    var recordedBefore: Int?
    var started: [TrialKey] = []
    var secondsLeft: [Double] = []
    for event in events {
      switch event {
      case .began(let trials, let left): recordedBefore = trials - left.count
      case .started(let key): started.append(key)
      case .finished(_, _, _, let seconds): secondsLeft.append(seconds)
      }
    }
    return Outcome(
      records: records, recordedBefore: recordedBefore, started: started,
      secondsLeft: secondsLeft)
  }
}

extension WorkerLimits {
  /// A minute by a clock that does not run.
  static func ofTests(memory: Int = 2 << 30) -> WorkerLimits {
    var limits = WorkerLimits(seconds: 60, memory: memory)
    limits.clock = WorkerClock()
    return limits
  }

  /// Lets the time be over as soon as a process has made a file.
  func end(atFile path: String) async throws {
    try await waitForFile(path)
    clock.advance(by: .seconds(seconds))
  }
}

/// Waits until a process has made a file.
func waitForFile(_ path: String) async throws {
  while !FileManager.default.fileExists(atPath: path) {
    try await Task.sleep(for: .milliseconds(5))
  }
}
