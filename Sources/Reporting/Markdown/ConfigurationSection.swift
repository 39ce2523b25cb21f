import Harness
import Measurement
import ScenarioModel
import Support
import Verdicts

/// One world of a scenario: findings, pictures, and a table for each kind of number.
struct WorldSection {
  let results: ScenarioResults
  let world: Configuration
  let selection: RunSelection

  func write(to document: inout MarkdownDocument, earlier: inout EarlierParts) {
    document.heading(3, MarkdownText.escaped(WorldName.text(world).capitalizedFirst))
    writeStatuses(to: &document)
    write("What this means", findings, to: &document, earlier: &earlier)
    if let reading = AblationReading(results, world: world, selection: selection) {
      let section = AblationSection(
        reading: reading, profile: results.scenario.profile?.name)
      write(AblationSection.title, section.part, to: &document, earlier: &earlier)
    }
    writePictures(to: &document)
    writeTranscripts(to: &document, earlier: &earlier)
    // Where a matrix of settings tells the worlds apart, the numbers are for those who look closer.
    var numbers = MarkdownDocument()
    for (title, tables) in tables {
      write(title, tables, to: &numbers, earlier: &earlier)
    }
    if results.variants.count > 1, !results.matrices.isEmpty {
      document.folded("Every number: measured, counted, modelled", numbers)
    } else {
      document.append(numbers)
    }
  }

  /// Writes a part under its heading, or where it has stood already.
  private func write(
    _ title: String, _ part: MarkdownDocument, to document: inout MarkdownDocument,
    earlier: inout EarlierParts
  ) {
    guard !part.isEmpty else { return }
    document.heading(4, title)
    if let world = earlier.world(with: part.text, titled: title, in: world) {
      document.paragraph("The same as \(MarkdownText.escaped(WorldName.place(world))).")
    } else {
      document.append(part)
    }
  }

  private var findings: MarkdownDocument {
    var part = MarkdownDocument()
    let sentences = WorldFindings(results, world: world, selection: selection).sentences
    part.list(sentences)
    if sentences.isEmpty { part.paragraph("The numbers do not say anything by themselves.") }
    return part
  }

  private func writeStatuses(to document: inout MarkdownDocument) {
    let broken = results.cases(in: world).filter { $0.status != .completed }
    document.list(
      broken.map {
        "**\(MarkdownText.code($0.scenarioCase.strategy)) has no valid result: "
          + "\(MarkdownText.escaped(PlainText.shortened($0.status.description, to: 500)))**"
      })
  }

  // MARK: - Pictures

  private static let picturesInARow = 4

