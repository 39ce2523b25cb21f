import PlatformProfiles
import ScenarioModel
import TestSupport
import Testing
import YAMLReading

/// Claims in every form that a file may give them.
@Suite struct ClaimTests {
  private static let greatest = Double.greatestFiniteMagnitude

  private func text(_ body: String, source: String = "by: a blog, ") -> String {
    ScenarioText.replacing("claims", by: "claims:\n  - { id: a, says: b, \(source)\(body) }")
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
    ])
  func forms(body: String, test: Claim.Test) throws {
    let claims = try Scenario(text: text(body)).claims
    let claim = try #require(claims.first)
    #expect(claim.test == test)
    #expect(claim.id == "a" && claim.says == "b")
    #expect(claim.limit == nil && claim.note == nil && claim.parameters.isEmpty)
  }

  @Test(arguments: [
    ("contradicted: the manual", Claim.Limit.contradicted(why: "the manual"), false),
    ("cannot-be-told: no server here", .cannotBeTold(why: "no server here"), false),
    ("by-construction: it is so", .byConstruction(why: "it is so"), false),
    (
      "by-construction: it is so, strategy: all-pins, metric: hanging-frames, at-least: 1",
      .byConstruction(why: "it is so"), true
    ),
    (
      "fitted-parameters: [create-marker-view], strategy: all-pins, metric: hanging-frames, "
        + "at-least: 1",
      .fitted([.createMarkerView]), true
    ),
  ])
  func limits(body: String, limit: Claim.Limit, hasTest: Bool) throws {
    let claim = try #require(try Scenario(text: text(body)).claims.first)
    #expect(claim.limit == limit)
    #expect((claim.test != nil) == hasTest)
  }

  @Test func aClaimMayNameParametersAndParticulars() throws {
    let body = "note: at rest, parameters: [watchdog], strategy: all-pins, "
    let claim = try #require(
      try Scenario(text: text(body + "metric: hanging-frames, at-least: 1")).claims.first)
    #expect(claim.note == "at rest")
    #expect(claim.parameters == [.watchdog])
  }

  @Test func aClaimMayHoldFromASizeOn() throws {
    let body = "strategy: all-pins, metric: hanging-frames, at-least: 1"
    #expect(try Scenario(text: text("from-size: 100, " + body)).claims.first?.minSize == 100)
    #expect(try Scenario(text: text(body)).claims.first?.minSize == nil)
  }

  @Test(
    "sources",
    arguments: [
      ("by: a blog", Claim.Source.publication("a blog"), "a blog"),
      ("hypothesis: true", .hypothesis, "hypothesis of this project"),
      (
        "document: guide, line: 172",
        .document(name: "guide", lines: DocumentLines([172...172])), "guide, line 172"
      ),
      (
        "document: guide, lines: 166-177",
        .document(name: "guide", lines: DocumentLines([166...177])), "guide, lines 166-177"
      ),
      (
        "document: guide, lines: [42, 101-103]",
        .document(name: "guide", lines: DocumentLines([42...42, 101...103])),
        "guide, lines 42, 101-103"
      ),
    ])
  func sources(keys: String, source: Claim.Source, label: String) throws {
    let claim = try #require(
      try Scenario(text: text("cannot-be-told: why", source: keys + ", ")).claims.first)
    #expect(claim.source == source)
    #expect(claim.source.label == label)
  }

  @Test func aScenarioMayNameADocument() throws {
    let line = "source: { document: guide, lines: [42, 101-103] }"
    #expect(
      try Scenario(text: ScenarioText.replacing("source", by: line)).source
        == "guide, lines 42, 101-103")
  }

  @Test(
    "mistakes of sources",
    arguments: [
      (
        "document: guide, lines: §7-3",
        InputError.Problem.invalidValue(
          of: "lines", expected: "a line, or a range such as 166-177, from 1", found: "'7-3'")
      ),
      (
        "document: guide, lines: [3-7, §5]",
        .invalidValue(of: "lines", expected: "lines in ascending order, each once", found: "'5'")
      ),
      (
        "document: guide, line: §0",
        .invalidValue(of: "line", expected: "a whole number of at least 1", found: "'0'")
      ),
      (
        "document: guide, line: 1, lines: §2",
        .invalidValue(of: "lines", expected: "'line' or 'lines', not both", found: "'2'")
      ),
      (
        "by: a blog, line: §2",
        .invalidValue(of: "line", expected: "lines of a 'document' only", found: "'2'")
      ),
      (
        "hypothesis: §false",
        .invalidValue(of: "hypothesis", expected: "true", found: "'false'")
      ),
      (
        "by: a blog, §hypothesis: true",
        .invalidValue(
          of: "claims", expected: "one of document, by, hypothesis", found: "by and hypothesis")
      ),
    ])
  func mistakesOfSources(keys: String, problem: InputError.Problem) throws {
    #expect(
      try MarkedText(text("cannot-be-told: why", source: keys + ", ")).scenarioProblem()
        == problem)
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
        "size: 100, from-size: §100, strategy: all-pins, metric: hanging-frames, at-least: 1",
        .invalidValue(
          of: "from-size", expected: "one of 'size', 'from-size' and 'growth'", found: "'100'")
      ),
      (
        "§test: it",
        .unknownKey(
          "test", in: "claims",
          known: [
            "id", "says", "note", "document", "by", "hypothesis", "line", "lines", "variant",
            "size", "from-size", "strategy", "metric", "compared-to", "between", "at-least",
            "at-most", "growth", "parameters", "fitted-parameters", "contradicted",
            "by-construction", "cannot-be-told",
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
      ("§{ says: b, by: x, cannot-be-told: c }", "id"),
      ("§{ id: a, by: x, cannot-be-told: c }", "says"),
      ("§{ id: a, says: b, cannot-be-told: c }", "document' or 'by' or 'hypothesis"),
      ("§{ id: a, says: b, document: x, cannot-be-told: c }", "lines"),
      ("§{ id: a, says: b, by: x }", "strategy"),
      ("§{ id: a, says: b, by: x, strategy: all-pins }", "metric"),
      (
        "§{ id: a, says: b, by: x, strategy: all-pins, metric: hanging-frames }",
        "between' or 'at-least' or 'at-most"
      ),
      (
        "§{ id: a, says: b, by: x, strategy: all-pins, metric: hanging-frames, compared-to: all-pins }",
        "between' or 'at-least' or 'at-most"
      ),
    ])
  func missingParts(claim: String, key: String) throws {
    #expect(
      try MarkedText(ScenarioText.replacing("claims", by: "claims: [\(claim)]")).scenarioProblem()
        == .missingKey(key, in: "claims"))
  }

  @Test func unknownParametersAreFoundWhereTheyStand() throws {
    let body = "strategy: all-pins, metric: hanging-frames, at-most: 1, parameters: [§watchdogs]"
    #expect(
      try MarkedText(text(body)).scenarioProblem()
        == .unknownName(
          "watchdogs", what: "parameter",
          known: ProfileParameter.Name.allCases.map(\.rawValue)))
  }

  @Test func unknownMetricsAreFoundWhereTheyStand() throws {
    let metrics = try Scenario(text: ScenarioText.replacing([:])).metrics.map(\.name)
    #expect(
      try MarkedText(text("strategy: all-pins, metric: §memory, at-most: 1")).scenarioProblem()
        == .unknownName("memory", what: "metric", known: metrics))
  }

  @Test func idsAreDifferent() throws {
    let line =
      "claims: [{ id: a, says: b, by: x, cannot-be-told: c }, §{ id: a, says: d, by: x, cannot-be-told: e }]"
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
      "strategy: all-pins, metric: hanging-frames, at-least: 5, cannot-be-told: why",
      "strategy: all-pins, metric: hanging-frames, growth: [1, 2], compared-to: grid-clusters",
      "contradicted: one, cannot-be-told: two",
      "contradicted: one, by-construction: two",
      "strategy: all-pins, metric: hanging-frames, at-least: 5, contradicted: why",
      "by-construction: why, fitted-parameters: [watchdog]",
    ])
  func twoTests(body: String) {
    #expect(throws: InputError.self) { try Scenario(text: text(body)) }
  }
}
