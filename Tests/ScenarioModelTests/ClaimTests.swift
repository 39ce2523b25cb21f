import ScenarioModel
import TestSupport
import Testing
import YAMLReading

/// What somebody says, in every form that a file may give it.
@Suite struct ClaimTests {
  private static let greatest = Double.greatestFiniteMagnitude

  private func text(_ body: String) -> String {
    ScenarioText.replacing("claims", by: "claims:\n  - { id: a, says: b, \(body) }")
  }

  @Test(
    arguments: [
      (
        "strategy: all-pins, metric: peak-live-bytes, between: [200 MB, 400 MB]",
        Claim.Test.range(metric: "peak-live-bytes", strategy: "all-pins", low: 2e8, high: 4e8)
      ),
      (
        "strategy: all-pins, metric: marker-overlap, at-least: 80 %",
        .range(
          metric: "marker-overlap", strategy: "all-pins", low: 0.8,
          high: .greatestFiniteMagnitude)
      ),
      (
        "strategy: grid-clusters, metric: frame-time-p95, at-most: 16.7 ms",
        .range(
          metric: "frame-time-p95", strategy: "grid-clusters", low: -.greatestFiniteMagnitude,
          high: 16_700_000)
      ),
      (
        "strategy: grid-clusters, metric: max-live-views, compared-to: all-pins, at-most: 0.1",
        .ratio(
          metric: "max-live-views", strategy: "grid-clusters", to: "all-pins",
          low: -.greatestFiniteMagnitude, high: 0.1)
      ),
      (
        "strategy: grid-clusters, metric: peak-live-bytes, compared-to: all-pins, "
          + "between: [0.35, 0.57]",
        .ratio(
          metric: "peak-live-bytes", strategy: "grid-clusters", to: "all-pins", low: 0.35,
          high: 0.57)
      ),
      (
        "strategy: all-pins, metric: peak-live-bytes, growth: [0.9, 1.1]",
        .growth(metric: "peak-live-bytes", strategy: "all-pins", low: 0.9, high: 1.1)
      ),
      (
        "strategy: all-pins, metric: peak-live-bytes, growth: [-0.1, 0.3]",
        .growth(metric: "peak-live-bytes", strategy: "all-pins", low: -0.1, high: 0.3)
      ),
      ("contradicted: the documentation", .contradicted(why: "the documentation")),
      ("not-testable: no server here", .notTestable(why: "no server here")),
    ])
  func forms(body: String, test: Claim.Test) throws {
    let claims = try Scenario(text: text(body)).claims
    let claim = try #require(claims.first)
    #expect(claim.test == test)
    #expect(claim.id == "a" && claim.says == "b")
    #expect(claim.source == "a test", "the scenario's, unless the claim names its own")
  }

  @Test func aClaimMayNameItsOwnSource() throws {
    let claims = try Scenario(text: text("source: a blog, not-testable: why")).claims
    #expect(claims.first?.source == "a blog")
  }

