import PinData
import Scenarios

/// Everything that a run will do, in order.
public struct Plan: Sendable {
  public let scenarios: [Scenario]
  public let selection: RunSelection
  /// The cases in the order of reports.
  public let cases: [Case]
  /// The worker processes in the order in which they run.
  public let trials: [TrialKey]

  /// Orders the trials of scenarios.
  ///
  /// A scenario's inspections come first: they find a faulty strategy before time is spent on it.
  /// Then each round measures every case once, in an order shuffled with a seed, so that a machine
  /// that drifts treats all strategies alike.
  public init(scenarios: [Scenario], selection: RunSelection) throws(PlanError) {
    guard !scenarios.isEmpty else { throw .noScenarios }
    for (index, scenario) in scenarios.enumerated() {
      if let first = scenarios[..<index].first(where: { $0.name == scenario.name }) {
        throw .duplicateScenario(scenario.name, files: [first.file, scenario.file])
      }
    }
    if let trials = selection.trials, trials < 1 { throw .noTrials(found: trials) }
    let known = scenarios.flatMap(\.strategies)
    for name in selection.strategies ?? [] where !known.contains(name) {
      throw .unknownStrategy(name, known: known.uniqued())
    }
    var cases: [Case] = []
    var trials: [TrialKey] = []
    for scenario in scenarios {
      let selected = try Self.cases(of: scenario, selection: selection)
      cases += selected
      trials += selected.map { TrialKey(scenarioCase: $0, kind: .inspection) }
      var generator = SplitMix64(seed: selection.seed ?? 0)
      for round in 1...(selection.trials ?? scenario.trials) {
        let shuffled = selected.shuffled(using: &generator)
        trials += shuffled.map { TrialKey(scenarioCase: $0, kind: .measurement(round)) }
      }
    }
    self.scenarios = scenarios
    self.selection = selection
    self.cases = cases
    self.trials = trials
  }

  private static func cases(
    of scenario: Scenario, selection: RunSelection
  ) throws(PlanError) -> [Case] {
    let strategies = scenario.strategies.filter { name in
      guard let wanted = selection.strategies else { return true }
      return name == scenario.baseline || wanted.contains(name)
    }
    let sizes = selection.sizes?.uniqued() ?? scenario.sizes
    for size in sizes where size < 1 || size > scenario.workload.greatestSize {
      throw .sizeOutOfRange(
        size, scenario: scenario.name, greatest: scenario.workload.greatestSize)
    }
    return scenario.workload.variants.flatMap { variant in
      sizes.flatMap { size in
        strategies.map {
          Case(scenario: scenario.name, variant: variant, size: size, strategy: $0)
        }
      }
    }
  }

  /// The scenario that a case belongs to.
  public func scenario(of scenarioCase: Case) -> Scenario? {
    scenarios.first { $0.name == scenarioCase.scenario }
  }
}

extension Array where Element: Hashable {
  /// Each element once, at its first place.
  package func uniqued() -> [Element] {
    var seen: Set<Element> = []
    return filter { seen.insert($0).inserted }
  }
}
