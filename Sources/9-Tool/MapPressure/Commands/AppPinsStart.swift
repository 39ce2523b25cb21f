import Documents
import Families
import Harness
import Reporting
import ScenarioModel
import Support

/// The folder of a run of own pins, and how the run begins there.
struct AppPinsStart: Sendable {
  let scenario: Scenario
  let plan: Plan
  let folder: String
  let mode: Coordinator.Mode
  /// A message about an unfinished run: that it continues, or that it is another one; `nil`
  /// without.
  let note: String?
}

extension AppPins {
  /// Chooses the folder of a run: continues an unfinished run of the same pins and options, and
  /// leaves another one as it is.
  ///
  /// - Parameters:
  ///   - out: the folder that the user chose; `nil` for the standard one or, where a finished run or
  ///     another unfinished one is in it, the next.
  ///   - trials: the number of measured trials; `nil` for the scenario's own.
  ///   - replaces: true to replace a finished run.
  func start(
    in out: String?, standard: String, trials: Int? = nil, replacing replaces: Bool,
    families: FamilyRegistry
  ) throws -> AppPinsStart {
    var number = 1
    var others: [String] = []
    while true {
      let folder = out ?? RunFolder.numbered(standard, number)
      number += 1
      if out == nil, !replaces, RunFolder.isFinished(folder) { continue }
      let scenario = try Scenario(
        yaml: text(families: families), file: RunFolder.ownScenario(in: folder),
        families: families)
      let plan = try Plan(scenarios: [scenario], selection: RunSelection(trials: trials))
      let place = PlainText.line(folder)
      switch UnfinishedRun(in: folder, of: plan) {
      case .samePlan(let recorded):
        return AppPinsStart(
          scenario: scenario, plan: plan, folder: folder, mode: .resume,
          note: "continues the run in \(place): \(recorded) of "
            + "\(LimitedList.counted(plan.trials.count, "trial")) are kept")
      case .otherPlan where out != nil || replaces:
        throw CommandError(
          "\(place) holds an unfinished run of other pins, other options or another build; choose "
            + "another folder with --out, or delete it")
      case .otherPlan: others.append(place)
      case nil:
        try RunFolder.check(folder, replacing: replaces)
        try check(scenario)
        return AppPinsStart(
          scenario: scenario, plan: plan, folder: folder, mode: replaces ? .overwrite : .fresh,
          note: others.isEmpty
            ? nil
            : "begins in \(place): \(others.joined(separator: ", ")) "
              + (others.count == 1 ? "holds an unfinished run" : "hold unfinished runs")
              + " of other pins, other options or another build; left unchanged")
      }
    }
  }

  /// Throws if a file of the scenario cannot be read. The command has read that of the pins.
  private func check(_ scenario: Scenario) throws {
    guard facts.data != nil else { return try scenario.workload.check(sizes: scenario.sizes) }
    guard let camera else { return }
    try CameraSource.file(path: camera, namedAt: SourceLocation(file: camera, line: 1, column: 1))
      .check()
  }
}
