import Answers
import Documents
import ScenarioModel

/// The claims of a run, with the statements of documents that they belong to and the basis of each
/// verdict, as Markdown.
package struct ClaimsReport {
  private let results: RunResults
  private let ledger: Ledger
  /// Indicates whether statements are listed that no claim of the run tests.
  private let isComplete: Bool
  private let findings: [Ledger.Link: ClaimFinding]
  private let order: [Ledger.Link]
  /// The claims that repeat a statement, by its identifier.
  private let repeats: [String: [Ledger.Link]]

  /// - Parameters:
  ///   - sensitivity: an analysis of the run's answers; `nil` if there is none.
  ///   - isComplete: true to list every statement of the ledger; false for those that a claim of
  ///     the run tests.
  package init(
    _ results: RunResults, verdict: RunVerdict, ledger: Ledger,
    sensitivity: SensitivityResults? = nil, isComplete: Bool = false
  ) {
    self.results = results
    self.ledger = ledger
    self.isComplete = isComplete
    let stability = sensitivity.map { AnswerStability($0, of: results) }
    let claims = results.scenarios.flatMap { scenario in
      let name = scenario.scenario.name
      return (verdict[name]?.claimSummaries ?? []).map { summary in
        ClaimFinding(
          summary: summary, results: scenario,
          stability: stability?.sentence(summary, of: name) ?? "")
      }
    }
    let order = claims.map(\.link)
    let findings = Dictionary(zip(order, claims), uniquingKeysWith: { $1 })
    (self.order, self.findings) = (order, findings)
    repeats = Dictionary(grouping: order) { link in
      findings[link].flatMap { ledger.statement(of: $0.summary.claim)?.id } ?? ""
    }.filter { !$0.key.isEmpty }
  }

  /// The whole document. Pure: the same results and ledger give the same text.
  package var text: String {
    Document {
      Heading(1, "Claims")
      Paragraph(
        "Statements of published documents, claims of other publications, and hypotheses of this "
          + "project, each in this project's own words: nothing here is a quotation. A verdict has "
          + "an outcome and a basis:")
      BulletList(Self.legend)
      if !results.provenance.commit.isEmpty {
        Paragraph("The numbers come from a run of commit \(results.provenance.commit.code).")
      }
      if isComplete { counts }
      if let tested { Paragraph(tested) }
      for document in ledger.documents { section(document) }
      unlinked
    }.text
  }

  private static let legend = [
    "**shown by work**: the deciding number is counted or measured. Counted work does not depend "
      + "on a cost in the profile; if it depends on a size, a camera or people, the claim names "
      + "that parameter. Measured numbers come from the machine of the run.",
    "**follows from a parameter**: the deciding number is modelled. Changing a named "
      + "parameter, or another one in the profile, may change the outcome.",
    "**by construction**: the simulation or the strategy is built to do what is claimed. That says "
      + "nothing about a real map.",
    "**contradicted by documentation**: the platform's documentation, or its interface, says "
      + "otherwise.",
    "**cannot be tested here**: no number of this project decides the claim.",
  ]

  // MARK: - Documents

  private var counts: Table {
    let bases: [(String, (Ledger.Basis) -> Bool)] = [
      ("Tested by claims", { if case .claims = $0 { true } else { false } }),
      ("Contradicted", { if case .contradicted = $0 { true } else { false } }),
      ("By construction", { if case .byConstruction = $0 { true } else { false } }),
      ("Cannot be tested", { if case .cannotBeTold = $0 { true } else { false } }),
    ]
    return Table(
      ["Document"], numbers: ["Statements"] + bases.map(\.0), of: ledger.documents
    ) { document in
      let counts = bases.map { basis in document.statements.count { basis.1($0.basis) } }
      return [document.name.code]
        + ([document.statements.count] + counts).map { NumberFormat.grouped($0) }
    }
  }

  /// The share of the documents that the run tests; `nil` if it lacks some of their claims.
  var tested: String? {
    let statements = ledger.documents.flatMap(\.statements)
    let links = statements.compactMap { statement -> [Ledger.Link]? in
      if case .claims(let links) = statement.basis { links } else { nil }
    }
    guard !links.isEmpty, links.joined().allSatisfy({ findings[$0] != nil }) else { return nil }
    let byWork = links.count { links in
      let decided = links.compactMap { findings[$0] }.flatMap(\.summary.verdicts)
        .filter { $0.outcome != .undecided }
      return !decided.isEmpty
        && decided.allSatisfy { if case .work = $0.basis { true } else { false } }
    }
    return
      "Of the documents' \(statements.count) statements, \(links.count) are tested by claims, "
      + "\(byWork) of them by counted or measured work only. Other outcomes follow from parameters."
  }

  @DocumentBuilder private func section(_ document: Ledger.Document) -> Document {
    let table = Table(
      ["Statement", "It says", "Verdict", "Because"], of: document.statements
    ) { row(of: $0) }
    if !table.isEmpty {
      Heading(2, document.title.escaped)
      Paragraph(
        "Document \(document.name.code), \(LimitedList.counted(document.lineCount, "line")).")
      table
    }
  }

  private func row(of statement: Ledger.Statement) -> [String]? {
    guard let (verdict, reason) = cells(of: statement) else { return nil }
    let remarks = [statement.untested.map { "Not tested: \($0)" }, statement.note]
    let remark = remarks.compactMap { $0.map { "<br>" + $0.escaped } }.joined()
    return [
      "\(statement.id.code), \(statement.lines.label.escaped)", statement.says.escaped, verdict,
      reason + remark,
    ]
  }

  /// The verdict on a statement and its reason; `nil` if the run has nothing to say.
  private func cells(of statement: Ledger.Statement) -> (verdict: String, reason: String)? {
    let own = repeats[statement.id] ?? []
    switch statement.basis {
    case .claims(let links):
      return cells(of: links).map {
        (statement.untested == nil ? $0 : "tested in part: \($0)", $1)
      }
    case _ where !isComplete && own.isEmpty: return nil
    case .contradicted(let why, let by):
      return ("contradicted by documentation", "\(why) Source: \(by).".escaped)
    case .byConstruction(let why):
      // A claim shows the construction at work.
      let tested = own.compactMap { link in findings[link].map { (link, $0) } }
      return (
        "by construction",
        ([why.escaped]
          + tested.map { Self.reason(of: $0, $1, withLimit: false) }).joined(separator: "<br>")
      )
    case .cannotBeTold(let why, let wants):
      let test = wants.map { "<br>What would test it: " + $0.escaped } ?? ""
      return ("cannot be tested here", why.escaped + test)
    }
  }

  private func cells(of links: [Ledger.Link]) -> (verdict: String, reason: String)? {
    let found = links.compactMap { link in findings[link].map { (link, $0) } }
    if found.isEmpty {
      let names = LimitedList.all(links.map { "\($0)".code })
      return isComplete ? ("not in this run", names) : nil
    }
    let statement = StatementText(found.map { ($0.1.results, $0.1.summary) })
    return (
      statement.label(withValues: false).escaped,
      found.map { Self.reason(of: $0, $1, withLabel: found.count > 1) }.joined(separator: "<br>")
    )
  }

  private static func reason(
    of link: Ledger.Link, _ finding: ClaimFinding, withLimit: Bool = true, withLabel: Bool = false
  ) -> String {
    let label = withLabel ? "\(finding.summary.label.escaped): " : ""
    return "\("\(link)".code): \(label)\(finding.reason(withLimit: withLimit))"
  }

  // MARK: - Claims that no statement links

  @DocumentBuilder private var unlinked: Document {
    let listed = Set(ledger.links).union(repeats.values.flatMap(\.self))
    let rest = order.filter { !listed.contains($0) }
    section("Claims of documents", rest) { if case .document = $0 { true } else { false } }
    section("Claims of other publications", rest) {
      if case .publication = $0 { true } else { false }
    }
    section("Hypotheses of this project", rest) { $0 == .hypothesis }
  }

  @DocumentBuilder
  private func section(
    _ title: String, _ links: [Ledger.Link], includes: (Claim.Source) -> Bool
  ) -> Document {
    let table = Table(["Claim", "It says", "Verdict", "Because"], of: links) { link in
      guard let finding = findings[link], includes(finding.summary.claim.source) else {
        return nil
      }
      let claim = finding.summary.claim
      let source = claim.source == .hypothesis ? "" : " (\(claim.source.label.escaped))"
      return [
        "\(link)".code, claim.says.escaped + source, finding.summary.label.escaped,
        finding.reason(),
      ]
    }
    if !table.isEmpty {
      Heading(2, title)
      table
    }
  }
}

