import Harness
import ScenarioModel
import Sensitivity
import Support
import Verdicts

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
    FailureSection(results: results, verdict: verdict, stability: stability).write(to: &document)
    StatementSection(results: results, verdict: verdict, stability: stability)
      .write(to: &document)
    if let stability { stability.write(to: &document) }
    ScenarioList(results: results, verdict: verdict, scope: scope).write(to: &document)
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
        + sureness)
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

/// The claims that the run refutes, and the number of the others.
private struct StatementSection {
  let results: RunResults
  let verdict: RunVerdict
  let stability: AnswerStability?

  func write(to document: inout MarkdownDocument) {
    let summaries = results.scenarios.flatMap { scenario in
      (verdict[scenario.scenario.name]?.claimSummaries ?? []).map { (scenario, $0) }
    }
    guard !summaries.isEmpty else { return }
    document.heading(2, "What others say, and what came of it")
    document.paragraph(
      "Claims: \(ClaimSummary.tally(summaries.map(\.1))). Those that are refuted, wholly or in part, are "
        + "here; \(MarkdownText.link(RunFolder.claimsFile, to: RunFolder.claimsFile)) has all of "
        + "them with their tests. A claim never decides pass or fail.")
    var table = MarkdownTable(
      texts: ["It says", "Here"] + (stability == nil ? [] : [AnswerStability.column]))
    let refuted = summaries.filter { $0.1.outcome == .refuted || $0.1.outcome == .mixed }
    for statement in refuted.map({ Statement($0.1.claim) }).uniqued() {
      let own = refuted.filter { Statement($0.1.claim) == statement }
      table.append([
        MarkdownText.escaped(statement.text), MarkdownText.escaped(outcome(of: own)),
        stability.map { MarkdownText.escaped(least(own, $0)) } ?? "",
      ])
    }
    document.table(table)
  }

  /// The text of a claim, which several claims may test.
  private struct Statement: Hashable {
    let text: String

    init(_ claim: Claim) {
      text =
        "\(claim.says) (\(claim.source == .hypothesis ? "hypothesis" : claim.source.label))"
    }
  }

  private typealias Finding = (scenario: ScenarioResults, summary: ClaimSummary)

  private func outcome(of findings: [Finding]) -> String {
    let labels = findings.map(\.summary.label).uniqued()
    let numbers = findings.flatMap { finding in
      finding.summary.verdicts.filter { $0.outcome == .refuted }.compactMap {
        $0.valueLabel(metrics: finding.scenario.scenario.metrics)
      }
    }.uniqued()
    return LimitedList.all(labels)
      + (numbers.isEmpty ? "" : ": " + LimitedList.text(numbers, limit: 3))
  }

  /// The texts on where the verdicts hold; one for all if they are the same.
  private func least(_ findings: [Finding], _ stability: AnswerStability) -> String {
    findings.map { stability.least($0.summary, of: $0.scenario.scenario.name) }
      .filter { !$0.isEmpty }.uniqued().joined(separator: "; ")
  }
}

/// One row for each scenario, which leads to its details.
private struct ScenarioList {
  let results: RunResults
  let verdict: RunVerdict
  let scope: ReportScope

  func write(to document: inout MarkdownDocument) {
    var table = MarkdownTable(
      [
        ("Scenario", .left), ("Situation", .left), ("Cases", .right), ("Thresholds", .left),
        ("Claims", .left),
      ])
    for scenario in results.scenarios {
      let own = verdict[scenario.scenario.name]
      let thresholds = own?.thresholds ?? []
      let passed = thresholds.count { $0.outcome == .passed }
      let refuted = own?.claimSummaries.count { $0.outcome == .refuted } ?? 0
      let claims = own?.claimSummaries.count ?? 0
      table.append([
        scope.name(of: scenario.scenario),
        MarkdownText.escaped(scenario.scenario.title),
        NumberFormat.grouped(scenario.cases.count),
        thresholds.isEmpty ? "none" : "\(passed) of \(thresholds.count) hold",
        claims == 0 ? "none" : "\(claims), \(refuted) refuted",
      ])
    }
    document.heading(2, "Scenarios")
    document.table(table)
  }
}
