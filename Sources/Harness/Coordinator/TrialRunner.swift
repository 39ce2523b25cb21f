import Measurement
import ScenarioModel

/// Runs single trials, each in a worker process of its own.
struct TrialRunner: Sendable {
  let plan: Plan
  let program: WorkerProgram
  let limits: WorkerLimits
  /// The run's folder; pictures go into it.
  let folder: String
  /// The workspace that the trials of this run share.
  let shared: Workspace

  /// Runs one trial; whatever the worker does becomes a status.
  ///
  /// Throws only for a fault of the tool itself or the machine, and cancellation.
  func run(_ key: TrialKey, of scenario: Scenario) async throws -> TrialRecord {
    let workspace = try Workspace()
    defer { workspace.remove() }
    let preparation = CasePreparation(
      scenario: ScenarioText(scenario), scenarioCase: key.scenarioCase, seed: plan.selection.seed,
      folders: TrialFolders(own: workspace.path, shared: shared.path))
    switch key.kind {
    case .measurement:
      let watch = MachineLoad.Watch()
      let outcome = try await WorkerSession.run(program, limits: limits) { session in
        _ = try await session.prepare(preparation)
        let measurement = try await session.measure()
        return (measurement, watch.load(waiting: measurement.waiting))
      }
      switch outcome {
      case .completed((let measurement, let load)):
        return TrialRecord(key: key, status: .completed, values: measurement.values, load: load)
      case .broken(let status): return TrialRecord(key: key, status: status)
      }
    case .inspection:
      let pictures = try workspace.makeFolder("pictures")
      let outcome = try await WorkerSession.run(program, limits: limits) { session in
        try await session.inspect(preparation, pictures: pictures)
      }
      switch outcome {
      case .completed(let inspection):
        try workspace.move(inspection.pictures.map(\.file), from: "pictures", to: folder)
        return TrialRecord(
          key: key, status: .completed, values: inspection.values, pictures: inspection.pictures,
          transcripts: inspection.transcripts, outcomes: inspection.outcomes)
      case .broken(let status): return TrialRecord(key: key, status: status)
      }
    }
  }
}
