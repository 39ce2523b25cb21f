import Harness
import ScenarioModel

/// The folders that the workers of a comparison share, one for each program: an older base may keep
/// other files.
package struct SharedFolders: Sendable {
  private let folder: Workspace

  package init() throws {
    Workspace.removeAbandoned()
    folder = try Workspace()
    for arm in PairArm.allCases { _ = try folder.makeFolder(arm.rawValue) }
  }

  subscript(arm: PairArm) -> String { folder.path + "/" + arm.rawValue }

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
      base: Side(program: base, sharedFolder: shared[.base]),
      head: Side(program: head, sharedFolder: shared[.head]))
  }
}

/// A comparison of the instructions of two programs in the same case.
package struct InstructionComparison: Sendable {
  let pairedCase: PairedCase
  let limits: WorkerLimits
  let tolerances: [Tolerance]

  package init(pairedCase: PairedCase, limits: WorkerLimits, tolerances: [Tolerance] = []) {
    self.pairedCase = pairedCase
    self.limits = limits
    self.tolerances = tolerances
  }

  /// Counts each program a few times, in turns, and judges the counts.
  package func verdict() async throws -> MetricVerdict {
    var readings: [PairArm: [InstructionCount]] = [:]
    for _ in 0..<InstructionVerdict.minCounts {
      for arm in PairArm.allCases {
        try Task.checkCancellation()
        readings[arm, default: []].append(try await count(arm))
      }
    }
    return InstructionVerdict.judge(
      base: readings[.base] ?? [], head: readings[.head] ?? [], tolerance: tolerance)
  }

  private func count(_ arm: PairArm) async throws -> InstructionCount {
    let side = pairedCase[arm]
    return try await InstructionRunner(program: side.program, limits: limits).count(
      CasePreparation(
        scenario: pairedCase.scenario, scenarioCase: pairedCase.scenarioCase(of: arm),
        seed: pairedCase.seed,
        folders: TrialFolders(own: side.sharedFolder, shared: side.sharedFolder)))
  }

  private var tolerance: Double {
    tolerances.share(of: .instructions) ?? InstructionVerdict.standardTolerance
  }
}
