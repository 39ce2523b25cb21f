import ScenarioModel
import TestSupport
import Testing

@Suite struct LedgerTests {
  private static let head = "document: guide\ntitle: A guide\nline-count: 20\nstatements:\n"
  /// A statement in the first line, and one whose basis is that it is so.
  private static let first = "id: a, line: 1, says: b"
  private static let built = "\(first), by-construction: c"

  private static func ledger(_ statements: String, scenarios: [Scenario]? = nil) throws -> Ledger {
    try Ledger([Ledger.File(text: head + statements, path: "guide.yaml")], scenarios: scenarios)
  }

  @Test func readsEachBasis() throws {
    let ledger = try Self.ledger(
      """
        - { id: a, line: 1, says: one, claims: [sample/a, other/b], untested: a half, note: a remark }
        - { id: b, lines: 2-4, says: two, contradicted: no, by: the manual }
        - { id: c, lines: [5, 7-8], says: three, by-construction: it is so }
        - { id: d, line: 20, says: four, cannot-be-told: who knows }
        - { id: e, line: 20, says: five, cannot-be-told: who knows, wants: a test }
      """)
    let document = try #require(ledger.documents.first)
    #expect(document.name == "guide" && document.title == "A guide" && document.lineCount == 20)
    #expect(
      document.statements.map(\.basis) == [
        .claims([
          Ledger.Link(scenario: "sample", claim: "a"), Ledger.Link(scenario: "other", claim: "b"),
        ]), .contradicted(why: "no", by: "the manual"), .byConstruction(why: "it is so"),
        .cannotBeTold(why: "who knows", wants: nil),
        .cannotBeTold(why: "who knows", wants: "a test"),
      ])
    #expect(
      document.statements.map(\.lines.label).prefix(3) == ["line 1", "lines 2-4", "lines 5, 7-8"])
    #expect(document.statements[0].note == "a remark")
    #expect(document.statements.map(\.untested) == ["a half", nil, nil, nil, nil])
    #expect(ledger.links.map(\.description) == ["sample/a", "other/b"])
  }

  private static let mistakes = markedMistakes([
    "{ id: a, line: §21, says: b, by-construction: c }":
      "line: expected a whole number from 1 to 20, found '21'",
    "{ id: a, lines: §19-21, says: b, by-construction: c }":
      "lines: expected a line, or a range such as 166-177, from 1 up to 20, found '19-21'",
    "{ \(built), §claims: [a/b] }":
      "statements: expected one of claims, contradicted, by-construction, cannot-be-told, "
      + "found by-construction and claims",
    "§{ \(first) }": "statements needs the key 'claims' or 'contradicted' or 'by-construction' or "
      + "'cannot-be-told', which is missing",
    "§{ \(first), contradicted: c }": "statements needs the key 'by', which is missing",
    "{ \(built), by: §d }":
      "by: expected no 'by' in a statement without 'contradicted', found 'd'",
    "{ \(built), untested: §d }":
      "untested: expected no 'untested' in a statement without 'claims', found 'd'",
    "{ \(built), wants: §d }":
      "wants: expected no 'wants' in a statement without 'cannot-be-told', found 'd'",
    "{ \(first), claims: [§sample] }": "claims: expected a link SCENARIO/CLAIM, found 'sample'",
    "{ \(built) }\n  - §{ \(built) }":
      "statements: expected statements with different ids, not 'a' twice, found a mapping of keys",
    "{ \(first), claims: [§sampel/a] }":
      "there is no scenario 'sampel'; did you mean 'sample'? (known: sample)",
    "{ \(first), claims: [§sample/b] }":
      "there is no claim in the scenario sample 'b'; did you mean 'a'? (known: a)",
  ])

  @Test(arguments: mistakes)
  func aMistakeIsFoundWhereItStands(statement: String, message: String) throws {
    let scenario = try Scenario(text: ScenarioText.replacing([:]))
    let found = try MarkedText(Self.head + "  - " + statement).message(in: "guide.yaml") {
      _ = try Ledger([Ledger.File(text: $0, path: "guide.yaml")], scenarios: [scenario])
    }
    #expect(found == message)
  }

  @Test(arguments: [
    (
      "document: §guides, line: 7",
      "there is no document in Claims 'guides'; did you mean 'guide'? (known: guide)"
    ),
    ("document: guide, line: §21", "line: expected a whole number from 1 to 20, found '21'"),
  ]) func theSourcesOfClaimsAreChecked(source: String, message: String) throws {
    let ledger = try Self.ledger("  - { \(Self.built) }")
    let text = ScenarioText.replacing(
      "claims", by: "claims: [{ id: a, says: b, \(source), cannot-be-told: c }]")
    let found = try MarkedText(text).message(in: "sample.yaml") {
      try ledger.checkSources(inScenario: $0, path: "sample.yaml")
    }
    #expect(found == message)
  }
}

/// The ledger and the claims that come with the project.
@Suite struct RepositoryLedgerTests {
  private static func ledger() throws -> Ledger {
    try RepositoryFile.ledger(scenarios: RepositoryFile.scenarios())
  }

  @Test func everyLinkAndEveryLineExists() throws {
    let ledger = try Self.ledger()
    #expect(
      ledger.documents.map(\.name)
        == ["axiom-mapkit", "axiom-mapkit-longer-copy", "clustermap-blog"])
    for (path, text) in try RepositoryFile.yaml(in: "Scenarios") {
      try ledger.checkSources(inScenario: text, path: path)
    }
  }

  @Test func everyClaimOfADocumentRepeatsAStatement() throws {
    let ledger = try Self.ledger()
    for scenario in try RepositoryFile.scenarios() {
      for claim in scenario.claims {
        guard case .document = claim.source else { continue }
        let statement = ledger.statement(of: claim)
        #expect(statement != nil, "\(scenario.name)/\(claim.id)")
        guard case .claims(let links) = statement?.basis else { continue }
        #expect(links.contains(Ledger.Link(scenario: scenario.name, claim: claim.id)))
      }
    }
  }

  @Test func whatDocumentationContradictsIsSaid() throws {
    let statements = try Self.ledger().documents.flatMap(\.statements)
    for id in [
      "clustering-modifier", "swiftui-map-clustering", "tag-clusters", "region-inequality-guard",
      "annotations-in-rect", "sync-geocoding-freeze", "service-session-ios17",
      "implicit-authorization", "wwdc-2024-10094",
    ] {
      let statement = try #require(statements.first { $0.id == id }, "\(id)")
      guard case .contradicted = statement.basis else { throw OtherCase(id) }
    }
  }

  @Test func noTextHasQuotationMarks() throws {
    let marks = "\"“”„«»‘’`"
    let claims = try RepositoryFile.scenarios().flatMap(\.claims)
    let statements = try Self.ledger().documents.flatMap(\.statements)
    for text in claims.map(\.says) + claims.compactMap(\.note) + statements.map(\.says) {
      #expect(!text.contains { marks.contains($0) }, "\(text)")
    }
  }
}
