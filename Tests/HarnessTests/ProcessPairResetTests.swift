import Families
import Foundation
import Measurement
import ScenarioModel
import TestSupport
import Testing

/// A replay that was put back answers as one that was never used, or the slices of a gate would not
/// do the same work again and again.
@Suite struct ProcessPairResetTests {
  /// The scenarios of the repository, made small.
  private static let files: [String] = {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.filter { $0.hasSuffix(".yaml") }.sorted()
  }()

  private static var folder: String {
    URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent("Scenarios").path
  }

  private static let small: [(key: String, value: Int)] = [
    ("pins", 40), ("frames", 40), ("per-city", 2), ("people", 2), ("searches", 2), ("rows", 10),
    ("visits", 3), ("settings", 2),
  ]

  private static func scenario(_ file: String) throws -> Scenario {
    var text = try String(contentsOfFile: folder + "/" + file, encoding: .utf8)
    for (key, value) in small {
      text = text.replacing(
        try Regex("(?<name>\\b\(key)): [0-9_]+"), with: { _ in "\(key): \(value)" })
    }
    return try Scenario(yaml: text, file: folder + "/" + file, families: .standard)
  }

  /// What was counted and modelled; what was measured differs from replay to replay.
  private func replay(
    _ replay: any Replay, of scenario: Scenario, frames: Int? = nil
  ) throws -> [NamedValue] {
    try replay.build()
    for frame in 0..<(frames ?? replay.frameCount) {
      try replay.showFrame(frame)
      replay.frameDidEnd(frame)
    }
    let names = Set(scenario.metrics.filter(\.kind.isDeterministic).map(\.name))
    return replay.results().filter { names.contains($0.name) }
  }

  private func differences(_ values: [NamedValue], _ expected: [NamedValue]) -> [String] {
    guard values.count == expected.count else { return ["other metrics"] }
    return zip(values, expected).filter { $0 != $1 }.map {
      "\($0.name): \($0.value), not \($1.value)"
    }
  }

  @Test(arguments: files)
  func whatWasPutBackAnswersAsAFreshOne(_ file: String) throws {
    let scenario = try Self.scenario(file)
    let shared = try TemporaryFolder()
    let size = min(scenario.sizes.min() ?? 10, scenario.workload.maxSize, 20)
    let variant = try #require(scenario.workload.variants.last)
    for strategy in scenario.strategies {
      let scenarioCase = Case(
        scenario: scenario.name, variant: variant, size: size, strategy: strategy)
      func prepare() throws -> (any Replay, TemporaryFolder) {
        let own = try TemporaryFolder()
        let folders = TrialFolders(own: own.path, shared: shared.path)
        return (try scenario.workload.prepare(scenarioCase, folders: folders), own)
      }
      let (fresh, freshFolder) = try prepare()
      let expected = try replay(fresh, of: scenario)
      #expect(expected.contains { $0.value.number != nil }, "\(strategy)")
      let (again, folder) = try prepare()
      // A whole replay, a part of one and builds alone all leave something behind.
      _ = try replay(again, of: scenario)
      again.reset()
      #expect(
        try differences(replay(again, of: scenario), expected) == [], "\(strategy) replayed twice")
      again.reset()
      _ = try replay(again, of: scenario, frames: again.frameCount / 2)
      for _ in 0..<3 {
        again.reset()
        try again.build()
      }
      again.reset()
      #expect(
        try differences(replay(again, of: scenario), expected) == [],
        "\(strategy) after a part and three builds")
      withExtendedLifetime((freshFolder, folder)) {}
    }
  }
}
