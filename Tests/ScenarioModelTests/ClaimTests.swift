import Platform
import ScenarioModel
import Simulation
import Support
import TestSupport
import Testing

/// Claims in every form that a file may give them.
@Suite struct ClaimTests {
  private static let greatest = Double.greatestFiniteMagnitude
  /// A test without its bound, and a claim without a test.
  private static let hangs = "by: x, strategy: all-pins, metric: hanging-frames"
  private static let times = "by: x, strategy: all-pins, metric: frame-time-p50"
  private static let basis = "cannot-be-told: c"

  private static func text(_ claims: String...) -> String {
    let list = claims.map { $0.contains("{") ? $0 : "{ id: a, says: b, \($0) }" }
    return ScenarioText.replacing("claims", by: "claims: [\(list.joined(separator: ", "))]")
  }

  private static func claim(_ body: String) throws -> Claim {
    try #require(try Scenario(text: text(body)).claims.first)
  }

  @Test(arguments: [
    ("peak-live-bytes", "between: [200 MB, 400 MB]", 2e8, 4e8),
    ("marker-overlap", "at-least: 80 %", 0.8, greatest),
    ("frame-time-p95", "at-most: 16.7 ms", -greatest, 16.7e6),
    ("max-live-views", "compared-to: all-pins, at-most: 0.1", -greatest, 0.1),
    ("peak-live-bytes", "compared-to: all-pins, between: [0.35, 0.57]", 0.35, 0.57),
    ("peak-live-bytes", "growth: [0.9, 1.1]", 0.9, 1.1),
    ("peak-live-bytes", "growth: [-0.1, 0.3]", -0.1, 0.3),
  ]) func forms(metric: String, bounds: String, low: Double, high: Double) throws {
    let name = "grid-clusters"
    let expected: Claim.Test =
      if bounds.hasPrefix("growth") {
        .growth(metric: metric, strategy: name, low: low, high: high)
      } else if bounds.hasPrefix("compared-to") {
        .ratio(metric: metric, strategy: name, to: "all-pins", low: low, high: high)
      } else {
        .range(metric: metric, strategy: name, low: low, high: high)
      }
    let claim = try Self.claim("by: x, strategy: \(name), metric: \(metric), \(bounds)")
    #expect(claim.test == expected)
  }

  @Test(arguments: [
    ("contradicted: the manual", Claim.Limit.contradicted(why: "the manual"), false),
    ("cannot-be-told: no server here", .cannotBeTold(why: "no server here"), false),
    ("by-construction: it is so", .byConstruction(why: "it is so"), false),
    ("\(hangs), at-least: 1, by-construction: it is so", .byConstruction(why: "it is so"), true),
    ("\(hangs), at-least: 1, fitted-parameters: [watchdog]", .fitted([.watchdog]), true),
  ]) func limits(body: String, limit: Claim.Limit, hasTest: Bool) throws {
    let claim = try Self.claim(hasTest ? body : "by: x, " + body)
    #expect(claim.limit == limit)
    #expect((claim.test != nil) == hasTest)
  }

  @Test func aClaimMaySayMore() throws {
    let body = Self.hangs + ", at-least: 1"
    let plain = try Self.claim(body)
    #expect(plain.id == "a" && plain.says == "b" && plain.limit == nil)
    #expect(plain.source == .publication("x") && plain.source.label == "x")
    #expect(plain.note == nil && plain.parameters.isEmpty && plain.minSize == nil)
    let claim = try Self.claim(body + ", note: at rest, parameters: [watchdog], from-size: 100")
    #expect(claim.note == "at rest" && claim.parameters == [.watchdog] && claim.minSize == 100)
    let own = try Self.claim("hypothesis: true, \(Self.basis)").source
    #expect(own == .hypothesis && own.label == "hypothesis of this project")
  }

  @Test(arguments: [
    ("line: 172", [172...172], "line 172"), ("lines: 166-177", [166...177], "lines 166-177"),
    ("lines: [42, 101-103]", [42...42, 101...103], "lines 42, 101-103"),
  ]) func linesOfADocument(keys: String, ranges: [ClosedRange<Int>], label: String) throws {
    let source = try Self.claim("document: guide, \(keys), \(Self.basis)").source
    #expect(source == .document(name: "guide", lines: DocumentLines(ranges)))
    #expect(source.label == "guide, \(label)")
    // A scenario may name one, too.
    let line = "source: { document: guide, \(keys) }"
    #expect(try Scenario(replacing: "source", by: line).source == source.label)
  }

  // MARK: - Mistakes

