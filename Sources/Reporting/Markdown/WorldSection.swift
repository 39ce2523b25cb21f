import Harness
import MapSimulation
import Measurement
import Scenarios
import Verdicts

/// One world of a scenario: findings, pictures, and a table for each kind of number.
struct WorldSection {
  let results: RunResults.ScenarioResults
  let world: World
  let selection: RunSelection

  func write(to document: inout MarkdownDocument) {
    document.heading(3, WorldName.text(world).capitalizedFirst)
    writeStatuses(to: &document)
    document.heading(4, "What this means")
    let sentences = WorldFindings(results, world: world, selection: selection).sentences
    document.list(sentences)
    if sentences.isEmpty { document.paragraph("The numbers do not say anything by themselves.") }
    writePictures(to: &document)
    writeTables(.measured, title: "Measured on this machine", to: &document)
    writeTables(.counted, title: "Counted", to: &document)
    let profile = results.scenario.workload.profile.map { MarkdownText.code($0.name) }
    writeTables(
      .modelled,
      title: "Modelled" + (profile.map { " with \($0)" } ?? "") + ": not a device measurement",
      to: &document)
  }

  private func writeStatuses(to document: inout MarkdownDocument) {
    let broken = results.baselineFirst(in: world).filter { $0.status != .completed }
    document.list(
      broken.map {
        "**\(MarkdownText.code($0.scenarioCase.strategy)) has no valid result: "
          + "\(MarkdownText.escaped(PlainText.shortened($0.status.description, to: 500)))**"
      })
  }

  // MARK: - Pictures

  private static let picturesInARow = 4

  private func writePictures(to document: inout MarkdownDocument) {
    let pictures = results.baselineFirst(in: world).flatMap { result in
      result.pictures.map { (result.scenarioCase.strategy, $0) }
    }
    guard !pictures.isEmpty else { return }
    document.heading(4, "The same frame under each strategy")
    for start in stride(from: 0, to: pictures.count, by: Self.picturesInARow) {
      let row = pictures[start..<min(start + Self.picturesInARow, pictures.count)]
      var table = MarkdownTable(texts: row.map { MarkdownText.code($0.0) })
      table.append(row.map { MarkdownText.picture($0.1.file, caption: $0.1.caption) })
      document.table(table)
    }
  }

  // MARK: - Numbers

  private func writeTables(
    _ kind: MetricKind, title: String, to document: inout MarkdownDocument
  ) {
    let tables = MetricTables.tables(of: results.scenario.metrics, kind: kind)
    guard !tables.isEmpty else { return }
    document.heading(4, title)
    for metrics in tables {
      var notes = FootNotes()
      var table = MarkdownTable(names: "Strategy", numbers: metrics.map(\.name))
      for result in results.baselineFirst(in: world) {
        table.append([label(result)] + metrics.map { cell($0, of: result, notes: &notes) })
      }
      document.table(table)
      document.list(notes.texts)
    }
    if kind == .measured { document.paragraph(intervalNote) }
  }

  /// A strategy's name, with what became of it where it did not complete.
  private func label(_ result: CaseResult) -> String {
    let name = MarkdownText.code(result.scenarioCase.strategy)
    return result.status == .completed ? name : "\(name) (**\(result.status.word)**)"
  }

  /// The median, its interval where it was measured more than once, and its ratio to the naive
  /// strategy's.
  private func cell(_ metric: Metric, of result: CaseResult, notes: inout FootNotes) -> String {
    guard let own = result[metric: metric.name] else {
      return notes.cell("no trial answered with it")
    }
    guard let summary = own.finiteSummary else {
      return notes.cell(own.missingReason ?? "no trial answered with it")
    }
    var text = NumberFormat.text(summary.median, metric.unit)
    if !metric.kind.isDeterministic, summary.count > 1 {
      let interval = NumberFormat.interval(
        summary.low, summary.high, around: summary.median, metric.unit)
      if let interval { text += " [\(interval)]" }
    }
    let isBaseline = result.scenarioCase.strategy == results.scenario.baseline
    let naive = results.baseline(in: world)?[metric: metric.name]
    if !isBaseline, let ratio = own.ratio(to: naive) {
      text += " (\(NumberFormat.ratio(ratio)))"
    }
    return text
  }

  private var intervalNote: String {
    let summaries = results.cases(in: world).flatMap(\.metrics)
      .filter { $0.metric.kind == .measured }
      .compactMap(\.finiteSummary).filter { $0.count > 1 }
    guard !summaries.isEmpty else {
      return "One trial: there is no interval. In parentheses: the ratio to the naive strategy."
    }
    let confident = summaries.count { $0.reachesConfidence }
    let brackets =
      if confident == summaries.count {
        "the 95 % confidence interval of the median"
      } else if confident == 0 {
        "from the smallest to the largest sample: fewer than six trials have no 95 % interval"
      } else {
        "the 95 % confidence interval of the median; with fewer than six trials, which have none, "
          + "from the smallest to the largest sample"
      }
    return "In brackets: \(brackets); without brackets there was one sample, or all agree in three "
      + "digits. In parentheses: the ratio to the naive strategy."
  }
}

/// The reasons for missing numbers of a table: short ones in their cells, long ones below.
struct FootNotes {
  private var reasons: [String] = []
  private static let longestInCell = 40

  mutating func cell(_ reason: String) -> String {
    if reason.count <= Self.longestInCell {
      return "not available: \(MarkdownText.escaped(reason))"
    }
    if !reasons.contains(reason) { reasons.append(reason) }
    return "not available (note \((reasons.firstIndex(of: reason) ?? 0) + 1))"
  }

  var texts: [String] {
    reasons.enumerated().map { index, reason in
      "Note \(index + 1): not available: \(MarkdownText.escaped(reason))"
    }
  }
}

extension String {
  fileprivate var capitalizedFirst: String {
    prefix(1).uppercased() + dropFirst()
  }
}
