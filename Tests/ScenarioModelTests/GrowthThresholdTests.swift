import ScenarioModel
import TestSupport
import Testing
import YAMLReading

/// Bounds on growths: `growth(frame-time-p95) <= 1.1`.
@Suite struct GrowthThresholdTests {
  private func text(_ element: String) -> String {
    ScenarioText.replacing("thresholds", by: "thresholds:\n  grid-clusters:\n    - \(element)")
  }

  private func threshold(_ element: String) throws -> Threshold {
    let thresholds = try Scenario(text: text(element)).thresholds
    return try #require(thresholds.first)
  }

  @Test(
    arguments: [
      ("growth(frame-time-p95) <= 1.1", "frame-time-p95", Threshold.Comparison.atMost, 1.1),
      ("growth(frame-time-p95) < 2", "frame-time-p95", .below, 2),
      ("growth(max-live-views) >= 0", "max-live-views", .atLeast, 0),
      ("growth(max-live-views) > -0.5", "max-live-views", .above, -0.5),
      ("growth(max-live-views)<=1", "max-live-views", .atMost, 1),
      ("growth( max-live-views )   <=   1e0  ", "max-live-views", .atMost, 1),
      ("growth(peak-live-bytes) <= 10", "peak-live-bytes", .atMost, 10),
    ])
  func areReadWithoutTheMetricsUnit(
    expression: String, metric: String, comparison: Threshold.Comparison, power: Double
  ) throws {
    let threshold = try threshold("\"\(expression)\"")
    #expect(threshold.expression == expression)
    #expect(threshold.metric == metric)
    #expect(threshold.subject == .growth)
    #expect(threshold.comparison == comparison)
    #expect(threshold.bound == .value(power))
  }

  @Test func otherThresholdsAreOnMedians() throws {
    #expect(try threshold("\"max-live-views <= 400\"").subject == .median)
  }

  @Test(
    "expressions of another form",
    arguments: [
      "growth(max-live-views)", "growth(max-live-views) 1", "growth(max-live-views) = 1",
      "growth(max-live-views) == 1", "growth(max-live-views <= 1", "growth(",
    ])
  func wrongForm(_ expression: String) throws {
    #expect(
      try MarkedText(text("§\"\(expression)\"")).scenarioProblem()
        == .invalidValue(
          of: "grid-clusters",
          expected: "growth(METRIC), one of <= >= < >, and a plain number",
          found: "'\(expression)'"))
  }

  @Test(
    "bounds that are no power",
    arguments: [
      "growth(frame-time-p95) <= 5 ms", "growth(frame-time-p95) <= 1.1 x all-pins",
      "growth(frame-time-p95) <=", "growth(frame-time-p95) <= 11",
      "growth(frame-time-p95) <= nan", "growth(frame-time-p95) <= 50 %",
    ])
  func wrongPower(_ expression: String) throws {
    #expect(
      try MarkedText(text("§\"\(expression)\"")).scenarioProblem()
        == .invalidValue(
          of: "grid-clusters",
          expected:
            "a plain number between -10 and 10 for growth(frame-time-p95), the power of the "
            + "size, such as 1.1",
          found: "'\(expression)'"))
  }

  @Test func unknownMetricsComeWithTheirPlace() throws {
    let metrics = try Scenario(text: ScenarioText.replacing([:])).metrics.map(\.name)
    #expect(
      try MarkedText(text("§\"growth(frame-time-p98) <= 1\"")).scenarioProblem()
        == .unknownName("frame-time-p98", what: "metric", known: metrics))
    #expect(
      try MarkedText(text("§\"growth() <= 1\"")).scenarioProblem()
        == .unknownName("", what: "metric", known: metrics))
  }

  @Test func aGrowthIsOneBetweenSizes() throws {
    #expect(
      try MarkedText(text("{ bound: \"growth(max-live-views) <= 1\", size: §1_000 }"))
        .scenarioProblem()
        == .invalidValue(of: "size", expected: "'size' or a growth, not both", found: "'1_000'"))
  }

  /// A condition that no run can decide.
  @Test(
    arguments: [
      ("thresholds", "thresholds: { all-pins: [§growth(hanging-frames) <= 1] }"),
      ("thresholds", "thresholds: { all-pins: [{ bound: §growth(hanging-frames) <= 1 }] }"),
      (
        "claims",
        "claims: [{ id: a, says: b, by: c, strategy: all-pins, metric: hanging-frames, "
          + "growth: §[0, 1] }]"
      ),
    ])
  func oneSizeHasNoGrowth(key: String, line: String) throws {
    let cases: [(String?, Bool)] = [
      ("sizes: [100]", true), (nil, true), ("sizes: [1, 2]", false),
    ]
    for (sizes, isMistake) in cases {
      let problem = try MarkedText(ScenarioText.replacing([key: line, "sizes": sizes]))
        .scenarioProblem()
      guard isMistake else {
        #expect(problem == nil)
        continue
      }
      guard case .invalidValue(_, let expected, _) = problem else {
        Issue.record("expected a wrong value, found \(String(describing: problem))")
        continue
      }
      #expect(expected == "no growth in a scenario with one size, or further ones in 'sizes'")
    }
  }
}
