import Harness
import ScenarioModel

/// The folders that the workers of a comparison share, one for each program: an older base may keep
/// other files.
package struct SharedFolders: Sendable {
  private let folder: Workspace

  package init() throws {
    Workspace.removeAbandoned()
    folder = try Workspace()
    for revision in Revision.allCases { _ = try folder.makeFolder(revision.rawValue) }
  }

  subscript(revision: Revision) -> String { folder.path + "/" + revision.rawValue }

  package func remove() { folder.remove() }
}

extension PairedCase {
  /// A case of a scenario for two programs, each with its own shared folder.
  package init(
    _ scenarioCase: Case, of scenario: Scenario, seed: UInt64?, base: WorkerProgram,
    head: WorkerProgram, shared: SharedFolders
  ) {
    self.init(
      scenarioCase: scenarioCase, scenario: ScenarioText(scenario), seed: seed,
      base: Program(program: base, sharedFolder: shared[.base]),
      head: Program(program: head, sharedFolder: shared[.head]))
  }

  /// Compares the instructions of the two programs: counts each a few times, in turns, and judges
  /// the counts.
  package func comparedInstructions(
    limits: WorkerLimits, tolerances: [Tolerance] = []
  ) async throws -> MetricVerdict {
    var readings: [Revision: [InstructionCount]] = [:]
    for _ in 0..<InstructionVerdict.minCounts {
      for revision in Revision.allCases {
        try Task.checkCancellation()
        let count = try await InstructionRunner(program: self[revision].program, limits: limits)
          .count(
            CasePreparation(
              scenario: scenario, scenarioCase: scenarioCase(of: revision), seed: seed,
              folders: TrialFolders(
                own: self[revision].sharedFolder, shared: self[revision].sharedFolder)))
        readings[revision, default: []].append(count)
      }
    }
    return InstructionVerdict.judge(
      base: readings[.base] ?? [], head: readings[.head] ?? [],
      tolerance: tolerances.share(of: .instructions) ?? InstructionVerdict.standardTolerance)
  }
}