  private static let mistakes = markedMistakes([
    "document: guide, lines: §7-3, \(basis)":
      "lines: expected a line, or a range such as 166-177, from 1, found '7-3'",
    "document: guide, lines: [3-7, §5], \(basis)":
      "lines: expected lines in ascending order, each once, found '5'",
    "document: guide, line: §0, \(basis)": "line: expected a whole number of at least 1, found '0'",
    "document: guide, line: 1, lines: §2, \(basis)":
      "lines: expected 'line' or 'lines', not both, found '2'",
    "by: a, line: §2, \(basis)": "line: expected no lines without a 'document', found '2'",
    "hypothesis: §false, \(basis)": "hypothesis: expected true, found 'false'",
    "by: a, §hypothesis: true, \(basis)":
      "claims: expected one of document, by, hypothesis, found by and hypothesis",
    "\(hangs), at-least: §many": "at-least: expected a plain number, found 'many'",
    "\(times), at-least: §5": "at-least: expected a number with one of ns, us, ms, s, found '5'",
    "\(times), compared-to: all-pins, at-least: §5 ms":
      "at-least: expected a plain number, found '5 ms'",
    "\(hangs), between: §[1]": "between: expected two values: [LOW, HIGH], found a list",
    "\(hangs), between: §[2, 1]": "between: expected the lower value first, found a list",
    "\(hangs), between: [1, §x]": "between: expected a plain number, found 'x'",
    "\(hangs), growth: §[1, 2, 3]": "growth: expected two values: [LOW, HIGH], found a list",
    "size: §100, \(hangs), growth: [1, 2]":
      "size: expected 'size' or 'growth', not both, found '100'",
    "size: 100, from-size: §100, \(hangs), at-least: 1":
      "from-size: expected one of 'size', 'from-size' and 'growth', found '100'",
  ])

  @Test(arguments: mistakes)
  func aMistakeIsFoundWhereItStands(body: String, message: String) throws {
    #expect(try MarkedText(Self.text(body)).scenarioMessage() == message)
  }

  private static let strategy = "strategy in this scenario"

  @Test(arguments: [
    ("by: x, strategy: §all, metric: a", "all", strategy, ScenarioText.strategies),
    ("\(hangs), compared-to: §all", "all", strategy, ScenarioText.strategies),
    ("by: x, strategy: all-pins, metric: §memory", "memory", "metric", ScenarioText.metrics),
    (
      "\(hangs), parameters: [§watchdogs]", "watchdogs", "parameter",
      ProfileParameter.Name.allCases.map(\.rawValue)
    ),
  ]) func unknownNames(body: String, name: String, what: String, known: [String]) throws {
    #expect(
      try MarkedText(Self.text(body + ", at-most: 1")).scenarioProblem()
        == .unknownName(name, what: what, known: known))
  }

  @Test func anUnknownKeyComesWithTheKnownOnes() throws {
    let keys = """
      id, says, note, document, by, hypothesis, line, lines, variant, size, from-size, strategy, \
      metric, compared-to, between, at-least, at-most, growth, parameters, fitted-parameters, \
      contradicted, by-construction, cannot-be-told
      """
    #expect(
      try MarkedText(Self.text("by: x, cannot-be-told: y, §test: it")).scenarioMessage()
        == "claims has no key 'test'; known: \(keys)")
  }

  @Test(arguments: [
    ("§{ says: b, by: x, \(basis) }", "id"), ("§{ id: a, by: x, \(basis) }", "says"),
    ("§{ id: a, says: b, \(basis) }", "document' or 'by' or 'hypothesis"),
    ("§{ id: a, says: b, document: x, \(basis) }", "lines"),
    ("§{ id: a, says: b, by: x }", "strategy"),
    ("§{ id: a, says: b, by: x, strategy: all-pins }", "metric"),
    ("§{ id: a, says: b, \(hangs) }", "between' or 'at-least' or 'at-most"),
    ("§{ id: a, says: b, \(hangs), compared-to: all-pins }", "between' or 'at-least' or 'at-most"),
  ]) func missingParts(claim: String, key: String) throws {
    #expect(
      try MarkedText(Self.text(claim)).scenarioMessage()
        == "claims needs the key '\(key)', which is missing")
  }

  @Test func idsAreDifferent() throws {
    let second = "§{ id: a, says: d, by: x, \(Self.basis) }"
    #expect(
      try MarkedText(Self.text("by: x, \(Self.basis)", second)).scenarioMessage()
        == "claims: expected claims with different ids, not 'a' twice, found a mapping of keys")
  }

  /// A claim has one test; a second one must not be left out silently.
  @Test(arguments: [
    "\(hangs), between: [1, 2], at-least: 5", "\(hangs), at-least: 1, at-most: 5",
    "\(hangs), growth: [1, 2], at-least: 5", "\(hangs), growth: [1, 2], compared-to: grid-clusters",
    "\(hangs), at-least: 5, \(basis)", "\(hangs), at-least: 5, contradicted: why",
    "by: x, contradicted: one, \(basis)", "by: x, contradicted: one, by-construction: two",
    "by: x, by-construction: why, fitted-parameters: [watchdog]",
  ]) func twoTests(body: String) {
    #expect(throws: InputError.self) { try Scenario(text: Self.text(body)) }
  }
}
