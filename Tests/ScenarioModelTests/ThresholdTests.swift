import Families
import ScenarioModel
import Support
import TestSupport
import Testing

/// Bounds on metrics: their grammar, their units, and what keeps them.
@Suite struct ThresholdTests {
  private func threshold(_ expression: String) throws -> Threshold {
    let scenario = try Scenario(text: ScenarioText.threshold("\"\(expression)\""))
    return try #require(scenario.thresholds.first)
  }

  @Test(arguments: [
    ("max-live-views <= 400", "max-live-views", Threshold.Comparison.atMost, 400.0),
    ("max-live-views < 400", "max-live-views", .below, 400),
    ("pin-coverage >= 0.999", "pin-coverage", .atLeast, 0.999),
    ("pin-coverage == 100 %", "pin-coverage", .equal, 1),
    ("marker-overlap > 50 %", "marker-overlap", .above, 0.5),
    ("frame-time-p99<=5ms", "frame-time-p99", .atMost, 5e6),
    ("frame-time-p99   <=   5   ms", "frame-time-p99", .atMost, 5e6),
    ("peak-live-bytes <= 64 MiB", "peak-live-bytes", .atMost, 67_108_864),
    ("hitch-time-ratio <= 10 ms/s", "hitch-time-ratio", .atMost, 10),
    ("pins-examined <= 1_000_000", "pins-examined", .atMost, 1_000_000),
  ]) func values(
    expression: String, metric: String, comparison: Threshold.Comparison, bound: Double
  ) throws {
    let threshold = try threshold(expression)
    #expect(threshold.expression == expression && threshold.strategy == "grid-clusters")
    #expect(threshold.metric == metric && threshold.subject == .median)
    #expect(threshold.comparison == comparison)
    #expect(threshold.bound == .value(bound))
  }

  @Test(arguments: [
    ("frame-time-p99 <= 0.25 x all-pins", 0.25, "all-pins"),
    ("max-live-views < 1 x hierarchical-clusters", 1, "hierarchical-clusters"),
    ("peak-live-bytes >= 2e-1  x  all-pins", 0.2, "all-pins"),
  ]) func multiples(expression: String, factor: Double, other: String) throws {
    #expect(try threshold(expression).bound == .multiple(factor, of: other))
  }

  // MARK: - Mistakes

  private static let form = "a metric, one of <= >= < > ==, and a value"
  private static let time = "a number with one of ns, us, ms, s for frame-time-p99,"
  private static let memory =
    "a number with one of B, KB, MB, GB, KiB, MiB, GiB for peak-live-bytes,"
  private static let count = "a plain number for max-live-views,"

  @Test(arguments: [
    ("max-live-views", form), ("max-live-views 400", form), ("max-live-views = 400", form),
    ("max-live-views => 400", form), ("max-live-views != 400", form),
    ("max-live-views at most 400", form), ("frame-time-p99 <= 5", time),
    ("frame-time-p99 <= 5 MB", time), ("frame-time-p99 <=", time),
    ("peak-live-bytes <= 5 ms", memory), ("max-live-views <= 5 %", count),
    ("max-live-views <== 5", count), ("max-live-views <= x all-pins", count),
    ("max-live-views <= 2 * all-pins", count), ("max-live-views <= -5", count),
    ("max-live-views <= -3 x all-pins", count), ("max-live-views <= 0 x all-pins", count),
    ("max-live-views <= nan x all-pins", count), ("max-live-views <= inf x all-pins", count),
    ("max-live-views <= 1e999", count),
  ]) func mistakes(expression: String, expected: String) throws {
    #expect(
      try MarkedText(ScenarioText.threshold("§\"\(expression)\"")).scenarioMessage()
        == "grid-clusters: expected \(expected) or 'NUMBER x STRATEGY', found '\(expression)'")
  }

  @Test func unknownMetricsAndStrategiesComeWithTheirPlace() throws {
    let metric = "§\"frame-time-p98 <= 5 ms\""
    #expect(
      try MarkedText(ScenarioText.threshold(metric)).scenarioProblem()
        == .unknownName("frame-time-p98", what: "metric", known: ScenarioText.metrics))
    let other = "\"max-live-views <= 5\"\n    - §\"max-live-views <= 2 x native-clusters\""
    #expect(
      try MarkedText(ScenarioText.threshold(other)).scenarioProblem()
        == .unknownName(
          "native-clusters", what: "strategy in this scenario", known: ScenarioText.strategies))
    let key = "thresholds: { §all-pinz: [\"hanging-frames == 0\"] }"
    #expect(
      try MarkedText(ScenarioText.replacing("thresholds", by: key)).scenarioProblem()
        == .unknownKey("all-pinz", in: "thresholds", known: ScenarioText.strategies))
    let text = "thresholds: { all-pins: §\"hanging-frames == 0\" }"
    #expect(
      try MarkedText(ScenarioText.replacing("thresholds", by: text)).scenarioMessage()
        == "all-pins: expected a list of at least one element, found 'hanging-frames == 0'")
  }

  /// An editor and the tool accept the same.
  @Test(arguments: [
    ("frame-time-p99 <= 5 ms", true), ("frame-time-p99<=5us", true),
    ("max-live-views < 1_000", true), ("pin-coverage == 100 %", true),
    ("pin-coverage > 1e-1", true),
    ("peak-live-bytes >= 2e-1  x  all-pins", true), ("growth( build-time ) <= -1.1", true),
    ("frame-time-p98 <= 5 ms", false), ("frame-time-p99 =< 5 ms", false),
    ("frame-time-p99 <= 5 MB", false), ("frame-time-p99 <= 5", false),
    ("max-live-views <= -5", false), ("max-live-views <= 2 x unknown", false),
    ("growth(build-time) == 1", false), ("growth(build-time) <= 5 ms", false),
  ]) func thePatternOfTheSchema(expression: String, isGood: Bool) throws {
    let family = try #require(FamilyRegistry.standard["annotations"])
    let pattern = try Regex(
      Threshold.pattern(
        of: family.description.allMetrics, strategies: family.strategies.map(\.name)))
    let isMatch = expression.wholeMatch(of: pattern) != nil
    let isAccepted = (try? threshold(expression)) != nil
    #expect(isMatch == isGood && isAccepted == isGood)
  }

  @Test func comparisonsHoldAtTheirBounds() {
    func holding(_ value: Double) -> [Threshold.Comparison] {
      Threshold.Comparison.allCases.filter { $0.holds(value, 2) }
    }
    #expect(holding(1) == [.atMost, .below])
    #expect(holding(2) == [.atMost, .atLeast, .equal])
    #expect(holding(3) == [.atLeast, .above])
    #expect(holding(.nan) == [], "NaN keeps no bound")
  }
}