  @Test(
    "mistakes",
    arguments: [
      (
        "strategy: §native-clusters, metric: hanging-frames, at-most: 1",
        InputError.Problem.unknownName(
          "native-clusters", what: "strategy in this scenario",
          known: ["all-pins", "grid-clusters", "hierarchical-clusters"])
      ),
      (
        "strategy: all-pins, metric: hanging-frames, compared-to: §all, at-most: 1",
        .unknownName(
          "all", what: "strategy in this scenario",
          known: ["all-pins", "grid-clusters", "hierarchical-clusters"])
      ),
      (
        "strategy: all-pins, metric: hanging-frames, at-least: §many",
        .invalidValue(of: "at-least", expected: "a plain number", found: "'many'")
      ),
      (
        "strategy: all-pins, metric: frame-time-p50, at-least: §5",
        .invalidValue(
          of: "at-least", expected: "a number with one of ns, us, ms, s", found: "'5'")
      ),
      (
        "strategy: all-pins, metric: frame-time-p50, compared-to: all-pins, at-least: §5 ms",
        .invalidValue(of: "at-least", expected: "a plain number", found: "'5 ms'")
      ),
      (
        "strategy: all-pins, metric: hanging-frames, between: §[1]",
        .invalidValue(of: "between", expected: "two values: [LOW, HIGH]", found: "a list")
      ),
      (
        "strategy: all-pins, metric: hanging-frames, between: §[2, 1]",
        .invalidValue(of: "between", expected: "the lower value first", found: "a list")
      ),
      (
        "strategy: all-pins, metric: hanging-frames, growth: §[1, 2, 3]",
        .invalidValue(of: "growth", expected: "two values: [LOW, HIGH]", found: "a list")
      ),
      (
        "strategy: all-pins, metric: hanging-frames, between: [1, §x]",
        .invalidValue(of: "between", expected: "a plain number", found: "'x'")
      ),
      (
        "size: §100, strategy: all-pins, metric: hanging-frames, growth: [1, 2]",
        .invalidValue(of: "size", expected: "'size' or 'growth', not both", found: "'100'")
      ),
      (
        "§test: it",
        .unknownKey(
          "test", in: "claims",
          known: [
            "id", "says", "source", "variant", "size", "strategy", "metric", "between",
            "at-least", "at-most", "compared-to", "growth", "contradicted", "not-testable",
          ])
      ),
    ])
  func mistakes(body: String, problem: InputError.Problem) throws {
    #expect(
      try MarkedText(text(body)).scenarioProblem()
        == problem)
  }

  @Test(
    "what a claim must have",
    arguments: [
      ("§{ says: b, not-testable: c }", "id"), ("§{ id: a, not-testable: c }", "says"),
      ("§{ id: a, says: b }", "strategy"), ("§{ id: a, says: b, strategy: all-pins }", "metric"),
      (
        "§{ id: a, says: b, strategy: all-pins, metric: hanging-frames }",
        "between' or 'at-least' or 'at-most"
      ),
      (
        "§{ id: a, says: b, strategy: all-pins, metric: hanging-frames, compared-to: all-pins }",
        "between' or 'at-least' or 'at-most"
      ),
    ])
  func missingParts(claim: String, key: String) throws {
    #expect(
      try MarkedText(ScenarioText.replacing("claims", by: "claims: [\(claim)]")).scenarioProblem()
        == .missingKey(key, in: "claims"))
  }

  @Test func unknownMetricsAreFoundWhereTheyStand() throws {
    let metrics = try Scenario(text: ScenarioText.replacing([:])).metrics.map(\.name)
    #expect(
      try MarkedText(text("strategy: all-pins, metric: §memory, at-most: 1")).scenarioProblem()
        == .unknownName("memory", what: "metric", known: metrics))
  }

  @Test func idsAreDifferent() throws {
    let line = "claims: [{ id: a, says: b, not-testable: c }, §{ id: a, says: d, not-testable: e }]"
    #expect(
      try MarkedText(ScenarioText.replacing("claims", by: line)).scenarioProblem()
        == .invalidValue(
          of: "claims", expected: "claims with different ids, not 'a' twice",
          found: "a mapping of keys"))
  }

  /// A claim has one test; a second one must not be left out silently.
  @Test(
    "two tests in one claim",
    arguments: [
      "strategy: all-pins, metric: hanging-frames, between: [1, 2], at-least: 5",
      "strategy: all-pins, metric: hanging-frames, at-least: 1, at-most: 5",
      "strategy: all-pins, metric: hanging-frames, growth: [1, 2], at-least: 5",
      "strategy: all-pins, metric: hanging-frames, at-least: 5, not-testable: why",
      "strategy: all-pins, metric: hanging-frames, growth: [1, 2], compared-to: grid-clusters",
      "contradicted: one, not-testable: two",
    ])
  func twoTests(body: String) {
    #expect(throws: InputError.self) { try Scenario(text: text(body)) }
  }
}
