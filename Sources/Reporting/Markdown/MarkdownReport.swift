import Harness
import ScenarioModel
import Sensitivity
import Support
import Verdicts

/// The report of a run for people, as GitHub shows Markdown.
package enum MarkdownReport {
  /// The whole report. Pure: the same results give the same text.
  ///
  /// - Parameter sensitivity: an analysis of the run's answers; `nil` if there is none.
  package static func text(
    _ results: RunResults, verdict: RunVerdict, sensitivity: SensitivityResults? = nil
  ) -> String {
    var document = MarkdownDocument()
    let stability = sensitivity.map { AnswerStability($0, of: results) }
    SummarySection(results: results, verdict: verdict, stability: stability).write(to: &document)
    ProvenanceSection(results: results).write(to: &document)
    for scenario in results.scenarios {
      ScenarioSection(
        results: scenario, selection: results.selection, stability: stability,
        verdict: verdict.scenarios.first { $0.scenario == scenario.scenario.name }
      ).write(to: &document)
    }
    Legend(results: results).write(to: &document)
    return document.text
  }
}

/// The top of the report: the verdict, the failures, and the best strategy by each headline.
struct SummarySection {
  let results: RunResults
  let verdict: RunVerdict
  let stability: AnswerStability?

  func write(to document: inout MarkdownDocument) {
    let titles = results.scenarios.map { MarkdownText.escaped($0.scenario.title) }
    let title = titles.count == 1 ? titles[0] : LimitedList.counted(titles.count, "scenario")
    document.heading(1, "MapPressure report: \(title)")
    document.paragraph("**\(verdict.headline).**")
    document.list(counts)
    writeBrokenCases(to: &document)
    writeFailedThresholds(to: &document)
    writeBestStrategies(to: &document)
  }

  private var counts: [String] {
    let tally = VerdictTally(verdict)
    var points = [
      "Cases: \(tally.measured) of \(tally.cases) measured.",
      "Thresholds: \(tally.passed) passed, \(tally.failed) failed, \(tally.notDecided) not decided, "
        + "\(tally.inconclusive) inconclusive, \(tally.unselected) not selected.",
    ]
    if !verdict.claims.isEmpty {
      let outcomes = verdict.scenarios.flatMap(\.claimSummaries).map(\.outcome)
      let parts = [
        (ClaimSummary.Outcome.confirmed, "confirmed"), (.refuted, "refuted"),
        (.mixed, "confirmed in part"), (.undecided, "not decided"),
      ].map { outcome, label in "\(outcomes.count { $0 == outcome }) \(label)" }
      points.append(
        "Claims: " + parts.joined(separator: ", ")
          + "; [\(RunFolder.claimsFile)](\(RunFolder.claimsFile)) has the basis of each.")
    }
    points.append(sureness)
    return points
  }

  private var sureness: String {
    if let stability { return stability.legend }
    return "How sure the answers are is not analysed: "
      + MarkdownText.code("mappressure sensitivity --run")
      + " with the folder of this report finds the parameters that change them."
  }

  private func writeBrokenCases(to document: inout MarkdownDocument) {
    var table = MarkdownTable(texts: ["Case", "Status"])
    for verdict in verdict.cases where verdict.outcome != .measured {
      table.append([
        MarkdownText.escaped(verdict.scenarioCase.description),
        MarkdownText.escaped(PlainText.shortened(verdict.reason, to: 500)),
      ])
    }
    guard !table.isEmpty else { return }
    document.heading(2, "Cases without a result")
    document.table(table)
  }

  private func writeFailedThresholds(to document: inout MarkdownDocument) {
    let open = verdict.scenarios.flatMap { scenario in
      scenario.thresholds.filter { $0.outcome != .passed }
    }
    guard !open.isEmpty else { return }
    document.heading(2, "Thresholds that do not hold")
    document.table(ThresholdTable.table(open, of: results.scenarios, stability: stability))
  }

