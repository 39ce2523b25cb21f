import Harness
import ScenarioModel

/// Six variants of four scenarios, which are not measured here.
struct ShardedWork {
  var selection = RunSelection()
  let scenarios: [Scenario]

  static let variants = 6

  private static let loop = SmallScenario(
    name: "loop", strategies: ["plain", "allocates"], sizes: [2, 4, 8],
    body: "variants: [exact, residual, expanding]")

  init(framesOfThird: Int = 12) throws {
    scenarios = [
      try SmallScenario(name: "first", sizes: [10, 20], trials: 3).scenario(),
      try Self.loop.scenario(),
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