  private func writePictures(to document: inout MarkdownDocument) {
    let pictures = results.cases(in: world).flatMap { result in
      result.pictures.map { (result.scenarioCase.strategy, $0) }
    }
    guard !pictures.isEmpty else { return }
    // A world without a screen has no frames that anybody sees.
    let hasScreen = results.scenario.refresh != nil
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

  private func writeTranscripts(
    to document: inout MarkdownDocument, earlier: inout EarlierParts
  ) {
    let all = results.cases(in: world).filter { !$0.transcripts.isEmpty }
    guard !all.isEmpty else { return }
    let titles = all.flatMap(\.transcripts).map(\.title).uniqued()
    // One title for all stands above them, others with each.
    let title = titles.count == 1 ? ": \(MarkdownText.escaped(titles[0]))" : ""
    document.heading(4, "Step by step\(title)")
    var repeated: [(strategy: String, world: Configuration)] = []
    for result in all {
      let strategy = result.scenarioCase.strategy
      let part = Self.part(result.transcripts)
      if let world = earlier.world(with: part.text, titled: strategy, in: world) {
        repeated.append((strategy, world))
        continue
      }
      let own = PlainText.shortened(
        result.transcripts.map(\.title).joined(separator: "; "), to: Self.longestTitle)
      let name = MarkdownText.htmlCode(strategy)
      document.folded(titles.count == 1 ? name : "\(name): \(MarkdownText.html(own))", part)
    }
    for world in repeated.map(\.world).uniqued() {
      let names = repeated.filter { $0.world == world }.map { MarkdownText.code($0.strategy) }
      document.paragraph(
        "\(WordList.and(names)): the same as "
          + "\(MarkdownText.escaped(WorldName.place(world))).")
    }
  }

  private static let longestTitle = 120

  /// The steps of one strategy's transcripts, each under its title where there are several.
  private static func part(_ transcripts: [Transcript]) -> MarkdownDocument {
    var part = MarkdownDocument()
    for transcript in transcripts {
      if transcripts.count > 1 {
        part.paragraph("**\(MarkdownText.escaped(transcript.title))**")
      }
      var table = MarkdownTable([("Time", .right), ("What happens", .left)])
      for entry in transcript.entries {
        table.append([
          NumberFormat.text(Double(entry.time), .nanoseconds), MarkdownText.escaped(entry.text),
        ])
      }
      part.table(table)
    }
    return part
  }

  // MARK: - Numbers

  /// The tables of each kind of number, under its title.
  private var tables: [(title: String, part: MarkdownDocument)] {
    let profile = results.scenario.profile.map { " with \(MarkdownText.code($0.name))" }
    return [
      ("Measured on this machine", tables(.measured)),
      ("Counted", tables(.counted)),
      ("Modelled\(profile ?? ""): not a device measurement", tables(.modelled)),
    ]
  }

  private func tables(_ kind: MetricKind) -> MarkdownDocument {
    var part = MarkdownDocument()
    for metrics in MetricTables.tables(of: results.scenario.metrics, kind: kind) {
      var notes = FootNotes()
      var table = MarkdownTable(names: "Strategy", numbers: metrics.map(\.name))
      for result in results.cases(in: world) {
        table.append(
          [MetricCell.label(result)] + metrics.map { cell($0, of: result, notes: &notes) })
      }
      part.table(table)
      part.list(notes.texts)
    }
    if kind == .measured, !part.isEmpty {
      part.paragraph(intervalNote)
      writeLoads(to: &part)
    }
    return part
  }

  /// How busy the machine was while each strategy was measured, in the open where it was.
  private func writeLoads(to part: inout MarkdownDocument) {
    let loads = results.cases(in: world).compactMap { result in
      result.load.map { (name: MarkdownText.code(result.scenarioCase.strategy), load: $0) }
    }
    guard !loads.isEmpty else { return }
    let busy = loads.filter(\.load.isBusy).map(\.name)
    if !busy.isEmpty {
      part.paragraph(
        "**The machine was busy**: times of \(WordList.and(busy)) say more of what else ran than of "
          + "the strategy.")
    }
    var table = MarkdownTable(names: "Strategy", numbers: MachineLoad.columns)
    for (name, load) in loads { table.append([name] + load.cells) }
    part.folded("How busy the machine was", table)
  }

  private func cell(_ metric: Metric, of result: CaseResult, notes: inout FootNotes) -> String {
    let isBaseline = result.scenarioCase.strategy == results.scenario.naive
    let naive = results.naive(in: world)?[metric: metric.name]
    return MetricCell.text(metric, of: result, notes: &notes) { own in
      isBaseline ? nil : own.ratio(to: naive).map { NumberFormat.ratio($0) }
    }
  }

  private var intervalNote: String {
    let summaries = results.cases(in: world).flatMap(\.metrics)
      .filter { $0.metric.kind == .measured }
      .compactMap(\.summary).filter { $0.count > 1 }
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

/// One number of a case in a table of the report.
enum MetricCell {
  /// The median, its interval where it was measured more than once, and how it stands against
  /// another case's.
  ///
  /// - Parameter change: how the number stands against another one, for the parentheses.
  static func text(
    _ metric: Metric, of result: CaseResult, notes: inout FootNotes,
    change: (MetricResult) -> String?
  ) -> String {
    guard let own = result[metric: metric.name] else {
      return notes.cell("no trial answered with it")
    }
    guard let summary = own.summary else {
      return notes.cell(own.missingReason ?? "no trial answered with it")
    }
    var text = NumberFormat.text(summary.median, metric.unit)
    if !metric.kind.isDeterministic, summary.count > 1 {
      let interval = NumberFormat.interval(
        summary.low, summary.high, around: summary.median, metric.unit)
      if let interval { text += " [\(interval)]" }
    }
    if let change = change(own) { text += " (\(change))" }
    return text
  }

  /// A strategy's name, with what became of it where it did not complete.
  static func label(_ result: CaseResult) -> String {
    let name = MarkdownText.code(result.scenarioCase.strategy)
    return result.status == .completed ? name : "\(name) (**\(result.status.identifier)**)"
  }
}
