import Harness
import ScenarioModel

/// The capabilities of a base for the head's scenarios: cases that it cannot replay are new.
struct BaseCapabilities: Sendable {
  private var answers: [String: CapabilityQuery.Answer] = [:]
  private var keys: [String: [String]] = [:]

  /// Queries the base for every scenario of a plan.
  init(of plan: Plan, from base: WorkerProgram, limits: WorkerLimits) async throws {
    for scenario in plan.scenarios {
      try Task.checkCancellation()
      answers[scenario.name] = try await CapabilityQuery.answer(
        of: base, about: scenario, limits: limits)
      keys[scenario.name] = scenario.environmentKeys
    }
  }

  /// Returns the status of a case that the base cannot replay: new, or broken in the base; `nil`
  /// where it can.
  func absence(of scenarioCase: Case) -> CaseComparison.Status? {
    switch answers[scenarioCase.scenario] {
    case .capable(let capabilities):
      return absence(of: scenarioCase, in: capabilities).map { .new(why: $0) }
    case .unreadable(let reason):
      return .new(why: "the base cannot read the scenario: \(reason)")
    case .silent(let status):
      return .baseBroken(why: "it ended during the query of its capabilities: \(status)")
    case nil:
      return .baseBroken(why: "its capabilities for the scenario were not queried")
    }
  }

  /// Returns the metrics of the base's trials of a scenario.
  func metrics(of scenario: Scenario) -> [Metric] {
    guard case .capable(let capabilities) = answers[scenario.name] else { return scenario.metrics }
    guard scenario.trials == 0 else { return capabilities.metrics }
    let measured = Set(Metric.namesOfEveryMeasurement)
    return capabilities.metrics.filter { !measured.contains($0.name) }
  }

  /// The provenance of the base's numbers; `nil` where the base does not give it.
  var provenance: Provenance? { capable?.provenance }

  /// The file of the entry point of the base's program; `nil` where the base does not give it.
  var source: String? { capable?.source }

  private var capable: ProgramCapabilities? {
    for case .capable(let capabilities) in answers.values { return capabilities }
    return nil
  }

  /// Returns the run with the fingerprints of the base's own profiles.
  func run(_ run: RunResults) -> RunResults {
    run.with(
      scenarios: run.scenarios.map { results in
        let scenario = results.scenario
        guard case .capable(let capabilities) = answers[scenario.name] else { return results }
        return ScenarioResults(
          scenario: scenario.with(
            profileFingerprint: capabilities.profile, parameters: capabilities.parameters),
          cases: results.cases)
      })
  }

  private func absence(of scenarioCase: Case, in capabilities: ProgramCapabilities) -> String? {
    // A key that the base does not read would be another environment.
    let unknown = (keys[scenarioCase.scenario] ?? []).filter { !capabilities.keys.contains($0) }
    if let key = unknown.first { return "the base's environments have no '\(key)'" }
    if !capabilities.strategies.contains(scenarioCase.strategy) {
      return "the base has no strategy '\(scenarioCase.strategy)'"
    }
    if !capabilities.variants.contains(scenarioCase.variant) {
      return "the base's environment has no variant '\(scenarioCase.variant)'"
    }
    return nil
  }
}
