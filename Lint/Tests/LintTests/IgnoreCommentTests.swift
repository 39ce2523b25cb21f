import LintRules
import Testing

struct IgnoreCommentTests {
  let rule: RuleFixture

  init() throws { rule = try RuleFixture("region-set-in-update") }

  /// The findings of an update function with these two lines, as `rule: line`.
  private func findings(_ lines: String...) -> [String] {
    let source = """
      func updateUIView(_ view: MKMapView, context: Context) {
        \(lines.joined(separator: "\n  "))
      }
      """
    return rule.findings(source).map { "\($0.rule): \($0.line - 2) \($0.sureness)" }
  }

  private static let call = "view.setRegion(region, animated: true)"
  private static let comment = "// mappressure:ignore region-set-in-update the map never moves"

  @Test func itSilencesItsOwnLineOrTheNext() {
    #expect(findings(Self.call) == ["region-set-in-update: 1 likely"])
    #expect(findings("\(Self.call) \(Self.comment)") == [])
    #expect(findings(Self.comment, Self.call) == [])
    #expect(findings(Self.comment, "// Another comment.", Self.call) == [])
  }

  @Test func aDocumentationCommentSilencesNothing() {
    #expect(
      findings("/// mappressure:ignore region-set-in-update why", Self.call)
        == ["region-set-in-update: 2 likely"])
  }

  @Test func itSilencesNoOtherLine() {
    #expect(
      findings(Self.comment, Self.call, Self.call) == ["region-set-in-update: 3 likely"])
    #expect(
      findings("let a = 1 \(Self.comment)", Self.call)
        == ["ignore-comment: 1 note", "region-set-in-update: 2 likely"])
  }

  @Test func aReasonIsRequired() {
    #expect(
      findings("// mappressure:ignore region-set-in-update", Self.call)
        == ["ignore-comment: 1 certain", "region-set-in-update: 2 likely"])
  }

  @Test func anUnknownRuleAndAnUnusedCommentAreSaid() {
    #expect(
      findings("// mappressure:ignore region-set because", Self.call)
        == ["ignore-comment: 1 certain", "region-set-in-update: 2 likely"])
    #expect(findings("// mappressure:ignore", "f()") == ["ignore-comment: 1 certain"])
    #expect(findings(Self.comment, "f()") == ["ignore-comment: 1 note"])
  }

  @Test func textThatLooksLikeACommentIsNone() {
    #expect(
      findings("print(\"\(Self.comment)\"); \(Self.call)") == ["region-set-in-update: 1 likely"])
  }

  @Test func aStatementOfSeveralLinesIsSilenced() {
    #expect(findings(Self.comment, "Task {", "  \(Self.call)", "}") == [])
    #expect(findings("/* mappressure:ignore region-set-in-update why */", Self.call) == [])
    #expect(findings("// mappressure:ignore region-set-in-update: why", Self.call) == [])
    #expect(
      findings("// mappressure:ignore region-set-in-update, map-in-row why", Self.call) == [])
  }

  @Test func aBlockAndAFileAreSilenced() {
    let begin = "// mappressure:ignore-begin region-set-in-update why"
    let end = "// mappressure:ignore-end region-set-in-update"
    #expect(findings(begin, Self.call, Self.call, end) == [])
    #expect(
      findings(begin, Self.call, end, Self.call) == ["region-set-in-update: 4 likely"])
    #expect(findings(begin, Self.call).count == 2)
    #expect(findings(Self.call, "// mappressure:ignore-file region-set-in-update why", "f()") == [])
  }

  /// A comment for a rule that is not checked is neither a mistake nor useless.
  @Test func aRuleThatIsOffIsNoMistake() {
    let others = Linter(rules: Rule.all.filter { $0.identifier != rule.rule.identifier })
    let source = "import MapKit\n\(Self.comment)\nf()\n"
    #expect(
      others.check([Linter.Source(path: "a.swift", bytes: Array(source.utf8))]).findings.isEmpty)
  }
}
