import Harness
import ScenarioModel
import Verdicts

/// Counts the instructions that two programs need for the same case.
struct InstructionComparison: Sendable {
  let pairedCase: PairedCase
  let limits: WorkerLimits
  let tolerances: [Tolerance]

  /// Counts each program a few times, in turns.
  func verdict() async throws -> MetricVerdict {
    var readings: [PairArm: [InstructionCount]] = [:]
    for _ in 0..<InstructionVerdict.fewestCounts {
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
    tolerances.first { $0.metric == Metric.instructions.name }?.share
      ?? InstructionVerdict.standardTolerance
  }
}
