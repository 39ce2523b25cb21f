import ScenarioModel
import Support
import TestSupport
import Testing

/// Bounds on growths: `growth(frame-time-p95) <= 1.1`.
@Suite struct GrowthThresholdTests {
  private static let form = "growth(METRIC), one of <= >= < >, and a plain number"
  private static let power =
    "a plain number between -10 and 10 for growth(frame-time-p95), such as 1.1: the exponent of the size"

  @Test(arguments: [
    ("growth(frame-time-p95) <= 1.1", "frame-time-p95", Threshold.Comparison.atMost, 1.1),
    ("growth(frame-time-p95) < 2", "frame-time-p95", .below, 2),
    ("growth(max-live-views) >= 0", "max-live-views", .atLeast, 0),
    ("growth(max-live-views) > -0.5", "max-live-views", .above, -0.5),
    ("growth(max-live-views)<=1", "max-live-views", .atMost, 1),
    ("growth( max-live-views )   <=   1e0  ", "max-live-views", .atMost, 1),
    ("growth(peak-live-bytes) <= 10", "peak-live-bytes", .atMost, 10),
  ]) func areReadWithoutTheMetricsUnit(
    expression: String, metric: String, comparison: Threshold.Comparison, power: Double
  ) throws {
    let scenario = try Scenario(text: ScenarioText.threshold("\"\(expression)\""))
    let threshold = try #require(scenario.thresholds.first)
    #expect(threshold.expression == expression && threshold.metric == metric)
    #expect(threshold.subject == .growth && threshold.comparison == comparison)
    #expect(threshold.bound == .value(power))
  }

  @Test(arguments: [
    ("growth(max-live-views)", form), ("growth(max-live-views) 1", form),
    ("growth(max-live-views) = 1", form), ("growth(max-live-views) == 1", form),
    ("growth(max-live-views <= 1", form), ("growth(", form),
    ("growth(frame-time-p95) <= 5 ms", power), ("growth(frame-time-p95) <= 1.1 x all-pins", power),
    ("growth(frame-time-p95) <=", power), ("growth(frame-time-p95) <= 11", power),
    ("growth(frame-time-p95) <= nan", power), ("growth(frame-time-p95) <= 50 %", power),
  ]) func mistakes(expression: String, expected: String) throws {
    #expect(
      try MarkedText(ScenarioText.threshold("§\"\(expression)\"")).scenarioMessage()
        == "grid-clusters: expected \(expected), found '\(expression)'")
  }

  @Test(arguments: ["frame-time-p98", ""])
  func unknownMetricsComeWithTheirPlace(name: String) throws {
    #expect(
      try MarkedText(ScenarioText.threshold("§\"growth(\(name)) <= 1\"")).scenarioProblem()
        == .unknownName(name, what: "metric", known: ScenarioText.metrics))
  }

  @Test func aGrowthIsOneBetweenSizes() throws {
    let element = "{ bound: \"growth(max-live-views) <= 1\", size: §1_000 }"
    #expect(
      try MarkedText(ScenarioText.threshold(element)).scenarioMessage()
        == "size: expected 'size' or a growth, not both, found '1_000'")
  }

  /// A condition that no run can decide.
  @Test(
    arguments: [
      "thresholds: { all-pins: [§growth(hanging-frames) <= 1] }",
      "thresholds: { all-pins: [{ bound: §growth(hanging-frames) <= 1 }] }",
      "claims: [{ id: a, says: b, by: c, strategy: all-pins, metric: hanging-frames, growth: §[0, 1] }]",
    ], ["sizes: [100]", nil, "sizes: [1, 2]"])
  func oneSizeHasNoGrowth(line: String, sizes: String?) throws {
    let key = String(line.prefix { $0 != ":" })
    let message = try MarkedText(ScenarioText.replacing([key: line, "sizes": sizes]))
      .scenarioMessage()
    let isFound =
      message?.contains(
        ": expected no 'growth' with a single size, or more values in 'sizes', found ")
    let isMistake: Bool? = sizes == "sizes: [1, 2]" ? nil : true
    #expect(isFound == isMistake)
  }
}
