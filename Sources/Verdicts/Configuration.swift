import Harness
import ScenarioModel

extension RunResults.ScenarioResults {
  /// The worlds of the run's cases, each once, in the run's order.
  public var worlds: [Configuration] {
    var seen: Set<Configuration> = []
    return cases.map { Configuration(variant: $0.scenarioCase.variant, size: $0.scenarioCase.size) }
      .filter { seen.insert($0).inserted }
  }

  /// The variants of the run's cases, each once, in the run's order.
  public var variants: [String] {
    var seen: Set<String> = []
    return cases.map(\.scenarioCase.variant).filter { seen.insert($0).inserted }
  }

  /// The results of the cases in one world, in the run's order.
  public func cases(in world: Configuration) -> [CaseResult] {
    cases.filter {
      $0.scenarioCase.variant == world.variant && $0.scenarioCase.size == world.size
    }
  }

  /// The result of one strategy in a world, or `nil` where it was not selected.
  public func result(of strategy: String, in world: Configuration) -> CaseResult? {
    result(variant: world.variant, size: world.size, strategy: strategy)
  }

  /// The strategies that were selected, in the run's order.
  public var selectedStrategies: [String] {
    var seen: Set<String> = []
    return cases.map(\.scenarioCase.strategy).filter { seen.insert($0).inserted }
  }

  /// Why the run has no world of a restriction, or `nil` where it has one.
  func absence(of restriction: ConfigurationFilter) -> String? {
    guard !worlds.contains(where: { restriction.includes($0) }) else { return nil }
    if let size = restriction.size, !worlds.contains(where: { $0.size == size }) {
      return "size \(size) is not in this run"
    }
    return restriction.variant.map { "\($0) is not in this run" }
  }

  func evidence(_ metric: String, strategy: String, in world: Configuration) -> Evidence {
    guard let result = result(of: strategy, in: world) else {
      return .missing(reason: "\(strategy) was not selected in this run")
    }
    return Evidence(metric, of: result)
  }
}
