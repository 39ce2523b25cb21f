import Harness
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
    AblationReading(results, world: world, selection: selection)
      .map { reading in
        AblationSection(reading: reading, profile: results.scenario.workload.profile?.name)
          .write(to: &document)
      }
    writePictures(to: &document)
    writeTranscripts(to: &document)
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
    // A world without a screen has no frames that anybody sees.
    let hasScreen = results.scenario.workload.refresh != nil
    document.heading(
      4, hasScreen ? "The same frame under each strategy" : "A picture of each strategy")
    for start in stride(from: 0, to: pictures.count, by: Self.picturesInARow) {
      let row = pictures[start..<min(start + Self.picturesInARow, pictures.count)]
      var table = MarkdownTable(texts: row.map { MarkdownText.code($0.0) })
      table.append(row.map { MarkdownText.picture($0.1.file, caption: $0.1.caption) })
      document.table(table)
    }
  }

  // MARK: - Transcripts

  private func writeTranscripts(to document: inout MarkdownDocument) {
    let transcripts = results.baselineFirst(in: world).flatMap { result in
      result.transcripts.map { (result.scenarioCase.strategy, $0) }
    }
    guard let title = transcripts.first?.1.title else { return }
    document.heading(4, "Step by step: \(MarkdownText.escaped(title))")
    for (strategy, transcript) in transcripts {
      var table = MarkdownTable([("Time", .right), ("What happens", .left)])
      for entry in transcript.entries {
        table.append([
          NumberFormat.text(Double(entry.time), .nanoseconds), MarkdownText.escaped(entry.text),
        ])
      }
      document.folded("<code>\(MarkdownText.escaped(strategy))</code>", table)
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
        table.append(
          [MetricCell.label(result)] + metrics.map { cell($0, of: result, notes: &notes) })
      }
      document.table(table)
      document.list(notes.texts)
    }
    if kind == .measured { document.paragraph(intervalNote) }
  }

  private func cell(_ metric: Metric, of result: CaseResult, notes: inout FootNotes) -> String {
    let isBaseline = result.scenarioCase.strategy == results.scenario.baseline
    let naive = results.baseline(in: world)?[metric: metric.name]
    return MetricCell.text(metric, of: result, notes: &notes) { own in
      isBaseline ? nil : own.ratio(to: naive).map { NumberFormat.ratio($0) }
    }
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

extension String {
  fileprivate var capitalizedFirst: String {
    prefix(1).uppercased() + dropFirst()
  }
}
