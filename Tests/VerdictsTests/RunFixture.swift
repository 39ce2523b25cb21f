import Harness
import Measurement
import ScenarioModel
import Verdicts

/// A run made by hand: a scenario, and what each trial of each case answered.
enum RunFixture {
  /// What became of a trial of a case.
  enum Answer {
    case values([String: Double])
    case notAvailable(String, reason: String)
    case ended(TrialStatus)
  }

  static func scenario(_ body: String) throws -> Scenario {
    try Scenario(
      yaml: """
        scenario: made-by-hand
        title: A scenario made by hand
        family: test
        source: "a guide"
        naive: naive
        strategies: [naive, fixed, other]
        trials: 3
        \(body)
        """, file: "test.yaml", families: FamilyRegistry([TestFamily()]))
  }

  /// The results of a run in which every trial of a case answers the same.
  static func results(
    _ body: String, selection: RunSelection = RunSelection(),
    answer: (Case) -> Answer
  ) throws -> RunResults {
    try results(body, selection: selection) { scenarioCase, _ in answer(scenarioCase) }
  }

  /// The results of a run; the inspections answer nothing.
  static func results(
    _ body: String, selection: RunSelection = RunSelection(), load: MachineLoad? = nil,
    answer: (Case, Int) -> Answer
  ) throws -> RunResults {
    let plan = try Plan(scenarios: [scenario(body)], selection: selection)
    let records = plan.trials.map { key in
      guard case .measurement(let number) = key.kind else {
        return TrialRecord(key: key, status: .completed)
      }
      switch answer(key.scenarioCase, number) {
      case .values(let values):
        let named = values.sorted { $0.key < $1.key }
          .map { NamedValue($0.key, .number($0.value)) }
        return TrialRecord(key: key, status: .completed, values: named, load: load)
      case .notAvailable(let metric, let reason):
        return TrialRecord(
          key: key, status: .completed,
          values: [
            NamedValue(metric, .notAvailable(reason: reason)),
            NamedValue("build-time", .number(1)),
          ])
      case .ended(let status):
        return TrialRecord(key: key, status: status)
      }
    }
    return RunResults(
      plan: plan, records: records, provenance: .current(commit: "none"), command: "run")
  }

  static func verdict(
    _ body: String, selection: RunSelection = RunSelection(),
    answer: (Case) -> Answer
  ) throws -> RunVerdict {
    RunVerdict(try results(body, selection: selection, answer: answer))
  }
}