/// The verdicts on a claim with the results that they are of.
private struct ClaimFinding {
  let summary: ClaimSummary
  let results: ScenarioResults
  /// The draws in which the verdicts hold, as the end of a sentence; empty without an analysis.
  let stability: String

  var link: Ledger.Link {
    Ledger.Link(scenario: results.scenario.name, claim: summary.claim.id)
  }

  /// The tested quantity, the numbers by outcome and configuration, and the dependence, as Markdown.
  ///
  /// - Parameter withLimit: false to leave out the limit of the test.
  func reason(withLimit: Bool = true) -> String {
    let claim = summary.claim
    let limit = claim.limit == nil || !withLimit ? nil : summary.basis.reason
    let note = claim.note.map { "here: \($0)" }
    let parts: [String?]
    if let subject = claim.subject(metrics: results.scenario.metrics) {
      let found = "\(subject); found: \(numbers)"
      parts = [found + summary.verdicts[0].dependence + stability, limit, note]
    } else {
      parts = [limit, note]
    }
    return parts.compactMap(\.self).joined(separator: "; ").escaped
  }

  /// The numbers of all configurations: those with the same outcome together.
  private var numbers: String {
    let metrics = results.scenario.metrics
    var rows = VariantRows()
    for verdict in summary.verdicts {
      let missing = verdict.basis.reason ?? "nothing"
      rows.append(
        [verdict.outcome.rawValue, verdict.valueLabel(metrics: metrics) ?? missing],
        variant: verdict.variant, size: verdict.size)
    }
    let label = ConfigurationLabel(results)
    let isOne = rows.rows.count == 1
    return ClaimVerdict.Outcome.allCases.compactMap { outcome in
      let found = rows.rows.filter { $0.cells[0] == outcome.rawValue }.map { row in
        let place = label.text(row.variants, size: row.size)
        return place.isEmpty ? row.cells[1] : "\(row.cells[1]) (\(place))"
      }
      guard !found.isEmpty else { return nil }
      let prefix = isOne || summary.outcome != .mixed ? "" : "\(outcome.rawValue): "
      return prefix + found.joined(separator: ", ")
    }.joined(separator: "; ")
  }
}
