import Foundation
import Harness
import ScenarioModel
import Synchronization
import TestSupport

/// Runs plans with real workers into a folder.
struct CoordinatorRun {
  /// What a run answered, and the trials that it began.
  struct Outcome {
    let records: [TrialRecord]
    let recordedBefore: Int?
    let started: [TrialKey]
    let secondsLeft: [Double]
  }

  /// Takes the events of a run, from whatever task they come.
  private final class Events: Sendable {
    let all = Mutex<[ProgressEvent]>([])
  }

  var scenario: SmallScenario
  var selection = RunSelection()
  var limits = WorkerLimits(seconds: 60, memory: 2 << 30)
  var program = WorkerProgram(
    executable: BuiltProduct.faultyStrategies, arguments: ["worker"])

  var plan: Plan {
    get throws { try Plan(scenarios: [try scenario.scenario()], selection: selection) }
  }

  func run(_ beginning: Coordinator.Mode, in folder: String) async throws -> Outcome {
    let events = Events()
    let records = try await Coordinator(
      plan: plan, program: program, limits: limits, folder: folder
    ).run(beginning) { event in
      events.all.withLock { $0.append(event) }
    }
    return Self.outcome(records, events.all.withLock { $0 })
  }

  private static func outcome(
    _ records: [TrialRecord], _ events: [ProgressEvent]
  ) -> Outcome {
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

/// The journal of a folder, as another program would read it.
struct JournalFile {
  let folder: TemporaryFolder

  var text: String {
    get throws { try folder.read("journal.jsonl") }
  }

  var lines: [String] {
    get throws { try text.split(separator: "\n").map(String.init) }
  }

  /// The records, in the order in which they were written; throws where a line is damaged.
  var records: [TrialRecord] {
    get throws {
      try lines.dropFirst().map {
        try JSONDecoder().decode(TrialRecord.self, from: Data($0.utf8))
      }
    }
  }

  func replace(with text: String) throws {
    try folder.write(text, to: "journal.jsonl")
  }
}
