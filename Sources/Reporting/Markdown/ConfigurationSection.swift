import Families
import Harness
import ScenarioModel
import Simulation
import Support

/// One configuration of a scenario: findings, pictures, and a table for each kind of number.
struct ConfigurationSection {
  let results: ScenarioResults
  let configuration: Configuration
  let selection: RunSelection
  let stability: AnswerStability?
  /// The cases whose transcripts show a fault.
  let faults: Set<Case>

  func write(to document: inout MarkdownDocument) {
    document.heading(
      2, MarkdownText.escaped(ConfigurationLabel.text(configuration).capitalizedAtStart))
    writeStatuses(to: &document)
    writeFindings(to: &document)
    if let ablation = AblationResults(results, in: configuration, selection: selection) {
      document.heading(3, "Ablation")
      document.append(part(of: ablation))
    }
    writePictures(to: &document)
    writeTranscripts(to: &document)
    writeNumbers(to: &document)
  }

  private func writeStatuses(to document: inout MarkdownDocument) {
    let broken = results.cases(in: configuration).filter { $0.status != .completed }
    document.list(
      broken.map {
        "**\(MarkdownText.code($0.scenarioCase.strategy)) has no valid result: "
          + "\(MarkdownText.escaped(PlainText.shortened($0.status.description, to: 500)))**"
      })
  }

  private func writeFindings(to document: inout MarkdownDocument) {
    let findings = results.findings(in: configuration, selection: selection)
    guard !findings.isEmpty else { return }
    var table = MarkdownTable(Ranking.columns(with: stability))
    for case .best(let ranking) in findings {
      table.append(
        ranking.cells(naive: results.scenario.naive)
          + ranking.stabilityCells(stability, configuration, of: results))
    }
    document.heading(3, "Findings")
    document.table(table)
    document.list(findings.compactMap(\.markdown))
  }

  // MARK: - Ablation

  private func part(of ablation: AblationResults) -> MarkdownDocument {
    var document = MarkdownDocument()
    let metrics = ablation.ablation.metrics
    var notes = FootNotes()
    var table = MarkdownTable(
      [("Setting", .left), ("Strategy", .left)]
        + metrics.map { ("\($0.name) (\($0.kind.rawValue))", .right) })
    for row in ablation.rows {
      let reference = ablation.reference(of: row)
      let cells = metrics.map { metric in
        guard let result = row.result else {
          return notes.cell("the scenario does not name it")
        }
        return MetricCell.text(metric, of: result, notes: &notes) {
          ChangeFormat.ratio(of: $0, to: reference?[metric: metric.name])
        }
      }
      let strategy = row.result.map { MetricCell.label($0) } ?? MarkdownText.code(row.strategy)
      table.append([MarkdownText.escaped(row.role.label), strategy] + cells)
    }
    document.table(table)
    document.list(notes.texts)
    document.paragraph(
      "In parentheses: a setting alone compared with \(MarkdownText.code(ablation.ablation.base)), "
        + "one left out compared with \(MarkdownText.code(ablation.ablation.full)).")
    if metrics.contains(where: { $0.kind == .modelled }) { document.paragraph(modelledRemark) }
    return document
  }

  private var modelledRemark: String {
    let source = profile.map { " with \(MarkdownText.code($0.name))" } ?? ""
    return "Modelled\(source): not a device measurement."
  }

  // MARK: - Pictures

  private static let picturesInARow = 4

  private func writePictures(to document: inout MarkdownDocument) {
    let pictures = results.cases(in: configuration).flatMap { result in
      result.pictures.map { (result.scenarioCase.strategy, $0) }
    }
    guard !pictures.isEmpty else { return }
    document.heading(3, "Pictures")
    for start in stride(from: 0, to: pictures.count, by: Self.picturesInARow) {
      let row = pictures[start..<min(start + Self.picturesInARow, pictures.count)]
      var table = MarkdownTable(texts: row.map { MarkdownText.code($0.0) })
      table.append(row.map { MarkdownText.picture($0.1.file, caption: $0.1.caption, in: "../") })
      document.table(table)
    }
  }

  // MARK: - Transcripts

  private static let maximumTitleLength = 120

  private func writeTranscripts(to document: inout MarkdownDocument) {
    let all = results.cases(in: configuration).filter {
      !$0.transcripts.isEmpty && faults.contains($0.scenarioCase)
    }
    guard !all.isEmpty else { return }
    let titles = all.flatMap(\.transcripts).map(\.title).uniqued()
    // One title for all is in the heading, others are with each strategy.
    let title = titles.count == 1 ? ": \(MarkdownText.escaped(titles[0]))" : ""
    document.heading(3, "Step by step\(title)")
    for result in all {
      let own = PlainText.shortened(
        result.transcripts.map(\.title).joined(separator: "; "), to: Self.maximumTitleLength)
      let name = MarkdownText.htmlCode(result.scenarioCase.strategy)
      document.folded(
        titles.count == 1 ? name : "\(name): \(MarkdownText.html(own))",
        Self.part(result.transcripts))
    }
  }

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

