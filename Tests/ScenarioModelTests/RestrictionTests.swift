import ScenarioModel
import TestSupport
import Testing
import YAMLReading

/// Claims and thresholds that apply to some variants or sizes of a scenario only.
@Suite struct RestrictionTests {
  private static let families = FamilyRegistry([VariantFamily()])

  private static func text(_ judged: String) -> String {
    """
    scenario: sample
    title: A sample
    family: variants
    naive: naive
    strategies: [naive, fixed]
    sizes: [1, 2, 3, 7, 9, 1_000]
    \(judged)
    """
  }

  private static func scenario(_ judged: String) throws(InputError) -> Scenario {
    try Scenario(yaml: text(judged), file: "sample.yaml", families: families)
  }

  private static func threshold(_ element: String) throws -> Threshold {
    let thresholds = try scenario("thresholds: { fixed: [\(element)] }").thresholds
    return try #require(thresholds.first)
  }

  @Test(
    arguments: [
      ("\"frame-time-p99 <= 5 ms\"", nil, nil), ("{ bound: frame-time-p99 <= 5 ms }", nil, nil),
      ("{ bound: frame-time-p99 <= 5 ms, variant: busy }", "busy", nil),
      ("{ size: 1_000, bound: frame-time-p99 <= 5 ms }", nil, 1_000),
      ("{ variant: at night, size: 9, bound: frame-time-p99 <= 5 ms }", "at night", 9),
    ] as [(String, String?, Int?)])
  func thresholds(element: String, variant: String?, size: Int?) throws {
    let threshold = try Self.threshold(element)
    #expect(threshold.expression == "frame-time-p99 <= 5 ms")
    #expect(threshold.bound == .value(5e6))
    #expect(threshold.strategy == "fixed")
    #expect(threshold.restriction.variant == variant)
    #expect(threshold.restriction.size == size)
  }

  @Test func multiplesMayBeRestrictedToo() throws {
    let threshold = try Self.threshold("{ bound: build-time <= 2 x naive, variant: busy }")
    #expect(threshold.bound == .multiple(2, of: "naive"))
  }

  @Test(
    arguments: [
      ("", nil, nil), ("variant: busy, ", "busy", nil), ("size: 7, ", nil, 7),
      ("variant: calm, size: 7, ", "calm", 7),
    ] as [(String, String?, Int?)])
  func claims(keys: String, variant: String?, size: Int?) throws {
    let claims = try Self.scenario(
      "claims: [{ id: a, says: b, by: c, \(keys)cannot-be-told: why }]"
    ).claims
    #expect(claims.first?.restriction.variant == variant)
    #expect(claims.first?.restriction.size == size)
  }

  @Test(
    arguments: [
      (nil, nil, ["calm 1", "calm 2", "busy 1", "busy 2"]), ("busy", nil, ["busy 1", "busy 2"]),
      (nil, 2, ["calm 2", "busy 2"]), ("calm", 1, ["calm 1"]), ("calm", 3, []),
    ] as [(String?, Int?, [String])])
  func includesTheWorldsThatItNames(variant: String?, size: Int?, worlds: [String]) throws {
    let keys = [variant.map { "variant: \($0)" }, size.map { "size: \($0)" }].compactMap(\.self)
    let element = (["bound: build-time <= 1 s"] + keys).joined(separator: ", ")
    let restriction = try Self.threshold("{ \(element) }").restriction
    let included = ["calm", "busy"].flatMap { variant in
      [1, 2].filter { restriction.includes(Configuration(variant: variant, size: $0)) }
        .map { "\(variant) \($0)" }
    }
    #expect(included == worlds)
  }

  // MARK: - Mistakes

  private static let known = ["calm", "busy", "at night"]
  private static let sizes = ["1", "2", "3", "7", "9", "1000"]

  @Test(
    "mistakes",
    arguments: [
      (
        "thresholds: { fixed: [{ bound: build-time <= 1 s, variant: §bussy }] }",
        InputError.Problem.unknownName("bussy", what: "variant in this scenario", known: known)
      ),
      (
        "claims: [{ id: a, says: b, by: c, variant: §clam, cannot-be-told: c }]",
        .unknownName("clam", what: "variant in this scenario", known: known)
      ),
      (
        "claims: [{ id: a, says: b, by: c, variant: §[calm, busy], cannot-be-told: c }]",
        .wrongType(of: "variant", expected: "text", found: "a list")
      ),
      (
        "thresholds: { fixed: [{ bound: build-time <= 1 s, §variants: busy }] }",
        .unknownKey("variants", in: "fixed", known: ["bound", "variant", "size"])
      ),
      (
        "thresholds: { fixed: [§{ variant: busy }] }", .missingKey("bound", in: "fixed")
      ),
      (
        "thresholds: { fixed: [{ bound: §build-time at most 1 s, variant: busy }] }",
        .invalidValue(
          of: "bound",
          expected: "a metric, one of <= >= < > ==, and a value or 'NUMBER x STRATEGY'",
          found: "'build-time at most 1 s'")
      ),
      (
        "thresholds: { fixed: [{ bound: build-time <= 1 s, size: §0 }] }",
        .invalidValue(of: "size", expected: "a whole number of at least 1", found: "'0'")
      ),
      (
        "thresholds: { fixed: [{ bound: build-time <= 1 s, size: §3_000 }] }",
        .unknownName("3000", what: "size in this scenario", known: sizes)
      ),
      (
        "claims: [{ id: a, says: b, by: c, variant: calm, size: §8, cannot-be-told: c }]",
        .unknownName("8", what: "size in this scenario", known: sizes)
      ),
      (
        "thresholds: { fixed: [§[build-time <= 1 s]] }",
        .wrongType(of: "fixed", expected: "text", found: "a list")
      ),
    ])
  func mistakes(judged: String, problem: InputError.Problem) {
    let marked = MarkedText(Self.text(judged))
    do {
      _ = try Scenario(yaml: marked.text, file: "sample.yaml", families: Self.families)
      Issue.record("the mistake was not noticed")
    } catch {
      #expect(error.problem == problem)
      #expect(
        error.location == .init(file: "sample.yaml", line: marked.line, column: marked.column))
    }
  }

  @Test func theNearestVariantIsNamed() {
    #expect {
      try Self.scenario("thresholds: { fixed: [{ bound: build-time <= 1 s, variant: bussy }] }")
    } throws: { error in
      "\(error)".hasSuffix(
        "there is no variant in this scenario 'bussy'; did you mean 'busy'? (known: calm, busy, "
          + "at night)")
    }
  }

  /// A scenario with one world only has a variant without a name, which nobody can mean.
  @Test func aScenarioWithoutVariantsKnowsNone() throws {
    #expect(
      try MarkedText(
        ScenarioText.replacing(
          "thresholds",
          by: "thresholds: { all-pins: [{ bound: hanging-frames == 0, variant: §busy }] }")
      ).scenarioProblem()
        == .unknownName("busy", what: "variant in this scenario", known: []))
  }
}