  private func writeBestStrategies(to document: inout MarkdownDocument) {
    var table = MarkdownTable([("Scenario", .left)] + Ranking.columns(with: stability))
    for scenario in results.scenarios {
      for row in rankingRows(of: scenario) { table.append(row) }
    }
    guard !table.isEmpty else { return }
    document.heading(2, "Best strategies")
    document.table(table)
    document.list(remarks)
  }

  /// The largest size of each variant; the sections of the scenarios have the others.
  private func largest(of scenario: ScenarioResults) -> [Configuration] {
    scenario.variants.compactMap { variant in
      scenario.configurations.filter { $0.variant == variant }.max { $0.size < $1.size }
    }
  }

  /// A row for each headline; variants with equal cells share a row.
  private func rankingRows(of scenario: ScenarioResults) -> [[String]] {
    let rankings = largest(of: scenario).map { ($0, scenario.rankings(in: $0)) }
    var rows = VariantRows()
    for metric in scenario.scenario.headlines {
      for (configuration, rankings) in rankings {
        for ranking in rankings where ranking.metric == metric {
          rows.append(
            ranking.cells(naive: scenario.scenario.naive)
              + ranking.stabilityCells(stability, configuration, of: scenario),
            variant: configuration.variant, size: configuration.size)
        }
      }
    }
    let label = ConfigurationLabel(scenario)
    return rows.rows.map { row in
      let configuration = MarkdownText.escaped(label.text(row.variants, size: row.size))
      return ["\(MarkdownText.code(scenario.scenario.name)), \(configuration)"] + row.cells
    }
  }

  private var remarks: [String] {
    var remarks = results.scenarios.flatMap { scenario in
      exclusions(from: scenario) + faultlessStrategies(of: scenario)
    }
    if results.scenarios.contains(where: { largest(of: $0).count < $0.configurations.count }) {
      remarks.append("Of several sizes the table shows the largest.")
    }
    let hasFewTrials = results.scenarios.contains {
      (1..<MetricComparison.minimumTrials).contains($0.scenario.trials)
    }
    if hasFewTrials, let remark = Finding.fewTrials.markdown { remarks.append(remark) }
    return remarks
  }

  /// The requirement of a scenario, and the strategies that the watchdog terminated.
  private func exclusions(from scenario: ScenarioResults) -> [String] {
    let name = MarkdownText.code(scenario.scenario.name)
    var remarks: [String] = []
    if let requirement = scenario.scenario.requirement {
      remarks.append(
        "\(name): only strategies that \(MarkdownText.escaped(requirement.summary)) are ranked.")
    }
    var rows = VariantRows()
    for configuration in largest(of: scenario) {
      let terminated = Candidates(scenario, in: configuration).terminated
      guard !terminated.isEmpty else { continue }
      rows.append(
        [Finding.terminated(strategies: terminated).markdown ?? ""],
        variant: configuration.variant, size: configuration.size)
    }
    let label = ConfigurationLabel(scenario)
    return remarks
      + rows.rows.map { row in
        "\(name), \(MarkdownText.escaped(label.text(row.variants, size: row.size))): \(row.cells[0])"
      }
  }

  private func faultlessStrategies(of scenario: ScenarioResults) -> [String] {
    let matrices = scenario.matrices.map(\.matrix)
    guard !matrices.isEmpty else { return [] }
    let faultless = scenario.strategies.filter { strategy in
      matrices.allSatisfy { matrix in
        matrix.places.allSatisfy {
          matrix[strategy, $0] == nil || matrix[strategy, $0] == .faults([])
        }
      }
    }
    let names = LimitedList.all(faultless.map { MarkdownText.code($0) })
    return [
      "\(MarkdownText.code(scenario.scenario.name)): strategies without a fault in any setting: "
        + "\(faultless.isEmpty ? "none" : names)."
    ]
  }
}
