import Analysis
import Harness
import ScenarioModel
import Support

/// The report of a run for people, as GitHub shows Markdown: the answers first, then what they rest
/// on. The details are in ``ScenarioReport``.
package enum MarkdownReport {
  /// The whole report. Pure: the same results give the same text.
  ///
  /// - Parameters:
  ///   - sensitivity: an analysis of the run's answers; `nil` if there is none.
  ///   - scope: the files beside the report.
  package static func text(
    _ results: RunResults, verdict: RunVerdict, sensitivity: SensitivityResults? = nil,
    scope: ReportScope = .run
  ) -> String {
    var document = MarkdownDocument()
    let stability = sensitivity.map { AnswerStability($0, of: results) }
    let titles = results.scenarios.map { MarkdownText.escaped($0.scenario.title) }
    let title = titles.count == 1 ? titles[0] : LimitedList.counted(titles.count, "scenario")
    document.heading(1, "MapPressure report: \(title)")
    document.paragraph("**\(verdict.headline).**")
    let tally = VerdictTally(verdict)
    document.paragraph(
      "Cases: \(tally.measured) of \(tally.cases) measured. Thresholds: \(tally.passed) passed, "
        + "\(tally.failed) failed, \(tally.notDecided) not decided, \(tally.inconclusive) "
        + "inconclusive, \(tally.unselected) not selected.")
    if let note = SummaryTable.loadNote(results.cases) {
      document.paragraph(MarkdownText.escaped("\(note.capitalizedAtStart)."))
    }
    AnswerSection(results: results, verdict: verdict, stability: stability, scope: scope)
      .write(to: &document)
    MeasuredSection(results: results, verdict: verdict, scope: scope).write(to: &document)
    FailureSection(results: results, verdict: verdict, stability: stability).write(to: &document)
    StatementSection(results: results, verdict: verdict, stability: stability)
      .write(to: &document)
    if let stability { stability.write(to: &document) }
    document.heading(2, "Scenarios")
    document.paragraph(
      "All strategies with all numbers, thresholds and claims: "
        + results.scenarios.map { scope.name(of: $0.scenario) }.joined(separator: ", ") + ".")
    ProvenanceSection(results: results).write(to: &document)
    KindSection(results: results, profiles: results.profiles).write(to: &document)
    return document.text
  }
}

/// The strategies to take.
private struct AnswerSection {
  let results: RunResults
  let verdict: RunVerdict
  let stability: AnswerStability?
  let scope: ReportScope

  func write(to document: inout MarkdownDocument) {
    let advice = results.scenarios.map { scenario in
      (scenario, scenario.advice(verdict[scenario.scenario.name]?.recommendations ?? []))
    }
    let table = AdviceTable.table(advice, stability: stability, scope: scope)
    guard !table.isEmpty else { return }
    document.heading(2, "Answers")
    document.table(table)
    document.paragraph(
      AdviceTable.legend + " What it brings and costs is compared with the naive strategy. "
        + sureness + " " + ModelError.sentence(of: results.profiles))
  }

  private var sureness: String {
    stability.map { $0.legend + " " + scope.parameters }
      ?? "How sure the answers are is not analysed: "
      + MarkdownText.code("\(results.program) sensitivity --run")
      + " with the folder of this report finds the parameters that change them."
  }
}

/// The cases without a result, and the thresholds that do not hold.
private struct FailureSection {
  let results: RunResults
  let verdict: RunVerdict
  let stability: AnswerStability?

  func write(to document: inout MarkdownDocument) {
    var table = MarkdownTable(texts: ["Case", "Status"])
    for verdict in verdict.cases where verdict.outcome != .measured {
      table.append([
        MarkdownText.escaped(verdict.scenarioCase.description),
        MarkdownText.escaped(PlainText.shortened(verdict.reason, to: 500)),
      ])
    }
    if !table.isEmpty {
      document.heading(2, "Cases without a result")
      document.table(table)
    }
    let open = verdict.thresholds.filter { $0.outcome != .passed }
    guard !open.isEmpty else { return }
    document.heading(2, "Thresholds that do not hold")
    document.table(ThresholdTable.table(open, of: results.scenarios, stability: stability))
  }
}

/// The statements that the run refutes, wholly or in part, and the number of the others.
private struct StatementSection {
  let results: RunResults
  let verdict: RunVerdict
  let stability: AnswerStability?

  func write(to document: inout MarkdownDocument) {
    let claims: [StatementText.Finding] = results.scenarios.flatMap { scenario in
      (verdict[scenario.scenario.name]?.claimSummaries ?? []).map {
        (results: scenario, summary: $0)
      }
    }
    guard !claims.isEmpty else { return }
    let texts = claims.map { Self.text(of: $0.summary.claim) }
    let statements = texts.uniqued().map { text -> (text: String, verdict: StatementText) in
      (text, StatementText(claims.indices.filter { texts[$0] == text }.map { claims[$0] }))
    }
    document.heading(2, "What others say, and what came of it")
    document.paragraph(
      "Statements: \(ClaimSummary.tally(statements.map(\.verdict.summary))). Those of others that "
        + "are refuted, wholly or in part, are here, at most \(Self.maxRows) of them, each with all "
        + "of its tests together; "
        + "\(MarkdownText.link(RunFolder.claimsFile, to: RunFolder.claimsFile)) has all statements "
        + "and the tests. What the construction of the simulator decides is not decided. A claim "
        + "never decides pass or fail.")
    var table = MarkdownTable(
      texts: ["It says", "Here"] + (stability == nil ? [] : [AnswerStability.column]))
    let refuted = statements.filter {
      [ClaimSummary.Outcome.refuted, .mixed].contains($0.1.summary.outcome)
    }
    let shown = refuted.filter { $0.1.summary.claim.source != .hypothesis }.prefix(Self.maxRows)
    for (text, statement) in shown {
      table.append([
        MarkdownText.escaped(text), MarkdownText.escaped(statement.label(withValues: true)),
        stability.map { MarkdownText.escaped(least(statement, $0)) } ?? "",
      ])
    }
    document.table(table)
    guard refuted.count > shown.count else { return }
    document.paragraph(
      "\(refuted.count - shown.count) more are refuted, wholly or in part, this project's hypotheses "
        + "among them.")
  }

  /// The most statements here, so that a reader sees the end of the report.
  private static let maxRows = 15

  /// A statement with its source, which several claims may test.
  private static func text(of claim: Claim) -> String {
    "\(claim.says) (\(claim.source == .hypothesis ? "hypothesis" : claim.source.label))"
  }

  /// Where the least firm verdict holds, for each scenario.
  private func least(_ statement: StatementText, _ stability: AnswerStability) -> String {
    statement.findings.map { stability.least($0.summary, of: $0.results.scenario.name) }
      .uniqued().joined(separator: "; ")
  }
}
