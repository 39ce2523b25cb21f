import Families
import Foundation
import Measurement
import ScenarioModel
import TestSupport
import Testing

/// A good file is read to the last value, with its defaults.
@Suite struct ScenarioReadingTests {
  @Test func everyPartIsRead() throws {
    let text = ScenarioText.replacing([:])
    let scenario = try Scenario(text: text)
    #expect(scenario.name == "sample")
    #expect(scenario.title == "A sample")
    #expect(scenario.family.name == "annotations")
    #expect(scenario.source == "a test")
    #expect(scenario.naive == "all-pins")
    #expect(scenario.strategies == ["all-pins", "grid-clusters", "hierarchical-clusters"])
    #expect(scenario.sizes == [100, 1_000])
    #expect(scenario.trials == 3)
    #expect(scenario.file == "sample.yaml")
    #expect(scenario.text == text)
    #expect(scenario.thresholds.map(\.expression) == ["max-live-views <= 400"])
    #expect(scenario.claims.map(\.id) == ["a"])
    #expect(scenario.workload.variants == [""])
    #expect(scenario.workload.profile?.name == "iphone-simulator")
    #expect(scenario.workload.seeds.map(\.name) == ["pins", "camera"])
    #expect(scenario.workload.seeds.map(\.seed) == [42, 7])
  }

  @Test func factsNameTheWorld() throws {
    let facts = try Scenario(text: ScenarioText.replacing([:])).workload.facts
    #expect(facts.map(\.name) == ["pins", "camera", "screen", "profile"])
    #expect(
      facts.map(\.value) == [
        "generator cities, seed 42", "trace pan-and-zoom, 60 frames, seed 7",
        "200 x 400 pt at 1x, 60 Hz", "iphone-simulator",
      ])
  }

  @Test func whatMayBeLeftOutHasDefaults() throws {
    let scenario = try Scenario(
      text: ScenarioText.replacing([
        "source": nil, "sizes": nil, "trials": nil, "thresholds": nil, "claims": nil,
        "data": "data: { generator: line, pins: 70 }",
        "device": "device: { viewport: [200, 400], profile: iphone-simulator }",
        "camera": "camera: { trace: fling }",
      ]))
    #expect(scenario.source.isEmpty)
    #expect(scenario.sizes == [70], "the data's own size")
    #expect(scenario.trials == 5)
    #expect(scenario.thresholds.isEmpty && scenario.claims.isEmpty)
    #expect(scenario.workload.seeds.map(\.seed) == [0, 0])
    #expect(
      scenario.workload.facts.map(\.value) == [
        "generator line, seed 0", "trace fling, 600 frames, seed 0",
        "200 x 400 pt at 3x, 60 Hz", "iphone-simulator",
      ])
  }

  @Test func sizesAndAnswerAreTheFamilysUnlessTheFileSaysOtherwise() throws {
    let plain = ScenarioDescription(try Scenario(text: ScenarioText.replacing([:])))
    #expect(plain.sizeLabel == "pins")
    #expect(plain.answer == .recommendation)
    let scenario = try Scenario(
      text: ScenarioText.replacing([
        "size-label": "size-label: seconds of use", "answer": "answer: comparison",
      ]))
    #expect(scenario.sizeLabel == "seconds of use")
    let described = ScenarioDescription(scenario)
    #expect(described.sizeLabel == "seconds of use")
    #expect(described.answer == .comparison)
    // They are no part of the environment.
    #expect(described.fingerprint == plain.fingerprint)
    for description in [plain, described] {
      let data = try JSONEncoder.results.encode(description)
      let keys = String(decoding: data, as: UTF8.self)
      #expect(keys.contains("\"answer\"") == (description == described))
      #expect(try JSONDecoder.results.decode(ScenarioDescription.self, from: data) == description)
    }
  }

  @Test func casesComeInTheFilesOrder() throws {
    let cases = try Scenario(text: ScenarioText.replacing([:])).cases
    #expect(
      cases.map(\.description) == [
        "sample 100 all-pins", "sample 100 grid-clusters", "sample 100 hierarchical-clusters",
        "sample 1000 all-pins", "sample 1000 grid-clusters", "sample 1000 hierarchical-clusters",
      ])
  }

  @Test func metricsAreNamedOnce() throws {
    let metrics = try Scenario(text: ScenarioText.replacing([:])).metrics
    #expect(Set(metrics.map(\.name)).count == metrics.count)
    #expect(metrics.allSatisfy { $0.summary.hasSuffix(".") })
    #expect(metrics.starts(with: Metric.ofEveryMeasurement(allocations: .modelled)))
  }

  @Test func familiesAreFoundByName() {
    #expect(FamilyRegistry.standard.names.contains("annotations"))
    #expect(FamilyRegistry.standard["annotations"]?.strategies.first?.name == "all-pins")
    #expect(FamilyRegistry.standard["none"] == nil)
  }
}

/// The scenario files that come with the project.
@Suite struct RepositoryScenariosTests {
  /// The project's folder of scenarios, from where this file stands.
  private static var folder: URL {
    URL(fileURLWithPath: #filePath).resolvingSymlinksInPath()
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("Scenarios")
  }

  @Test func allOfThemAreRead() throws {
    let names = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path)
      .filter { $0.hasSuffix(".yaml") }.sorted()
    #expect(names.contains("ten-thousand-pins.yaml"))
    var scenarioNames: [String] = []
    for name in names {
      let path = Self.folder.appendingPathComponent(name).path
      let scenario = try Scenario(
        yaml: TextFile.read(path), file: path, families: .standard)
      #expect(scenario.name + ".yaml" == name, "a scenario is found by its file's name")
      #expect(!scenario.title.isEmpty && !scenario.source.isEmpty, "\(name)")
      try scenario.workload.check(sizes: scenario.sizes)
      scenarioNames.append(scenario.name)
    }
    #expect(Set(scenarioNames).count == names.count)
  }
}
