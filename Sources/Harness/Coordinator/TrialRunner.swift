import Foundation
import Measurement
import ScenarioModel

/// Runs single trials, each in a worker process of its own.
struct TrialRunner: Sendable {
  let plan: Plan
  let program: WorkerProgram
  let limits: WorkerLimits
  /// The run's folder; pictures go into it.
  let folder: String
  /// What the trials of this run share.
  let shared: Workspace

  /// What a worker said at the end of its conversation.
  private enum Answer: Sendable {
    case values(Inspection, MachineLoad?)
    case failed(String)
  }

  /// Runs one trial; whatever the worker does becomes a status.
  ///
  /// Throws only for a fault of the tool itself: a worker that cannot be started or speaks another
  /// protocol, and cancellation.
  func run(_ key: TrialKey, of scenario: Scenario) async throws -> TrialRecord {
    let workspace = try Workspace()
    defer { workspace.remove() }
    let prepare = PrepareRequest(
      file: scenario.file, text: scenario.text, scenarioCase: key.scenarioCase,
      seed: plan.selection.seed,
      folders: TrialFolders(own: workspace.path, shared: shared.path))
    let pictures = try workspace.makeFolder("pictures")
    let watch = MachineLoad.Watch()
    let outcome = try await WorkerProcess.run(program, limits: limits) { process -> Answer in
      try await process.greet()
      switch key.kind {
      case .inspection:
        try await process.send(.inspect(InspectRequest(prepare: prepare, pictures: pictures)))
      case .measurement:
        try await process.send(.prepare(prepare))
        switch try await process.answer() {
        case .ready(let ready): try await process.send(.replay(0..<ready.frameCount))
        case .failed(let reply): return .failed(reply.reason)
        case let other: throw try Self.fault(other)
        }
        switch try await process.answer() {
        case .slice: try await process.send(.report)
        case .failed(let reply): return .failed(reply.reason)
        case let other: throw try Self.fault(other)
        }
      }
      switch try await process.answer() {
      case .result(let reply):
        return .values(
          Inspection(values: reply.values), watch.load(waiting: reply.waiting))
      case .inspection(let inspection):
        return .values(inspection, nil)
      case .failed(let reply): return .failed(reply.reason)
      case let other: throw try Self.fault(other)
      }
    }
    try Task.checkCancellation()
    switch outcome.answer {
    case .values(let inspection, let load):
      try workspace.move(inspection.pictures.map(\.file), from: "pictures", to: folder)
      return TrialRecord(
        key: key, status: .completed, values: inspection.values, pictures: inspection.pictures,
        transcripts: inspection.transcripts, outcomes: inspection.outcomes, load: load)
    case .failed(let reason):
      return TrialRecord(key: key, status: .failed(reason: reason))
    case nil:
      return TrialRecord(key: key, status: TrialStatus(outcome.ending, limits: limits))
    }
  }

  /// What an answer that nobody asked for means.
  private static func fault(_ reply: WorkerReply) throws -> HarnessError {
    if case .unfit(let reply) = reply { return .unfitMachine(reason: reply.reason) }
    return .otherProtocol(found: try reply.line())
  }
}
