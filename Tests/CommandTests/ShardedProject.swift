import TestSupport
import Testing

/// A project of five variants of three scenarios, run in shards.
struct ShardedProject {
  let project: TemporaryFolder

  static let small = ScenarioFile(
    frames: 10, strategies: ["all-pins", "grid-clusters"], sizes: "[50, 200]", trials: 1)
  static let other = ScenarioFile(
    name: "other", frames: 10, strategies: ["all-pins", "visible-region-index"], sizes: "[60]",
    trials: 2,
    more: "thresholds: { visible-region-index: [\"views-created <= 1 x all-pins\"] }")
  static let loop = LoopScenario.text(
    fitting: "[exact, residual, expanding]", frames: 30, sizes: "[2]")

  init(small: ScenarioFile = small) throws {
    project = try TemporaryFolder(scenarios: [small, Self.other])
    try project.write(Self.loop, to: "Scenarios/loop.yaml")
  }

  /// The folder of a shard's run, unless another one is given.
  static func folder(_ index: Int, of count: Int) -> String {
    "Reports/suite-shard-\(index)-of-\(count)"
  }

  @discardableResult
  func run(_ index: Int, of count: Int, _ arguments: [String] = []) throws -> Tool.Outcome {
    try project.run(["run", "--quiet", "--shard", "\(index)/\(count)"] + arguments)
  }

  /// Runs all shards, and returns their folders.
  func runAll(_ count: Int) throws -> [String] {
    try (1...count).map { index in
      try run(index, of: count).expect(0)
      return Self.folder(index, of: count)
    }
  }

  func merge(_ folders: [String], _ arguments: [String] = []) throws -> Tool.Outcome {
    try project.run(["merge"] + folders + arguments)
  }
}
