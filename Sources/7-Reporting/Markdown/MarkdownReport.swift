import Answers
import Documents
import Harness
import ScenarioModel
import Support

/// The report of a run for people, as GitHub shows Markdown: the answers first, then what they rest
/// on. The details are in ``ScenarioReport``.
package struct MarkdownReport {
  let results: RunResults
  let verdict: RunVerdict
  let stability: AnswerStability?
  let scope: ReportScope
  /// The share of the documents that is tested; `nil` in a run of a part.
  let ledger: String?

  /// The whole report. Pure: the same results give the same text.
  ///
  /// - Parameters:
  ///   - sensitivity: an analysis of the run's answers; `nil` if there is none.
  ///   - scope: the files next to the report.
  ///   - ledger: how much of the documents is tested, in a sentence.
  package static func text(
    _ results: RunResults, verdict: RunVerdict, sensitivity: SensitivityResults? = nil,
    scope: ReportScope = .run, ledger: String? = nil
  ) -> String {
    let stability = sensitivity.map { AnswerStability($0, of: results) }
    return MarkdownReport(
      results: results, verdict: verdict, stability: stability, scope: scope, ledger: ledger
    ).document.text
  }

  @DocumentBuilder private var document: Document {
    let titles = results.scenarios.map { $0.scenario.title.escaped }
    let title = titles.count == 1 ? titles[0] : LimitedList.counted(titles.count, "scenario")
    let tally = VerdictTally(verdict)
    let names = results.scenarios.map { scope.name(of: $0.scenario) }.joined(separator: ", ")
    Heading(1, "MapPressure report: \(title)")
    Paragraph("**\(verdict.judgement ?? answer?.escaped ?? verdict.headline).**")
    Paragraph(
      "Cases: \(tally.measured) of \(tally.cases) measured. Thresholds: \(tally.passed) passed, "
        + "\(tally.failed) failed, \(tally.notDecided) not decided, \(tally.inconclusive) "
        + "inconclusive, \(verdict.unselectedThresholds.count) not selected.")
    if let note = SummaryTable.loadNote(results.cases) {
      Paragraph("\(note.capitalizedAtStart).".escaped)
    }
    answers
    measured
    failures
    claims
    if let stability { stability.parameters }
    Heading(2, "Scenarios")
    Paragraph("All strategies with all numbers, thresholds and claims: \(names).")
    results.provenanceSection
    results.kinds(profiles: results.profiles)
  }

  /// The answer of a run of one scenario at its largest size; `nil` without one.
  private var answer: String? {
    guard results.scenarios.count == 1, let scenario = results.scenarios.first else { return nil }
    return verdict.advice(on: scenario).last?.sentence
  }

  /// The strategies to take.
  @DocumentBuilder private var answers: Document {
    let table = AdviceTable.table(
      results.scenarios.flatMap(verdict.advice), stability: stability, scope: scope)
    if !table.isEmpty {
      Heading(2, "Answers")
      table
      Paragraph(
        AdviceTable.legend + " Gains and costs are relative to the naive strategy. "
          + sureness + " " + ModelError.sentence(of: results.profiles))
    }
  }

  private var sureness: String {
    stability.map { $0.legend + " " + scope.parameters }
      ?? "The answers were not analysed: "
      + "\(results.program) sensitivity --run".code
      + " with the folder of this report finds the parameters that change them."
  }

  /// The cases without a result, and the thresholds that do not hold.
  @DocumentBuilder private var failures: Document {
    let broken = verdict.cases.filter { $0.outcome != .measured }
    if !broken.isEmpty {
      Heading(2, "Cases without a result")
      Table(["Case", "Status"], of: broken) { verdict in
        [
          verdict.scenarioCase.description.escaped,
          PlainText.shortened(verdict.reason, to: 500).escaped,
        ]
      }
    }
    let open = verdict.thresholds.filter { $0.outcome != .passed }
    if !open.isEmpty {
      Heading(2, "Thresholds that do not hold")
      ThresholdTable.table(open, of: results.scenarios, stability: stability)
    }
  }

  /// The statements that the run refutes, wholly or in part, and the number of the others.
  @DocumentBuilder private var claims: Document {
    let statements = StatementText.all(of: results, verdict: verdict)
    let refuted = statements.filter {
      [ClaimSummary.Outcome.refuted, .mixed].contains($0.verdict.summary.outcome)
    }
    let shown = refuted.filter { $0.verdict.summary.claim.source != .hypothesis }
      .prefix(Self.maxRows)
    if !statements.isEmpty {
      Heading(2, "What others say, and what the run found")
      Paragraph(
        "Statements: \(ClaimSummary.tally(statements.map(\.verdict.summary))). "
          + (ledger.map { $0 + " " } ?? "")
          + "The table has at most \(Self.maxRows) refuted statements from other sources "
          + "(refuted wholly or in part), and all tests of each; "
          + "\(InlineText.link(RunFolder.claimsFile, to: RunFolder.claimsFile)) has all statements "
          + "and the tests. A statement is open if more than 20 % of the draws contradict it, or "
          + "if an error as large as the model's average error would change the outcome. "
          + "Claims that hold by construction of the simulator are not judged. A claim never "
          + "decides pass or fail."
      )
      Table(
        ["It says", "Here"] + AnswerStability.columns(stability), of: shown
      ) { claim, statement in
        [Self.text(of: claim).escaped, statement.label(withValues: true).escaped]
          + (stability.map { [least(statement, $0).escaped] } ?? [])
      }
      if refuted.count > shown.count {
        Paragraph(
          "\(refuted.count - shown.count) more statements are refuted, wholly or in part, "
            + "including this project's hypotheses.")
      }
    }
  }

  /// The most statements here, so that a reader sees the end of the report.
  private static let maxRows = 15

  /// A statement with its source, which several claims may test.
  private static func text(of claim: Claim) -> String {
    "\(claim.says) (\(claim.source == .hypothesis ? "hypothesis" : claim.source.label))"
  }

  /// The draws in which the least firm verdict holds, for each scenario.
  private func least(_ statement: StatementText, _ stability: AnswerStability) -> String {
    statement.findings.map { stability.least($0.summary, of: $0.results.scenario.name) }
      .uniqued().joined(separator: "; ")
  }
}
