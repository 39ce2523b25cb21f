import ScenarioModel
import Support
import TestSupport
import Testing

/// The tolerances of a comparison in a scenario file.
@Suite struct ToleranceTests {
  private static func text(_ tolerances: String) -> String {
    ScenarioText.replacing("tolerances", by: "tolerances: \(tolerances)")
  }

  @Test func sharesOfMetrics() throws {
    let text = Self.text("{ bytes-allocated: 1 %, allocations: 0.5%, views-created: 0 % }")
    #expect(
      try Scenario(text: text).tolerances == [
        Tolerance(metric: "bytes-allocated", share: 0.01),
        Tolerance(metric: "allocations", share: 0.005),
        Tolerance(metric: "views-created", share: 0),
      ])
  }

  @Test func anUnknownMetricIsNamedWithItsPlaceAndTheNearestOne() throws {
    let message = try MarkedText(Self.text("{ §allocation: 1 % }")).scenarioMessage()
    #expect(message?.contains("did you mean 'allocations'?") == true)
  }

  @Test(arguments: [
    "{ allocations: 1 }", "{ allocations: 0.01 }", "{ allocations: much }",
    "{ allocations: -1 % }", "{ allocations: 101 % }", "{ allocations: 1 MB }",
    "{ allocations: '% ' }", "{ allocations: [1 %] }", "{ allocations: {} }", "[allocations]",
    "1 %",
  ]) func whatIsNoShareOfAMetric(tolerances: String) {
    let error = #expect(throws: InputError.self) { try Scenario(text: Self.text(tolerances)) }
    #expect(error?.description.contains("sample.yaml:14:") == true)
  }

  private static func world(_ changes: [String: String?]) throws -> String {
    try Scenario(text: ScenarioText.replacing(changes)).environmentText
  }

  /// Changes that are none of a strategy's work: the environment stays the same.
  private static let noWorld: [[String: String?]] = [
    ["title": "title: Another"], ["source": nil], ["trials": "trials: 9 # more"],
    ["sizes": "sizes: [5]"], ["thresholds": nil], ["claims": nil],
    ["tolerances": "tolerances: { allocations: 1 % }"],
    // The threshold and the claim speak of strategies that this leaves out.
    ["strategies": "strategies: [all-pins]\n\n# nothing", "thresholds": nil, "claims": nil],
    ["data": "data:\n  seed: 42\n  pins: 1_000\n  generator: \"cities\""],
  ]
  private static let otherWorlds: [[String: String?]] = [
    ["data": "data: { generator: cities, pins: 1_000, seed: 43 }"],
    ["camera": "camera: { trace: pan-and-zoom, frames: 61, seed: 7 }"],
    [
      "device":
        "device: { viewport: [200, 401], scale: 1, refresh: 60, profile: iphone-simulator }"
    ],
  ]

  @Test func theWorldOfAFile() throws {
    let plain = try Self.world([:])
    for changes in Self.noWorld { #expect(try Self.world(changes) == plain, "\(changes)") }
    for changes in Self.otherWorlds { #expect(try Self.world(changes) != plain, "\(changes)") }
  }
}
