import Harness
import Measurement
import ScenarioModel
import Support
import Verdicts

/// A run's report for people, as GitHub shows Markdown.
public enum MarkdownReport {
  /// The whole report. Pure: the same results give the same text.
  public static func text(_ results: RunResults, verdict: RunVerdict) -> String {
    var document = MarkdownDocument()
    SummarySection(results: results, verdict: verdict).write(to: &document)
    ProvenanceSection(results: results).write(to: &document)
    for scenario in results.scenarios {
      ScenarioSection(
        results: scenario, selection: results.selection,
        verdict: verdict.scenarios.first { $0.scenario == scenario.scenario.name }
      ).write(to: &document)
    }
    ReadingSection(results: results).write(to: &document)
    return document.text
  }
}

/// The top of the report: the verdict, what went wrong, and which strategy is best by which number.
struct SummarySection {
  let results: RunResults
  let verdict: RunVerdict

  func write(to document: inout MarkdownDocument) {
    let titles = results.scenarios.map { MarkdownText.escaped($0.scenario.title) }
    let title = titles.count == 1 ? titles[0] : WordList.counted(titles.count, "scenario")
    document.heading(1, "MapPressure report: \(title)")
    document.paragraph("**\(verdict.headline).**")
    document.list(counts)
    writeBrokenCases(to: &document)
    writeThresholdsNotKept(to: &document)
    writeBestStrategies(to: &document)
  }

  private var counts: [String] {
    let tally = VerdictTally(verdict)
    var points = [
      "Cases: \(tally.measured) of \(tally.cases) measured.",
      "Thresholds: \(tally.passed) passed, \(tally.failed) failed, \(tally.notDecided) not decided"
        + (tally.inconclusive == 0 ? "" : ", \(tally.inconclusive) inconclusive")
        + (tally.unselected == 0
          ? "." : "; \(tally.unselected) not asked for, as this run has not what they need."),
    ]
    if !verdict.claims.isEmpty {
      let outcomes = verdict.claims.map(\.outcome.identifier)
      let parts = ["reproduced", "not-reproduced", "contradicted", "not-testable"].map { word in
        "\(outcomes.count { $0 == word }) \(word.replacing("-", with: " "))"
      }
      points.append("Claims: " + parts.joined(separator: ", ") + ". A claim never decides.")
    }
    return points
  }

