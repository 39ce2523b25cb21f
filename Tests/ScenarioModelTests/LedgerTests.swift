import Families
import Foundation
import ScenarioModel
import TestSupport
import Testing
import YAMLReading

@Suite struct LedgerTests {
  private static let head = "document: guide\ntitle: A guide\nline-count: 20\nstatements:\n"

  private func ledger(_ statements: String, scenarios: [Scenario]? = nil) throws -> Ledger {
    try Ledger(
      [Ledger.File(text: Self.head + statements, path: "guide.yaml")], scenarios: scenarios)
  }

  @Test func readsEachBasis() throws {
    let ledger = try ledger(
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

  @Test(
    "mistakes",
    arguments: [
      (
        "  - { id: a, line: §21, says: b, by-construction: c }",
        InputError.Problem.invalidValue(
          of: "line", expected: "a whole number from 1 to 20", found: "'21'")
      ),
      (
        "  - { id: a, lines: §19-21, says: b, by-construction: c }",
        .invalidValue(
          of: "lines", expected: "a line, or a range such as 166-177, from 1 up to 20",
          found: "'19-21'")
      ),
      (
        "  - { id: a, line: 1, says: b, by-construction: c, §claims: [a/b] }",
        .invalidValue(
          of: "statements",
          expected: "one of claims, contradicted, by-construction, cannot-be-told",
          found: "by-construction and claims")
      ),
      (
        "  - §{ id: a, line: 1, says: b }",
        .missingKey(
          "claims' or 'contradicted' or 'by-construction' or 'cannot-be-told", in: "statements")
      ),
      (
        "  - §{ id: a, line: 1, says: b, contradicted: c }", .missingKey("by", in: "statements")
      ),
      (
        "  - { id: a, line: 1, says: b, by-construction: c, by: §d }",
        .invalidValue(
          of: "by", expected: "the documentation of a statement with 'contradicted'", found: "'d'")
      ),
      (
        "  - { id: a, line: 1, says: b, by-construction: c, untested: §d }",
        .invalidValue(
          of: "untested", expected: "a part of a statement with 'claims'", found: "'d'")
      ),
      (
        "  - { id: a, line: 1, says: b, by-construction: c, wants: §d }",
        .invalidValue(
          of: "wants", expected: "a test for a statement with 'cannot-be-told'", found: "'d'")
      ),
      (
        "  - { id: a, line: 1, says: b, claims: [§sample] }",
        .invalidValue(of: "claims", expected: "a link SCENARIO/CLAIM", found: "'sample'")
      ),
      (
        "  - { id: a, line: 1, says: b, by-construction: c }\n"
          + "  - §{ id: a, line: 1, says: b, by-construction: c }",
        .invalidValue(
          of: "statements", expected: "statements with different ids, not 'a' twice",
          found: "a mapping of keys")
      ),
      (
        "  - { id: a, line: 1, says: b, claims: [§sampel/a] }",
        .unknownName("sampel", what: "scenario", known: ["sample"])
      ),
      (
        "  - { id: a, line: 1, says: b, claims: [§sample/b] }",
        .unknownName("b", what: "claim in the scenario sample", known: ["a"])
      ),
    ])
  func mistakes(statements: String, problem: InputError.Problem) throws {
    let marked = MarkedText(Self.head + statements)
    let scenario = try Scenario(text: ScenarioText.replacing([:]))
    let error = try #require(throws: InputError.self) {
      _ = try Ledger(
        [Ledger.File(text: marked.text, path: "guide.yaml")], scenarios: [scenario])
    }
    #expect(error.problem == problem)
    #expect(
      error.location == SourceLocation(file: "guide.yaml", line: marked.line, column: marked.column)
    )
  }

  @Test(arguments: [
    (
      "document: §guides, line: 7", "there is no document in Claims 'guides'; did you mean 'guide'?"
    ),
    ("document: guide, line: §21", "expected a whole number from 1 to 20"),
  ])
  func theSourcesOfClaimsAreChecked(source: String, message: String) throws {
    let ledger = try ledger("  - { id: a, line: 1, says: b, by-construction: c }")
    let marked = MarkedText(
      ScenarioText.replacing(
        "claims", by: "claims: [{ id: a, says: b, \(source), cannot-be-told: c }]"))
    let error = try #require(throws: InputError.self) {
      try ledger.checkSources(inScenario: marked.text, path: "sample.yaml")
    }
    #expect(error.location.line == marked.line && error.location.column == marked.column)
    #expect(error.description.contains(message))
  }
}

/// The ledger and the claims that come with the project.
@Suite struct RepositoryLedgerTests {
  private static func texts(_ folder: String) throws -> [(path: String, text: String)] {
    let url = URL(fileURLWithPath: #filePath).resolvingSymlinksInPath()
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent(folder)
    return try FileManager.default.contentsOfDirectory(atPath: url.path).sorted()
      .filter { $0.hasSuffix(".yaml") }
      .map { ("\(folder)/\($0)", try TextFile.read(url.appendingPathComponent($0).path)) }
  }

  private static func scenarios() throws -> [Scenario] {
    try texts("Scenarios").map { path, text in
      try Scenario(yaml: text, file: path, families: .standard)
    }
  }

  private static func ledger() throws -> Ledger {
    try Ledger(
      texts("Claims").map { Ledger.File(text: $0.text, path: $0.path) }, scenarios: scenarios())
  }

  @Test func everyLinkAndEveryLineExists() throws {
    let ledger = try Self.ledger()
    #expect(
      ledger.documents.map(\.name)
        == ["axiom-mapkit", "axiom-mapkit-longer-copy", "clustermap-blog"])
    for (path, text) in try Self.texts("Scenarios") {
      try ledger.checkSources(inScenario: text, path: path)
    }
  }

  @Test func everyClaimOfADocumentRepeatsAStatement() throws {
    let ledger = try Self.ledger()
    for scenario in try Self.scenarios() {
      for claim in scenario.claims {
        guard case .document = claim.source else { continue }
        let statement = ledger.statement(of: claim)
        #expect(statement != nil, "\(scenario.name)/\(claim.id)")
        guard case .claims(let links) = statement?.basis else { continue }
        let link = Ledger.Link(scenario: scenario.name, claim: claim.id)
        #expect(links.contains(link), "\(link)")
      }
    }
  }

  @Test(arguments: [
    "clustering-modifier", "swiftui-map-clustering", "tag-clusters", "region-inequality-guard",
    "annotations-in-rect", "sync-geocoding-freeze", "service-session-ios17",
    "implicit-authorization", "wwdc-2024-10094",
  ])
  func whatDocumentationContradictsIsSaid(id: String) throws {
    let statements = try Self.ledger().documents.flatMap(\.statements)
    let statement = try #require(statements.first { $0.id == id })
    guard case .contradicted = statement.basis else {
      Issue.record("\(id): \(statement.basis)")
      return
    }
  }

  @Test func noTextHasQuotationMarks() throws {
    let marks = "\"“”„«»‘’`"
    let claims = try Self.scenarios().flatMap(\.claims)
    let statements = try Self.ledger().documents.flatMap(\.statements)
    for text in claims.map(\.says) + claims.compactMap(\.note) + statements.map(\.says) {
      #expect(!text.contains { marks.contains($0) }, "\(text)")
    }
  }
}
