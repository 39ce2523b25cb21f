import ScenarioModel
import TestSupport
import Testing
import YAMLReading

/// Bounds on metrics: their grammar, their units, and what keeps them.
@Suite struct ThresholdTests {
  private static let strategies = ["all-pins", "grid-clusters", "hierarchical-clusters"]

  private func text(_ expression: String) -> String {
    ScenarioText.replacing("thresholds", by: "thresholds:\n  grid-clusters:\n    - \(expression)")
  }

  private func threshold(_ expression: String) throws -> Threshold {
    let thresholds = try Scenario(text: text("\"\(expression)\"")).thresholds
    return try #require(thresholds.first)
  }

  @Test(
    arguments: [
      ("max-live-views <= 400", "max-live-views", Threshold.Comparison.atMost, 400.0),
      ("max-live-views < 400", "max-live-views", .below, 400),
      ("pin-coverage >= 0.999", "pin-coverage", .atLeast, 0.999),
      ("pin-coverage == 100 %", "pin-coverage", .equal, 1),
      ("marker-overlap > 50 %", "marker-overlap", .above, 0.5),
      ("frame-time-p99 <= 5 ms", "frame-time-p99", .atMost, 5e6),
      ("frame-time-p99<=5ms", "frame-time-p99", .atMost, 5e6),
      ("frame-time-p99   <=   5   ms", "frame-time-p99", .atMost, 5e6),
      ("peak-live-bytes <= 64 MiB", "peak-live-bytes", .atMost, 67_108_864),
      ("hitch-time-ratio <= 10 ms/s", "hitch-time-ratio", .atMost, 10),
      ("pins-examined <= 1_000_000", "pins-examined", .atMost, 1_000_000),
    ])
  func values(
    expression: String, metric: String, comparison: Threshold.Comparison, bound: Double
  ) throws {
    let threshold = try threshold(expression)
    #expect(threshold.expression == expression)
    #expect(threshold.strategy == "grid-clusters")
    #expect(threshold.metric == metric)
    #expect(threshold.comparison == comparison)
    #expect(threshold.bound == .value(bound))
  }

  @Test(arguments: [
    ("frame-time-p99 <= 0.25 x all-pins", 0.25, "all-pins"),
    ("max-live-views < 1 x hierarchical-clusters", 1, "hierarchical-clusters"),
    ("peak-live-bytes >= 2e-1  x  all-pins", 0.2, "all-pins"),
  ])
  func multiples(expression: String, factor: Double, other: String) throws {
    #expect(try threshold(expression).bound == .multiple(factor, of: other))
  }

  @Test(
    "expressions of another form",
    arguments: [
      "max-live-views", "max-live-views 400", "max-live-views = 400", "max-live-views => 400",
      "max-live-views != 400", "max-live-views at most 400",
    ])
  func wrongForm(_ expression: String) throws {
    #expect(
      try MarkedText(text("§\"\(expression)\"")).scenarioProblem()
        == .invalidValue(
          of: "grid-clusters",
          expected: "a metric, one of <= >= < > ==, and a value or 'NUMBER x STRATEGY'",
          found: "'\(expression)'"))
  }

  @Test(
    "bounds without the metric's unit",
    arguments: [
      ("frame-time-p99 <= 5", "a number with one of ns, us, ms, s for frame-time-p99"),
      ("frame-time-p99 <= 5 MB", "a number with one of ns, us, ms, s for frame-time-p99"),
      ("frame-time-p99 <=", "a number with one of ns, us, ms, s for frame-time-p99"),
      (
        "peak-live-bytes <= 5 ms",
        "a number with one of B, KB, MB, GB, KiB, MiB, GiB for peak-live-bytes"
      ),
      ("max-live-views <= 5 %", "a plain number for max-live-views"),
      ("max-live-views <== 5", "a plain number for max-live-views"),
      ("max-live-views <= x all-pins", "a plain number for max-live-views"),
      ("max-live-views <= 2 * all-pins", "a plain number for max-live-views"),
      ("max-live-views <= -5", "a plain number for max-live-views"),
      ("max-live-views <= -3 x all-pins", "a plain number for max-live-views"),
      ("max-live-views <= 0 x all-pins", "a plain number for max-live-views"),
      ("max-live-views <= nan x all-pins", "a plain number for max-live-views"),
      ("max-live-views <= inf x all-pins", "a plain number for max-live-views"),
      ("max-live-views <= 1e999", "a plain number for max-live-views"),
    ])
  func wrongBound(expression: String, expected: String) throws {
    #expect(
      try MarkedText(text("§\"\(expression)\"")).scenarioProblem()
        == .invalidValue(
          of: "grid-clusters", expected: expected + ", or 'NUMBER x STRATEGY'",
          found: "'\(expression)'"))
  }

  @Test func unknownMetricsAndStrategiesComeWithTheirPlace() throws {
    let metrics = try Scenario(text: ScenarioText.replacing([:])).metrics.map(\.name)
    #expect(
      try MarkedText(text("§\"frame-time-p98 <= 5 ms\"")).scenarioProblem()
        == .unknownName("frame-time-p98", what: "metric", known: metrics))
    #expect(
      try MarkedText(
        text("\"max-live-views <= 5\"\n    - §\"max-live-views <= 2 x native-clusters\"")
      ).scenarioProblem()
        == .unknownName(
          "native-clusters", what: "strategy in this scenario", known: Self.strategies))
    #expect(
      try MarkedText(
        ScenarioText.replacing(
          "thresholds", by: "thresholds: { §all-pinz: [\"hanging-frames == 0\"] }")
      ).scenarioProblem()
        == .unknownKey("all-pinz", in: "thresholds", known: Self.strategies))
    #expect(
      try MarkedText(
        ScenarioText.replacing(
          "thresholds", by: "thresholds: { all-pins: §\"hanging-frames == 0\" }")
      ).scenarioProblem()
        == .wrongType(
          of: "all-pins", expected: "a list of at least one element", found: "'hanging-frames == 0'"
        ))
  }

  @Test func comparisonsHoldAtTheirBounds() {
    typealias Comparison = Threshold.Comparison
    let below = Comparison.allCases.filter { $0.holds(1, 2) }
    let equal = Comparison.allCases.filter { $0.holds(2, 2) }
    let above = Comparison.allCases.filter { $0.holds(3, 2) }
    #expect(below == [.atMost, .below])
    #expect(equal == [.atMost, .atLeast, .equal])
    #expect(above == [.atLeast, .above])
    #expect(Comparison.allCases.filter { $0.holds(.nan, 2) }.isEmpty, "NaN keeps no bound")
  }
}
