import Harness
import ScenarioModel

/// The world that cases are compared in: one variant of a scenario at one size.
public struct World: Hashable, Sendable {
  /// Empty where the scenario has one world only.
  public let variant: String
  public let size: Int

  public init(variant: String, size: Int) {
    self.variant = variant
    self.size = size
  }
}

extension WorldRestriction {
  func includes(_ world: World) -> Bool {
    includes(variant: world.variant, size: world.size)
  }
}

extension RunResults.ScenarioResults {
  /// The worlds of the run's cases, each once, in the run's order.
  public var worlds: [World] {
    var seen: Set<World> = []
    return cases.map { World(variant: $0.scenarioCase.variant, size: $0.scenarioCase.size) }
      .filter { seen.insert($0).inserted }
  }

  /// The variants of the run's cases, each once, in the run's order.
  public var variants: [String] {
    var seen: Set<String> = []
    return cases.map(\.scenarioCase.variant).filter { seen.insert($0).inserted }
  }

  /// The results of the cases in one world, in the run's order.
  public func cases(in world: World) -> [CaseResult] {
    cases.filter {
      $0.scenarioCase.variant == world.variant && $0.scenarioCase.size == world.size
    }
  }

  /// The result of one strategy in a world, or `nil` where it was not selected.
  public func result(of strategy: String, in world: World) -> CaseResult? {
    result(variant: world.variant, size: world.size, strategy: strategy)
  }

  /// The strategies that were selected, in the run's order.
  public var selectedStrategies: [String] {
    var seen: Set<String> = []
    return cases.map(\.scenarioCase.strategy).filter { seen.insert($0).inserted }
  }

  /// Why the run has no world of a restriction, or `nil` where it has one.
  func absence(of restriction: WorldRestriction) -> String? {
    guard !worlds.contains(where: { restriction.includes($0) }) else { return nil }
    if let size = restriction.size, !worlds.contains(where: { $0.size == size }) {
      return "size \(size) is not in this run"
    }
    return restriction.variant.map { "\($0) is not in this run" }
  }

  func evidence(_ metric: String, strategy: String, in world: World) -> Evidence {
    guard let result = result(of: strategy, in: world) else {
      return .missing(reason: "\(strategy) was not selected in this run")
    }
    return Evidence(metric, of: result)
  }
}
