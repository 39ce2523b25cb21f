import Harness
import PlatformProfiles
import ScenarioModel
import Verdicts

extension RunResults.ScenarioResults {
  /// The scenario's world as it was run: with the selection's seed where it has one.
  func workload(under selection: RunSelection) -> any Workload {
    selection.seed.map { scenario.workload.reseeded($0) } ?? scenario.workload
  }

  /// The naive strategy's result in a world.
  func naive(in world: Configuration) -> CaseResult? {
    result(of: scenario.naive, in: world)
  }

  /// The results in a world, the naive strategy's first.
  func naiveFirst(in world: Configuration) -> [CaseResult] {
    let all = cases(in: world)
    return all.filter { $0.scenarioCase.strategy == scenario.naive }
      + all.filter { $0.scenarioCase.strategy != scenario.naive }
  }

  /// What a strategy's family says of it; nothing but the name where it does not know it.
  func description(of strategy: String) -> StrategyDescription {
    scenario.family.strategies.first { $0.name == strategy }
      ?? StrategyDescription(name: strategy, summary: "")
  }

  /// The strategies that were selected, the naive one first.
  var strategiesBaselineFirst: [String] {
    let names = selectedStrategies
    return names.filter { $0 == scenario.naive } + names.filter { $0 != scenario.naive }
  }
}

extension RunResults {
  /// The profiles behind the modelled numbers, each once, in the run's order.
  var profiles: [PlatformProfile] {
    var profiles: [PlatformProfile] = []
    for profile in scenarios.compactMap(\.scenario.workload.profile)
    where !profiles.contains(profile) {
      profiles.append(profile)
    }
    return profiles
  }

  /// The parameters of a profile that the run's modelled numbers rest on, in the profile's order.
  func parameters(of profile: PlatformProfile) -> [ProfileParameter] {
    let groups = scenarios.map(\.scenario.workload).filter { $0.profile == profile }
      .flatMap(\.profileGroups)
    return profile.parameters.filter { groups.contains($0.name.group) }
  }
}
