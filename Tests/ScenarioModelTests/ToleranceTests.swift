import Families
import ScenarioModel
import TestSupport
import Testing
import YAMLReading

/// What a scenario file says a comparison tolerates.
@Suite struct ToleranceTests {
  private static func scenario(_ tolerances: String) throws(InputError) -> Scenario {
    try Scenario(
      yaml: ScenarioText.replacing("tolerances", by: "tolerances: \(tolerances)"),
      file: "sample.yaml", families: .standard)
  }

  @Test func sharesOfMetrics() throws {
    let scenario = try Self.scenario(
      "{ bytes-allocated: 1 %, allocations: 0.5%, views-created: 0 % }")
    #expect(
      scenario.tolerances == [
        Tolerance(metric: "bytes-allocated", share: 0.01),
        Tolerance(metric: "allocations", share: 0.005),
        Tolerance(metric: "views-created", share: 0),
      ])
  }

  @Test func noneIsTheRule() throws {
    let text = ScenarioText.replacing([:])
    #expect(
      try Scenario(yaml: text, file: "sample.yaml", families: .standard).tolerances.isEmpty)
  }

  @Test func anUnknownMetricIsNamedWithItsPlaceAndTheNearestOne() {
    let error = #expect(throws: InputError.self) {
      try Self.scenario("{ allocation: 1 % }")
    }
    let description = error?.description ?? ""
    #expect(description.hasPrefix("sample.yaml:14:15: error:"))
    #expect(description.contains("did you mean 'allocations'?"))
  }

  @Test(arguments: ["1", "0.01", "much", "-1 %", "101 %", "1 MB", "% ", "[1 %]", "{}"])
  func whatIsNoShare(text: String) {
    let error = #expect(throws: InputError.self) {
      try Self.scenario("{ allocations: \(text) }")
    }
    #expect(error?.description.contains("sample.yaml:14:") == true)
  }

  @Test(arguments: ["[allocations]", "1 %"])
  func whatIsNoMapping(text: String) {
    #expect(throws: InputError.self) { try Self.scenario(text) }
  }

  /// What decides nothing of a strategy's work is no part of the world.
  @Test func theWorldOfAFile() throws {
    func world(_ key: String, _ text: String?) throws -> String {
      try Scenario(
        yaml: ScenarioText.replacing(key, by: text), file: "sample.yaml", families: .standard
      ).environmentText
    }
    let plain = try world("title", "title: A sample")
    for (key, text) in [
      ("title", "title: Another"), ("source", nil), ("trials", "trials: 9 # more"),
      ("sizes", "sizes: [5]"), ("thresholds", nil), ("claims", nil),
      ("strategies", "strategies: [all-pins]\n\n# nothing"),
      ("tolerances", "tolerances: { allocations: 1 % }"),
      ("data", "data:\n  seed: 42\n  pins: 1_000\n  generator: \"cities\""),
    ] {
      // The threshold and the claim speak of strategies that some of these leave out.
      let changed =
        key == "strategies"
        ? try Scenario(
          yaml: ScenarioText.replacing(["strategies": text, "thresholds": nil, "claims": nil]),
          file: "sample.yaml", families: .standard
        ).environmentText : try world(key, text)
      #expect(changed == plain, "\(key)")
    }
    for (key, text) in [
      ("data", "data: { generator: cities, pins: 1_000, seed: 43 }"),
      ("camera", "camera: { trace: pan-and-zoom, frames: 61, seed: 7 }"),
      (
        "device",
        "device: { viewport: [200, 401], scale: 1, refresh: 60, profile: iphone-simulator }"
      ),
    ] {
      #expect(try world(key, text) != plain, "\(key)")
    }
  }
}