  private func writeBrokenCases(to document: inout MarkdownDocument) {
    var table = MarkdownTable(texts: ["Case", "What happened"])
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

  private func writeThresholdsNotKept(to document: inout MarkdownDocument) {
    let open = verdict.scenarios.flatMap { scenario in
      scenario.thresholds.filter { $0.outcome != .passed }
    }
    guard !open.isEmpty else { return }
    document.heading(2, "Thresholds not kept")
    document.table(ThresholdTable.table(open, of: results.scenarios))
  }

  private func writeBestStrategies(to document: inout MarkdownDocument) {
    let rows = results.scenarios.flatMap { rowsOfBest(in: worldsToShow(of: $0), of: $0) }
    guard !rows.isEmpty else { return }
    var table = MarkdownTable([
      ("Scenario", .left), ("Number", .left), ("Kind", .left), ("Best strategy", .left),
      ("Its median", .right), ("Naive", .right), ("Ratio", .right),
    ])
    for row in rows { table.append(row) }
    document.heading(2, "Which strategy is best by which number")
    document.table(table)
    document.list(remarks)
  }

  /// Of several sizes the largest one, in each variant: the others stand further below.
  private func worldsToShow(of scenario: ScenarioResults) -> [Configuration] {
    scenario.variants.compactMap { variant in
      scenario.configurations.filter { $0.variant == variant }.max { $0.size < $1.size }
    }
  }

  /// What a reader of the table of the best strategies must know.
  private var remarks: [String] {
    var remarks: [String] = []
    let asked = results.scenarios.map(\.scenario).compactMap { scenario in
      scenario.requirement.map { (scenario: scenario.name, meaning: $0.summary) }
    }
    for meaning in asked.map(\.meaning).uniqued() {
      let names = asked.filter { $0.meaning == meaning }.map { MarkdownText.code($0.scenario) }
      let place =
        names.count == results.scenarios.count ? "Only" : "Of \(WordList.and(names)) only"
      remarks.append("\(place) strategies that \(meaning) take part.")
    }
    remarks += results.scenarios.flatMap { terminationRemarks(of: $0) }
    remarks += results.scenarios.flatMap { settingRemarks(of: $0) }
    if results.scenarios.contains(where: { worldsToShow(of: $0).count < $0.configurations.count }) {
      remarks.append("Of several sizes this table shows the largest.")
    }
    let hasFewTrials = results.scenarios.contains {
      (results.selection.trials ?? $0.scenario.trials) < MetricComparison.fewestTrials
    }
    if hasFewTrials {
      remarks.append(
        "Where a scenario has fewer than \(MetricComparison.fewestTrials) trials, a difference "
          + "between measured numbers can be chance.")
    }
    return remarks
  }

  /// Who takes no part because there was no app any more.
  private func terminationRemarks(of scenario: ScenarioResults) -> [String] {
    let name = WorldName(scenario)
    var rows = VariantRows()
    for world in worldsToShow(of: scenario) {
      let terminated = scenario.cases(in: world).filter(\.isTerminated)
      guard !terminated.isEmpty else { continue }
      rows.append(
        [WordList.and(terminated.map { MarkdownText.code($0.scenarioCase.strategy) })],
        variant: world.variant, size: world.size)
    }
    return rows.rows.map { row in
      let place = MarkdownText.escaped(name.text(row.variants, size: row.size))
      return "The watchdog ended the app under \(row.cells[0]) in "
        + "\(MarkdownText.code(scenario.scenario.name)), \(place): that takes no part either."
    }
  }

  /// Who is the best by a number can still go wrong somewhere.
  private func settingRemarks(of scenario: ScenarioResults) -> [String] {
    let matrices = scenario.matrices.map(\.matrix)
    guard !matrices.isEmpty else { return [] }
    let name = MarkdownText.code(scenario.scenario.name)
    let wrong = Set(matrices.flatMap { SettingFindings($0).failing })
    let right = scenario.strategies.filter { !wrong.contains($0) }
    if wrong.isEmpty { return ["No strategy of \(name) goes wrong in any setting."] }
    let exception =
      right.isEmpty ? "" : " but \(WordList.and(right.map { MarkdownText.code($0) }))"
    return ["Every strategy of \(name)\(exception) goes wrong in some setting."]
  }

  /// The best strategy, and those that cannot be told from it: the naive one first if it is there.
  private func name(of best: BestStrategy, naive: String) -> String {
    let names =
      (best.strategies.filter { $0 == naive } + best.strategies.filter { $0 != naive })
      .map { MarkdownText.code($0) }
    guard best.levelCount > 2 else { return WordList.and(names) }
    let others = best.metric.kind.isDeterministic ? "with the same" : "that cannot be told from it"
    return "\(names[0]) and \(best.levelCount) \(others)"
  }

  /// Number by number; variants in which a number says the same stand in one row.
  private func rowsOfBest(
    in worlds: [Configuration], of scenario: ScenarioResults
  ) -> [[String]] {
    let name = WorldName(scenario)
    var rows = VariantRows()
    for metric in scenario.scenario.headlines {
      for world in worlds {
        guard let cells = cellsOfBest(metric, in: world, of: scenario) else { continue }
        rows.append(cells, variant: world.variant, size: world.size)
      }
    }
    return rows.rows.map { row in
      let place = MarkdownText.escaped(name.text(row.variants, size: row.size))
      return ["\(MarkdownText.code(scenario.scenario.name)), \(place)"] + row.cells
    }
  }

  private func cellsOfBest(
    _ metric: Metric, in world: Configuration, of scenario: ScenarioResults
  ) -> [String]? {
    let candidates = CompleteCases(
      scenario.cases(in: world), completeness: scenario.scenario.requirement
    ).complete
    guard let best = BestStrategy(metric, among: candidates),
      let median = best.best.number
    else { return nil }
    let naive = scenario.naive(in: world)?[metric: metric.name]
    if let naive, naive.isZero, best.best.isZero { return nil }
    return [
      MarkdownText.code(metric.name), metric.kind.rawValue,
      name(of: best, naive: scenario.scenario.naive),
      NumberFormat.text(median, metric.unit),
      naive?.summary.map { NumberFormat.text($0.median, metric.unit) }
        ?? "not available",
      ratio(best.best, to: naive),
    ]
  }

  /// The ratio to the naive strategy; in words where it is none to speak of.
  private func ratio(_ result: MetricResult, to naive: MetricResult?) -> String {
    if let naive, MetricChange.isWrittenAlike(result, naive) { return "the same" }
    return result.ratio(to: naive).map { NumberFormat.ratio($0) } ?? "not available"
  }
}
