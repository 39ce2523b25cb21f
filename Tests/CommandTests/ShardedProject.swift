import Foundation
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
    more: """
      thresholds:
        visible-region-index:
          - "views-created <= 1 x all-pins"
      """)
  static let loop = """
    scenario: loop
    title: A small loop
    family: region-updates
    data: { generator: cities, pins: 50, seed: 42 }
    device: { viewport: [200, 400], scale: 1, refresh: 60, profile: iphone-simulator }
    camera: { trace: pan-and-zoom, frames: 30, seed: 7 }
    map: { fitting: [exact, residual, expanding] }
    app: { delivery: [synchronous], animated: [false, true] }
    events: { location: 1, data: 1, commands: 1, seed: 3 }
    naive: unguarded
    strategies: [unguarded, gesture-only]
    sizes: [2]
    trials: 1
    """

  init(small: ScenarioFile = small) throws {
    project = try TemporaryFolder(scenarios: [small, Self.other])
    try project.write(Self.loop, to: "Scenarios/loop.yaml")
  }

  /// The folder that a shard's run has unless it is told another.
  static func folder(_ index: Int, of count: Int) -> String {
    "Reports/suite-shard-\(index)-of-\(count)"
  }

  @discardableResult
  func run(_ index: Int, of count: Int, _ arguments: [String] = []) throws -> Tool.Outcome {
    try Tool.mappressure.run(
      ["run", "--quiet", "--shard", "\(index)/\(count)"] + arguments, in: project)
  }

  /// Runs all shards, and answers with their folders.
  func runAll(_ count: Int) throws -> [String] {
    try (1...count).map { index in
      let outcome = try run(index, of: count)
      #expect(outcome.code == 0, "\(outcome.errors)")
      return Self.folder(index, of: count)
    }
  }

  func merge(_ folders: [String], _ arguments: [String] = []) throws -> Tool.Outcome {
    try Tool.mappressure.run(["merge"] + folders + arguments, in: project)
  }
}
