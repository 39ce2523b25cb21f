import ScenarioModel
import Support

/// All trials of a run, in order.
public struct Plan: Sendable {
  /// The scenarios with a case in this run.
  public let scenarios: [Scenario]
  /// The changes that the run makes to its scenarios.
  public let selection: RunSelection
  /// The part of the work that this run does; `nil` if it does all.
  public let shard: Shard?
  /// The cases in the order of reports.
  public internal(set) var cases: [Case]
  /// The worker processes in the order in which they run.
  public internal(set) var trials: [TrialKey]
  /// The work of all shards together.
  package let whole: (scenarios: [Scenario], trials: [TrialKey])

  /// Orders the trials of scenarios.
  ///
  /// A scenario's inspections come first, because they find a faulty strategy early. Where a
  /// replay's times and memory are the strategies' own, each round then measures each case once, in
  /// an order shuffled with a seed, so that a slow change of the machine affects all strategies
  /// alike. A shard's trials keep that order.
  ///
  /// - Parameters:
  ///   - shard: the part of the work to do; `nil` for all of it.
  ///   - known: the cases of an earlier run; of a scenario with such cases only those are planned,
  ///     also at sizes that the scenario does not list.
  public init(
    scenarios: [Scenario], selection: RunSelection, shard: Shard? = nil,
    repeating known: [Case] = []
  ) throws(PlanError) {
    guard !scenarios.isEmpty else { throw .noScenarios }
    for (index, scenario) in scenarios.enumerated() {
      if let first = scenarios[..<index].first(where: { $0.name == scenario.name }) {
        throw PlanError(
          "two files describe the scenario '\(scenario.name)': \(first.file) and \(scenario.file); "
            + "rename one, or run one of them")
      }
    }
    if let trials = selection.trials, trials < 0 {
      throw PlanError(
        "expected a number of trials of each case, or 0 to measure nothing, found \(trials)")
    }
    let strategies = scenarios.flatMap(\.strategies)
    for name in selection.strategies ?? [] where !strategies.contains(name) {
      throw PlanError(
        "no scenario of this run has a strategy '\(name)'"
          + NearestName.hint(for: name, among: strategies.uniqued()))
    }
    var cases: [Case] = []
    var trials: [TrialKey] = []
    for scenario in scenarios {
      let earlier = Self.cases(of: scenario, repeating: known)
      let selected =
        earlier.isEmpty ? try Self.cases(of: scenario, selection: selection) : earlier
      cases += selected
      trials += selected.map { TrialKey(scenarioCase: $0, kind: .inspection) }
      var generator = SplitMix64(seed: selection.seed ?? 0)
      for round in 0..<scenario.trialCount(selection: selection) {
        let shuffled = selected.shuffled(using: &generator)
        trials += shuffled.map { TrialKey(scenarioCase: $0, kind: .measurement(round + 1)) }
      }
    }
    whole = (scenarios, trials)
    if let shard {
      let assignment = try ShardAssignment(trials, count: shard.count)
      cases = cases.filter { assignment.includes($0, in: shard) }
      trials = trials.filter { assignment.includes($0.scenarioCase, in: shard) }
    }
    let names = Set(cases.map(\.scenario))
    self.scenarios = shard == nil ? scenarios : scenarios.filter { names.contains($0.name) }
    self.selection = selection
    self.shard = shard
    self.cases = cases
    self.trials = trials
  }

  private static func cases(
    of scenario: Scenario, selection: RunSelection
  ) throws(PlanError) -> [Case] {
    let strategies = scenario.strategies.filter { name in
      guard let wanted = selection.strategies else { return true }
      return name == scenario.naive || wanted.contains(name)
    }
    let sizes = selection.sizes?.uniqued() ?? scenario.sizes
    for size in sizes where size < 1 || size > scenario.workload.maxSize {
      throw PlanError(
        "\(scenario.name): expected a size from 1 to \(scenario.workload.maxSize), found \(size)")
    }
    return scenario.cases(sizes: sizes, strategies: strategies)
  }

  /// The cases of an earlier run that the scenario still has a strategy and data for.
  private static func cases(of scenario: Scenario, repeating known: [Case]) -> [Case] {
    let sizes = known.filter { $0.scenario == scenario.name }.map(\.size).uniqued()
    return scenario.cases(
      sizes: sizes.filter { (1...scenario.workload.maxSize).contains($0) },
      strategies: scenario.strategies
    ).filter(Set(known).contains)
  }

  /// Returns the scenario of a case.
  public func scenario(of scenarioCase: Case) -> Scenario? {
    scenarios.first { $0.name == scenarioCase.scenario }
  }
}

extension Plan {
  /// The plan of all shards together.
  package var ofAllShards: Plan {
    get throws(PlanError) { try Plan(scenarios: whole.scenarios, selection: selection) }
  }

  /// Returns the same plan with some of its cases only, in the same order.
  public func keeping(_ isKept: (Case) -> Bool) -> Plan {
    var plan = self
    plan.cases = cases.filter(isKept)
    plan.trials = trials.filter { isKept($0.scenarioCase) }
    return plan
  }
}

/// A reason why nothing can be run.
public struct PlanError: Error, Hashable, Sendable, CustomStringConvertible {
  public let description: String

  init(_ description: String) {
    self.description = description
  }

  /// No scenario was given.
  package static let noScenarios = PlanError(
    "expected at least one scenario, found none; nothing was run")
}
