import Answers
import Harness
import Platform
import Reporting
import ScenarioModel
import Simulation
import Support
import TestSupport

extension Metric {
  static let lettersLost = Metric(
    "letters-lost", .count, .counted, .lowerIsBetter, "Letters that did not arrive.")
  static let lettersRead = Metric(
    "letters-read", .count, .counted, .higherIsBetter, "Letters that were read.")
  static let deliveryTimeP50 = Metric(
    "delivery-time-p50", .nanoseconds, .modelled, .lowerIsBetter, "Half arrive by then.")
  static let deliveryTimeP95 = Metric(
    "delivery-time-p95", .nanoseconds, .modelled, .lowerIsBetter, "Most do by then.")
}

/// A family that only these tests know; nothing of it is ever run.
struct LettersFamily: ScenarioFamily {
  var variants = ["calm", "strike"]
  var profile: PlatformProfile?
  var profileGroups: [ProfileParameter.Group] = []
  /// Refreshes a second of its screen; `nil` for none.
  var refresh: Double?
  var naive = "by-foot"
  /// The strategies that the scenario names.
  var scenarioStrategies = ["by-foot", "by-train"]
  var trials = 4
  /// Further lines of the scenario's file.
  var body = ""
  /// The answer of a trial; by default half of everything for all but the naive strategy.
  var value: @Sendable (Metric, String, _ trial: Int) -> Double = { metric, strategy, _ in
    ["by-foot", "unguarded"].contains(strategy) || metric == .lettersLost ? 8 : 4
  }
  /// The factor of the values of a variant.
  var factor: @Sendable (_ variant: String) -> Double = { _ in 1 }
  /// The status with which the trials of a case end.
  var status: @Sendable (Case) -> TrialStatus = { _ in .completed }
  /// The findings of the inspection of a case.
  var inspection: @Sendable (Case) -> Inspection = { _ in Inspection() }
  var sizes = [12]

  var strategies = [
    StrategyDescription(name: "by-foot", summary: "Walks."),
    StrategyDescription(name: "by-train", summary: "Rides."),
    StrategyDescription(name: "stamped", summary: "Walks with stamps."),
    StrategyDescription(name: "addressed", summary: "Walks with addresses."),
    StrategyDescription(name: "unstamped", summary: "Does all but stamp."),
    StrategyDescription(name: "unaddressed", summary: "Does all but address."),
  ]
  var metrics = [
    Metric("stamps", .count, .counted, .neutral, "Stamps."),
    .lettersLost, .lettersRead,
    Metric("detour", .points, .counted, .lowerIsBetter, "The way that was not needed."),
    .deliveryTimeP50, .deliveryTimeP95,
  ]
  var headlines = [
    Metric.frameTimeMax, .peakLiveBytes, .lettersLost, .lettersRead, .deliveryTimeP95,
  ]
  var terminalColumns: [Metric] = [.lettersRead, .lettersLost, .frameTimeMax, .deliveryTimeP50]
  var ablation: Ablation?
  var requirement: ResultRequirement?
  let keys: [ScenarioKey] = []

  var description: FamilyDescription {
    FamilyDescription(
      name: "letters", strategies: strategies, metrics: metrics, isMeasured: true,
      headlines: headlines.map(\.name),
      columns: terminalColumns.map(\.name), sizeLabel: "letters", frameLabel: "one letter",
      ablation: ablation, requirement: requirement)
  }

  func workload(
    _ mapping: YAMLMapping, file: String, parameters: ParameterOverrides
  ) throws(InputError) -> any Workload {
    LettersWorkload(
      variants: variants, profile: profile, profileGroups: profileGroups, refresh: refresh)
  }

  func scenario() throws -> Scenario {
    try Scenario(
      yaml: """
        scenario: post
        title: Deliver the post
        family: letters
        naive: \(naive)
        strategies: [\(scenarioStrategies.joined(separator: ", "))]
        sizes: \(sizes)
        trials: \(trials)
        \(body)
        """, file: "post.yaml", families: FamilyRegistry([self]))
  }

  func records(of plan: Plan) -> [TrialRecord] {
    plan.trials.filter { $0.scenarioCase.scenario == "post" }.map { key in
      let status = status(key.scenarioCase)
      guard case .measurement(let trial) = key.kind else {
        let found = inspection(key.scenarioCase)
        return TrialRecord(
          key: key, status: .completed, pictures: found.pictures, transcripts: found.transcripts,
          outcomes: found.outcomes)
      }
      let values = metrics.map {
        let number = value($0, key.scenarioCase.strategy, trial)
        return NamedValue($0.name, .number(number * factor(key.scenarioCase.variant)))
      }
      return TrialRecord(key: key, status: status, values: status.isCompleted ? values : [])
    }
  }

  /// The results of a run of the family's only scenario.
  func results(_ selection: RunSelection = RunSelection()) throws -> RunResults {
    let plan = try Plan(scenarios: [scenario()], selection: selection)
    return RunResults(
      plan: plan, records: records(of: plan),
      origin: RunOrigin(provenance: try ReportFixture().provenance("Test CPU"), command: "run post")
    )
  }

  /// The results of the run's scenario, and its first configuration.
  func firstConfiguration(
    _ selection: RunSelection = RunSelection()
  ) throws -> (scenario: ScenarioResults, configuration: Configuration) {
    let scenario = try results(selection).scenarios[0]
    return (scenario, scenario.configurations[0])
  }

  /// The remarks on the run's first configuration.
  func remarks() throws -> [String] {
    let (scenario, configuration) = try firstConfiguration()
    return scenario.remarks(in: configuration, selection: RunSelection())
  }

  /// The candidates of the run's first configuration.
  func candidates() throws -> Candidates {
    let (scenario, configuration) = try firstConfiguration()
    return Candidates(scenario, in: configuration)
  }

  /// The report of a run.
  func report(_ selection: RunSelection = RunSelection()) throws -> String {
    let results = try results(selection)
    return MarkdownReport.whole(results, verdict: RunVerdict(results))
  }
}

private struct LettersWorkload: Workload {
  struct NeverRun: Error {}

  let variants: [String]
  let maxSize = 1_000
  let seeds: [(name: String, seed: UInt64)] = []
  let facts: [(name: String, value: String)] = [("country", "flat")]
  let profile: PlatformProfile?
  let profileGroups: [ProfileParameter.Group]
  let refresh: Double?
  let inputFiles: [String] = []

  func defaultSize() throws(InputError) -> Int { 12 }
  func check(sizes: [Int]) throws {}
  func reseeded(_ seed: UInt64) -> Self { self }
  func session(_ request: ReplayRequest) throws -> ReplaySession { throw NeverRun() }
}
