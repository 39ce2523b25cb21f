import Families
import Harness
import ScenarioModel

/// Six variants of four scenarios, which are not measured here.
struct ShardedWork {
  var selection = RunSelection()
  let scenarios: [Scenario]

  static let variants = 6

  private static let loop = """
    scenario: loop
    title: A small loop
    family: region-updates
    data: { generator: cities, pins: 50, seed: 42 }
    device: { viewport: [200, 400], scale: 1, refresh: 60, profile: iphone-simulator }
    camera: { trace: pan-and-zoom, frames: 120, seed: 7 }
    map: { fitting: [exact, residual, expanding] }
    app: { delivery: [synchronous], animated: [false, true] }
    events: { location: 1, data: 1, commands: 1, seed: 3 }
    naive: unguarded
    strategies: [unguarded, gesture-only]
    sizes: [2, 4, 8]
    trials: 2
    """

  init(framesOfThird: Int = 12) throws {
    scenarios = [
      try SmallScenario(name: "first", sizes: [10, 20], trials: 3).scenario(),
      try Scenario(yaml: Self.loop, file: "loop.yaml", families: .standard),
      try SmallScenario(name: "second", trials: 7).scenario(),
      try SmallScenario(name: "third", frames: framesOfThird).scenario(),
    ]
  }

  func plan(_ shard: Shard? = nil) throws -> Plan {
    try Plan(scenarios: scenarios, selection: selection, shard: shard)
  }

  /// The plans of all parts.
  func plans(_ count: Int) throws -> [Plan] {
    try (1...count).map { try plan(Shard(index: $0, of: count)) }
  }
}

/// What is dealt out as one.
struct WorkUnit: Hashable {
  let scenario: String
  let variant: String

  init(_ scenarioCase: Case) {
    scenario = scenarioCase.scenario
    variant = scenarioCase.variant
  }
}
