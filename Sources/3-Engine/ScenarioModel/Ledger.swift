import Support

/// The statements of published documents, with the basis of an answer to each.
public struct Ledger: Hashable, Sendable {
  /// The documents, in the order of their names.
  public let documents: [Document]

  /// A ledger without documents.
  public static let empty = Ledger(documents: [])

  /// A document and its statements.
  public struct Document: Hashable, Sendable {
    /// The name in claims.
    public let name: String
    /// The title for people.
    public let title: String
    /// The number of its lines.
    public let lineCount: Int
    /// The statements, in the order of the file.
    public let statements: [Statement]
  }

  /// A statement of a document, in the words of this project.
  public struct Statement: Hashable, Sendable {
    /// A short name that is unique in the ledger.
    public let id: String
    /// The lines of the document that make the statement.
    public let lines: DocumentLines
    /// The statement in the words of the ledger's author; it is not a quotation.
    public let says: String
    /// The basis of an answer.
    public let basis: Basis
    /// The part of the statement that its claims do not test; `nil` if they test all of it.
    public let untested: String?
    /// A remark on the statement or its test; `nil` for most statements.
    public let note: String?
  }

  /// The basis of an answer to a statement.
  public enum Basis: Hashable, Sendable {
    /// Claims of scenario files test the statement.
    case claims([Link])
    /// Documentation contradicts the statement.
    case contradicted(why: String, by: String)
    /// The simulation is built on the statement, so its results do not confirm it.
    case byConstruction(why: String)
    /// The harness cannot test the statement; `wants` is the test that could.
    case cannotBeTold(why: String, wants: String?)
  }

  /// A claim of a scenario file.
  public struct Link: Hashable, Sendable, CustomStringConvertible {
    /// The scenario's name.
    public let scenario: String
    /// The claim's identifier.
    public let claim: String

    /// Creates a link to a claim.
    public init(scenario: String, claim: String) {
      self.scenario = scenario
      self.claim = claim
    }

    /// The link as in a file: `SCENARIO/CLAIM`.
    public var description: String { "\(scenario)/\(claim)" }
  }
}

extension Ledger {
  /// The claims that statements link to.
  package var links: [Link] {
    documents.flatMap(\.statements).flatMap { statement -> [Link] in
      if case .claims(let links) = statement.basis { links } else { [] }
    }
  }
}

extension Ledger {
  /// Returns the statement that a claim repeats: the same words of the same lines; `nil` if there is
  /// none.
  package func statement(of claim: Claim) -> Statement? {
    guard case .document(let name, let lines) = claim.source else { return nil }
    return documents.first { $0.name == name }?.statements
      .first { $0.says == claim.says && $0.lines == lines }
  }
}

// MARK: - Reading

extension Ledger {
  /// A file of a ledger: one document.
  package struct File: Sendable {
    let text: String
    let path: String

    /// - Parameter path: the path for errors.
    package init(text: String, path: String) {
      self.text = text
      self.path = path
    }
  }

  /// Reads a ledger from its files.
  ///
  /// - Parameter scenarios: the scenarios that links refer to; `nil` to accept every link.
  package init(_ files: [File], scenarios: [Scenario]? = nil) throws(InputError) {
    let known = scenarios.map { scenarios in
      scenarios.map { (name: $0.name, claims: $0.claims.map(\.id)) }
    }
    var documents: [Document] = []
    var ids: Set<String> = []
    for file in files {
      let root = try YAMLDocument(text: file.text, file: file.path).root
      let mapping = try root.mapping(keys: ["document", "title", "line-count", "statements"])
      let name = try mapping.value("document").text()
      guard !documents.contains(where: { $0.name == name }) else {
        throw try mapping.value("document").error(expected: "a document that no other file has")
      }
      let lineCount = try mapping.value("line-count").integer(in: 1 ... .max)
      var statements: [Statement] = []
      for element in try mapping.value("statements").elements() {
        let statement = try Statement(element, lineCount: lineCount, known: known)
        guard ids.insert(statement.id).inserted else {
          throw element.error(
            expected: "statements with different ids, not '\(statement.id)' twice")
        }
        statements.append(statement)
      }
      documents.append(
        Document(
          name: name, title: try mapping.value("title").text(), lineCount: lineCount,
          statements: statements))
    }
    self.documents = documents.sorted { $0.name < $1.name }
  }

  /// Checks that the documents and lines that the claims of a scenario file name exist.
  package func checkSources(inScenario text: String, path: String) throws(InputError) {
    let root = try YAMLDocument(text: text, file: path).root.mapping()
    guard let claims = root["claims"] else { return }
    for claim in try claims.elements() {
      let mapping = try claim.mapping()
      guard let value = mapping["document"] else { continue }
      let name = try value.text()
      guard let document = documents.first(where: { $0.name == name }) else {
        throw value.unknownName(name, what: "document in Claims", known: documents.map(\.name))
      }
      _ = try DocumentLines(mapping, maximum: document.lineCount)
    }
  }
}

extension Ledger.Statement {
  private static let bases = ["claims", "contradicted", "by-construction", "cannot-be-told"]

  fileprivate init(
    _ yaml: YAMLValue, lineCount: Int, known: [(name: String, claims: [String])]?
  ) throws(InputError) {
    let mapping = try yaml.mapping(
      keys: ["id", "says"] + DocumentLines.keys + Self.bases + ["untested", "by", "wants", "note"])
    id = try mapping.value("id").text()
    lines = try DocumentLines(mapping, maximum: lineCount)
    says = try mapping.value("says").text()
    untested = try mapping["untested"]?.text()
    note = try mapping["note"]?.text()
    let basis = try mapping.entry(ofOneOf: Self.bases)
    if let untested = mapping["untested"], basis.key != "claims" {
      throw untested.error(expected: "no 'untested' in a statement without 'claims'")
    }
    if let by = mapping["by"], basis.key != "contradicted" {
      throw by.error(expected: "no 'by' in a statement without 'contradicted'")
    }
    if let wants = mapping["wants"], basis.key != "cannot-be-told" {
      throw wants.error(expected: "no 'wants' in a statement without 'cannot-be-told'")
    }
    switch basis.key {
    case "claims":
      self.basis = .claims(
        try basis.value.elements().map { (element) throws(InputError) in
          try Ledger.Link(element, known: known)
        })
    case "contradicted":
      self.basis = .contradicted(
        why: try basis.value.text(), by: try mapping.value("by").text())
    case "by-construction": self.basis = .byConstruction(why: try basis.value.text())
    default:
      self.basis = .cannotBeTold(
        why: try basis.value.text(), wants: try mapping["wants"]?.text())
    }
  }
}

extension Ledger.Link {
  fileprivate init(
    _ value: YAMLValue, known: [(name: String, claims: [String])]?
  ) throws(InputError) {
    let parts = try value.text().split(separator: "/", omittingEmptySubsequences: false)
      .map(String.init)
    guard parts.count == 2, parts.allSatisfy({ !$0.isEmpty }) else {
      throw value.error(expected: "a link SCENARIO/CLAIM")
    }
    self.init(scenario: parts[0], claim: parts[1])
    guard let known else { return }
    guard let scenario = known.first(where: { $0.name == parts[0] }) else {
      throw value.unknownName(parts[0], what: "scenario", known: known.map(\.name))
    }
    guard scenario.claims.contains(parts[1]) else {
      throw value.unknownName(
        parts[1], what: "claim in the scenario \(parts[0])", known: scenario.claims)
    }
  }
}
