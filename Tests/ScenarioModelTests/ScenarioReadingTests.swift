import Foundation
import ScenarioModel
import TestSupport
import Testing

/// A good file is read to the last value, with its defaults.
@Suite struct ScenarioReadingTests {
  @Test func everyPartIsRead() throws {
    let text = ScenarioText.replacing([:])
    let scenario = try Scenario(text: text)
    #expect(scenario.name == "sample" && scenario.title == "A sample")
    #expect(scenario.family.name == "annotations" && scenario.source == "a test")
    #expect(scenario.naive == "all-pins" && scenario.strategies == ScenarioText.strategies)
    #expect(scenario.sizes == [100, 1_000])
    #expect(scenario.trials == 3 && scenario.file == "sample.yaml" && scenario.text == text)
    #expect(scenario.thresholds.map(\.expression) == ["max-live-views <= 400"])
    #expect(scenario.claims.map(\.id) == ["a"])
    #expect(scenario.metrics.map(\.name) == ScenarioText.metrics)
    let workload = scenario.workload
    #expect(workload.variants == [""] && workload.profile?.name == "iphone-simulator")
    #expect(workload.seeds.map { "\($0.name) \($0.seed)" } == ["pins 42", "camera 7"])
    #expect(workload.facts.map(\.name) == ["pins", "camera", "screen", "profile"])
    #expect(
      workload.facts.map(\.value) == [
        "generator cities, seed 42", "trace pan-and-zoom, 60 frames, seed 7",
        "200 x 400 pt at 1x, 60 Hz", "iphone-simulator",
      ])
    // In the file's order.
    #expect(
      scenario.cases.map(\.description) == [
        "sample 100 all-pins", "sample 100 grid-clusters", "sample 100 hierarchical-clusters",
        "sample 1000 all-pins", "sample 1000 grid-clusters", "sample 1000 hierarchical-clusters",
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
    #expect(scenario.thresholds.isEmpty && scenario.claims.isEmpty && scenario.tolerances.isEmpty)
    #expect(
      scenario.workload.facts.map(\.value) == [
        "generator line, seed 0", "trace fling, 600 frames, seed 0",
        "200 x 400 pt at 3x, 60 Hz", "iphone-simulator",
      ])
  }

  @Test func sizesAndAnswerAreTheFamilysUnlessTheFileSaysOtherwise() throws {
    let plain = ScenarioDescription(try Scenario(text: ScenarioText.replacing([:])))
    #expect(plain.sizeLabel == "pins" && plain.answer == .recommendation)
    let described = ScenarioDescription(
      try Scenario(
        text: ScenarioText.replacing([
          "size-label": "size-label: seconds of use", "answer": "answer: comparison",
        ])))
    #expect(described.sizeLabel == "seconds of use" && described.answer == .comparison)
    // They are no part of the environment.
    #expect(described.fingerprint == plain.fingerprint)
    for description in [plain, described] {
      let data = try JSONEncoder.results.encode(description)
      let keys = String(decoding: data, as: UTF8.self)
      #expect(keys.contains("\"answer\"") == (description == described))
      #expect(try JSONDecoder.results.decode(ScenarioDescription.self, from: data) == description)
    }
  }
}

/// The scenario files that come with the project.
@Suite struct RepositoryScenariosTests {
  @Test func allOfThemAreRead() throws {
    let scenarios = try RepositoryFile.scenarios()
    #expect(scenarios.contains { $0.name == "ten-thousand-pins" })
    for scenario in scenarios {
      #expect(scenario.file.hasSuffix("/\(scenario.name).yaml"), "found by its file's name")
      #expect(!scenario.title.isEmpty && !scenario.source.isEmpty, "\(scenario.name)")
      try scenario.workload.check(sizes: scenario.sizes)
    }
  }
}
