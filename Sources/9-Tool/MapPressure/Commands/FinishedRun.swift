import Harness
import ScenarioModel
import Support

/// A finished run whose cases are to be replayed again as they were.
struct FinishedRun {
  let results: RunResults
  let plan: Plan

  init(folder: String, _ library: ScenarioLibrary, _ families: FamilyRegistry) throws {
    results = try RunResults(ofRunIn: folder)
    let scenarios = try library.scenarios(
      results.scenarios.map { RunFolder.scenarioFile($0.scenario.file, in: folder) },
      families: families)
    guard results.selection.seed == nil else {
      throw CommandError(
        "\(folder): expected a run with the seeds of its scenarios, found one with --seed; run it "
          + "again without --seed, or write the seed into the scenario's file")
    }
    for (scenario, analysed) in zip(scenarios, results.scenarios)
    where EnvironmentFingerprint(scenario) != analysed.scenario.fingerprint {
      throw CommandError(
        "\(scenario.file): expected the environment and the profile of the run in \(folder), found "
          + "different ones; run it again")
    }
    var selection = results.selection
    selection.trials = 1
    plan = try Plan(scenarios: scenarios, selection: selection)
  }
}