  private func writeNumbers(to document: inout MarkdownDocument) {
    var numbers = MarkdownDocument()
    for (title, kind) in [
      ("Measured on this machine", MetricKind.measured), ("Counted", .counted),
      (modelledTitle, .modelled),
    ] {
      let part = tables(kind)
      guard !part.isEmpty else { continue }
      numbers.heading(3, title)
      numbers.append(part)
    }
    // Next to a matrix of settings the numbers are details.
    if results.variants.count > 1, !results.matrices.isEmpty {
      document.folded("Every number: measured, counted, modelled", numbers)
    } else {
      document.append(numbers)
    }
  }

  private var modelledTitle: String {
    let source = profile.map { " with \(MarkdownText.code($0.name))" } ?? ""
    return "Modelled\(source): not a device measurement"
  }

  private var profile: PlatformProfile? { results.scenario.profile(of: configuration.variant) }

  private func tables(_ kind: MetricKind) -> MarkdownDocument {
    var part = MarkdownDocument()
    for metrics in MetricTables.tables(of: results.scenario.metrics, kind: kind) {
      var notes = FootNotes()
      var table = MarkdownTable(names: "Strategy", numbers: metrics.map(\.name))
      for result in results.cases(in: configuration) {
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

  /// Writes the load of the machine while each strategy was measured, with a warning where it was
  /// busy.
  private func writeLoads(to part: inout MarkdownDocument) {
    let loads = results.cases(in: configuration).compactMap { result in
      result.load.map { (name: MarkdownText.code(result.scenarioCase.strategy), load: $0) }
    }
    guard !loads.isEmpty else { return }
    let busy = loads.filter(\.load.isBusy).map(\.name)
    if !busy.isEmpty {
      part.paragraph(
        "**The machine was busy**: other programs distorted the times of "
          + "\(LimitedList.all(busy)).")
    }
    var table = MarkdownTable(names: "Strategy", numbers: MachineLoad.columns)
    for (name, load) in loads { table.append([name] + load.cells) }
    part.folded("Load of the machine", table)
  }

  private func cell(_ metric: Metric, of result: CaseResult, notes: inout FootNotes) -> String {
    let isNaive = result.scenarioCase.strategy == results.scenario.naive
    let naive = results.naive(in: configuration)?[metric: metric.name]
    return MetricCell.text(metric, of: result, notes: &notes) { own in
      isNaive ? nil : own.ratio(to: naive).map { NumberFormat.ratio($0) }
    }
  }

  private var intervalNote: String {
    let summaries = results.cases(in: configuration).flatMap(\.metrics)
      .filter { $0.metric.kind == .measured }
      .compactMap(\.summary).filter { $0.count > 1 }
    let parentheses = "In parentheses: the ratio to the naive strategy."
    guard !summaries.isEmpty else { return "One trial: there is no interval. \(parentheses)" }
    let confident = summaries.count { $0.reachesConfidence }
    let range = "the range of the samples, as fewer than six trials have no 95 % interval"
    let brackets =
      switch confident {
      case summaries.count: "the 95 % confidence interval of the median"
      case 0: range
      default: "the 95 % confidence interval of the median, or \(range)"
      }
    return "In brackets: \(brackets). \(parentheses)"
  }
}

extension String {
  /// The text with its first letter in upper case.
  var capitalizedAtStart: String { prefix(1).uppercased() + dropFirst() }
}

/// One number of a case in a table of the report.
enum MetricCell {
  /// The median, its interval where it was measured more than once, and its change.
  ///
  /// - Parameter change: the number compared with another one, for the parentheses.
  static func text(
    _ metric: Metric, of result: CaseResult, notes: inout FootNotes,
    change: (MetricResult) -> String?
  ) -> String {
    guard let own = result[metric: metric.name] else {
      return notes.cell("no trial has it")
    }
    guard let summary = own.summary else {
      return notes.cell(own.missingReason ?? "no trial has it")
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

  /// A strategy's name, with its status where it did not complete.
  static func label(_ result: CaseResult) -> String {
    let name = MarkdownText.code(result.scenarioCase.strategy)
    return result.status == .completed ? name : "\(name) (**\(result.status.identifier)**)"
  }
}
