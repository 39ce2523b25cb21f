import Answers
import Harness
import Platform
import ScenarioModel
import Simulation
import Support

/// A run made by hand: a scenario, and what each trial of each case answered.
package enum RunFixture {
  /// The outcome of a trial of a case.
  package enum Answer {
    case values([String: Double])
    case notAvailable(String, reason: String)
    case ended(TrialStatus)
  }

  package static func scenario(_ body: String) throws -> Scenario {
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
  package static func results(
    _ body: String, selection: RunSelection = RunSelection(),
    answer: (Case) -> Answer
  ) throws -> RunResults {
    try results(body, selection: selection) { scenarioCase, _ in answer(scenarioCase) }
  }

  /// The results of a run; the inspections answer nothing.
  package static func results(
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
        let named = values.sorted { $0.key < $1.key }.map { NamedValue($0.key, .number($0.value)) }
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
      plan: plan, records: records,
      origin: RunOrigin(provenance: .current(commit: "none"), command: "run"))
  }

  package static func verdict(
    _ body: String, selection: RunSelection = RunSelection(),
    answer: (Case) -> Answer
  ) throws -> RunVerdict { RunVerdict(try results(body, selection: selection, answer: answer)) }
}

/// A family whose trials have the values that a test sets: it is never run.
package struct TestFamily: ScenarioFamily {
  package let description = FamilyDescription(
    name: "test",
    strategies: [
      StrategyDescription(name: "naive", summary: "Does it the obvious way."),
      StrategyDescription(name: "fixed", summary: "Does it well."),
      StrategyDescription(name: "other", summary: "Does it in yet another way."),
    ],
    metrics: [
      Metric("load", .count, .counted, .lowerIsBetter, "Work that was done."),
      Metric("kept", .fraction, .counted, .higherIsBetter, "The share that was kept."),
      Metric("delay", .nanoseconds, .modelled, .lowerIsBetter, "Time until it is there."),
    ],
    isMeasured: true, headlines: ["load", "kept", "delay"], columns: ["load", "kept", "delay"],
    sizeLabel: "steps",
    frameLabel: "one step")
  package let keys: [ScenarioKey] = ["variants"]

  package func workload(
    _ mapping: YAMLMapping, file: String, parameters: ParameterOverrides
  ) throws(InputError) -> any Workload {
    var variants: [String] = []
    for element in try mapping["variants"]?.elements() ?? [] { variants.append(try element.text()) }
    return TestWorkload(variants: variants.isEmpty ? [""] : variants)
  }
}

package struct TestWorkload: Workload {
  package struct NeverRun: Error {}

  package let variants: [String]
  package let maxSize = 1_000_000
  package let seeds: [(name: String, seed: UInt64)] = []
  package let facts: [(name: String, value: String)] = []
  package let profile: PlatformProfile? = nil
  package let profileGroups: [ProfileParameter.Group] = []
  package let refresh: Double? = nil
  package let inputFiles: [String] = []

  package func defaultSize() throws(InputError) -> Int { 10 }
  package func check(sizes: [Int]) throws {}
  package func reseeded(_ seed: UInt64) -> Self { self }
  package func session(_ request: ReplayRequest) throws -> ReplaySession { throw NeverRun() }
}
