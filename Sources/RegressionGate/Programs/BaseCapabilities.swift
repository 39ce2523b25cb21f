import Harness
import Measurement
import ScenarioModel
import Verdicts

/// What a base knows of the head's scenarios: what it does not know is new.
struct BaseCapabilities: Sendable {
  private let answers: [String: CapabilityQuery.Answer]
  private let keys: [String: [String]]

  /// Asks the base about every scenario of a plan.
  init(of plan: Plan, from base: CapabilityQuery) async throws {
    var answers: [String: CapabilityQuery.Answer] = [:]
    var keys: [String: [String]] = [:]
    for scenario in plan.scenarios {
      try Task.checkCancellation()
      answers[scenario.name] = try await base.answer(about: scenario)
      keys[scenario.name] = scenario.environmentKeys
    }
    self.answers = answers
    self.keys = keys
  }

  /// What a case is that the base cannot replay: new, or broken in the base; `nil` where it can.
  func absence(of scenarioCase: Case) -> CaseComparison.Status? {
    switch answers[scenarioCase.scenario] {
    case .capable(let capabilities):
      return absence(of: scenarioCase, in: capabilities).map { .new(why: $0) }
    case .unreadable(let reason):
      return .new(why: "the base cannot read the scenario: \(reason)")
    case .silent(let status):
      return .baseBroken(why: "asked what it knows of the scenario, it ended: \(status)")
    case nil:
      return .baseBroken(why: "it was not asked what it knows of the scenario")
    }
  }

  /// What the base's trials of a scenario answer with.
  func metrics(of scenario: Scenario) -> [Metric] {
    guard case .capable(let capabilities) = answers[scenario.name] else {
      return scenario.metrics
    }
    return capabilities.metrics
  }

  /// With what the base was built, and on what it runs; `nil` where it does not say.
  var provenance: Provenance? {
    for case .capable(let capabilities) in answers.values { return capabilities.provenance }
    return nil
  }

  /// The file that the base's program says its entry point is in; `nil` where it does not say.
  var source: String? {
    for case .capable(let capabilities) in answers.values { return capabilities.source }
    return nil
  }

  /// The run with the fingerprints of the profiles that the base itself has.
  func run(_ run: RunResults) -> RunResults {
    run.with(
      scenarios: run.scenarios.map { results in
        let scenario = results.scenario
        guard case .capable(let capabilities) = answers[scenario.name] else { return results }
        return ScenarioResults(
          scenario: scenario.with(profileFingerprint: capabilities.profile), cases: results.cases)
      })
  }

  private func absence(of scenarioCase: Case, in capabilities: ProgramCapabilities) -> String? {
    // A key that the base does not look at would be another world.
    let unknown = (keys[scenarioCase.scenario] ?? []).filter { !capabilities.keys.contains($0) }
    if let key = unknown.first { return "the base's worlds have no '\(key)'" }
    if !capabilities.strategies.contains(scenarioCase.strategy) {
      return "the base has no strategy '\(scenarioCase.strategy)'"
    }
    if !capabilities.variants.contains(scenarioCase.variant) {
      return "the base's world has no variant '\(scenarioCase.variant)'"
    }
    return nil
  }
}
