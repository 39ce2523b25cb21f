import Harness
import ScenarioModel

/// The scenario that a gate is calibrated on: work whose amount is known.
struct KnownWork: Sendable {
  let scenario: Scenario

  /// - Parameter families: those of the tool, which knows the calibration's own beside them.
  init(families: FamilyRegistry) throws {
    let strategies =
      [CalibrationFamily.plainStrategy] + CalibrationFamily.slowerStrategies.map(\.name)
      + CalibrationFamily.countedStrategies
    scenario = try Scenario(
      yaml: """
        scenario: known-work
        title: Work of a known amount
        family: \(CalibrationFamily().name)
        work: { frames: 40, seed: 42 }
        naive: \(CalibrationFamily.plainStrategy)
        strategies: [\(strategies.joined(separator: ", "))]
        sizes: [200]
        """, file: "known-work.yaml", families: families.with(CalibrationFamily()))
  }

  /// The plain work of this program beside that of another one.
  func pairedCase(with base: WorkerProgram, shared: SharedFolders) -> PairedCase {
    PairedCase(
      scenarioCase: plainCase, scenario: ScenarioText(scenario), seed: nil,
      base: PairedCase.Side(program: base, sharedFolder: shared[.base]),
      head: PairedCase.Side(program: .itself(), sharedFolder: shared[.head]))
  }

  /// The case that every other one is compared with.
  var plainCase: Case {
    Case(
      scenario: scenario.name, variant: "", size: scenario.sizes[0],
      strategy: CalibrationFamily.plainStrategy)
  }
}
