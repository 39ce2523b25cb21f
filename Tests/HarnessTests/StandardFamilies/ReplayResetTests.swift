import Families
import Foundation
import ScenarioModel
import TestSupport
import Testing

/// A replay that was put back answers as one that was never used, or the slices of a gate would not
/// do the same work again and again.
@Suite struct ReplayResetTests {
  /// The scenarios of the repository, made small.
  private static let files = ((try? RepositoryFile.yaml(in: "Scenarios")) ?? []).map {
    URL(filePath: $0.path).lastPathComponent
  }

  /// The first scenario of each family.
  private static let firstOfFamilies: [String] = {
    var families: Set<String> = []
    return files.filter { file in
      (try? scenario(file)).map { families.insert($0.family.name).inserted } ?? true
    }
  }()

  private static let small: [(key: String, value: Int)] = [
    ("pins", 40), ("frames", 40), ("per-city", 2), ("people", 2), ("searches", 2), ("rows", 10),
    ("visits", 3), ("settings", 2),
  ]

  private static func scenario(_ file: String) throws -> Scenario {
    var text = try RepositoryFile.text("Scenarios/" + file)
    for (key, value) in small {
      text = text.replacing(
        try Regex("(?<name>\\b\(key)): [0-9_]+"), with: { _ in "\(key): \(value)" })
    }
    return try Scenario(
      yaml: text, file: RepositoryFile.path("Scenarios/" + file), families: .standard)
  }

  /// The counted and modelled values; measured values differ from replay to replay.
  private func replay(
    _ replay: any Replay, of scenario: Scenario, frames: Int? = nil
  ) throws -> [NamedValue] {
    try TrialValues(replay, frames: frames.map { Array(0..<$0) })
      .deterministic(of: scenario.metrics)
  }

  private func differences(_ values: [NamedValue], _ expected: [NamedValue]) -> [String] {
    guard values.count == expected.count else { return ["other metrics"] }
    return zip(values, expected).filter { $0 != $1 }.map {
      "\($0.name): \($0.value), not \($1.value)"
    }
  }

  /// An inspection that did what a trial does has its values.
  @Test(.exhaustive, arguments: firstOfFamilies)
  func anInspectionHasTheValuesOfATrial(_ file: String) throws {
    let scenario = try Self.scenario(file)
    for scenarioCase in try cases(of: scenario) {
      let folder = try TemporaryFolder()
      let inspection = try scenario.workload.inspect(
        scenarioCase, folders: folder.trialFolders(), pictures: folder.path)
      guard let results = inspection.results else { continue }
      let expected = try replay(
        scenario.workload.prepare(scenarioCase, folders: folder.trialFolders()), of: scenario)
      let values = results.filter { value in expected.contains { $0.name == value.name } }
      #expect(differences(values, expected) == [], "\(scenarioCase)")
    }
  }

  /// A small case of each strategy; in the quick tier of the last one, which does the least.
  private func cases(of scenario: Scenario) throws -> [Case] {
    let size = min(scenario.sizes.min() ?? 10, scenario.workload.maxSize, 20)
    let variant = try #require(scenario.workload.variants.last)
    return scenario.strategies.suffix(TestTier.select(1, exhaustive: .max)).map {
      Case(scenario: scenario.name, variant: variant, size: size, strategy: $0)
    }
  }

  @Test(arguments: TestTier.select(firstOfFamilies, exhaustive: files))
  func whatWasPutBackAnswersAsAFreshOne(_ file: String) throws {
    let scenario = try Self.scenario(file)
    let shared = try TemporaryFolder()
    for scenarioCase in try cases(of: scenario) {
      let strategy = scenarioCase.strategy
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
