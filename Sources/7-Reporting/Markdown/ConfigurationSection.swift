import Answers
import Documents
import Platform
import ScenarioModel
import Support

/// One configuration of a scenario: findings, pictures, and a table for each kind of number.
struct ConfigurationSection {
  let results: ScenarioResults
  let configuration: Configuration
  let selection: RunSelection
  let stability: AnswerStability?
  /// The cases whose transcripts show a fault.
  let faults: Set<Case>

  @DocumentBuilder var document: Document {
    Heading(2, ConfigurationLabel.text(configuration).capitalizedAtStart.escaped)
    BulletList(statuses)
    findings
    if let ablation = AblationResults(results, in: configuration, selection: selection) {
      Heading(3, "Ablation")
      part(of: ablation)
    }
    pictures
    transcripts
    // Next to a matrix of settings the numbers are details.
    if results.variants.count > 1, !results.matrices.isEmpty {
      Fold("Every number: measured, counted, modelled") { numbers }
    } else {
      numbers
    }
  }

  private var statuses: [String] {
    results.cases(in: configuration).filter { $0.status != .completed }.map {
      "**\($0.scenarioCase.strategy.code) has no valid result: "
        + "\(PlainText.shortened($0.status.description, to: 500).escaped)**"
    }
  }

  @DocumentBuilder private var findings: Document {
    let rankings = results.rankings(in: configuration)
    let remarks = results.remarks(in: configuration, selection: selection)
    if !rankings.isEmpty || !remarks.isEmpty {
      Heading(3, "Findings")
      Table(Ranking.columns + AnswerStability.columns(stability), of: rankings) { ranking in
        let sureness = stability?.text(ranking, in: configuration, of: results.scenario.name)
        return ranking.cells(naive: results.scenario.naive)
          + [sureness?.escaped].compactMap(\.self)
      }
      BulletList(remarks)
    }
  }

  // MARK: - Ablation

  private func part(of ablation: AblationResults) -> Document {
    let metrics = ablation.ablation.metrics
    let table = FootNotes.table(
      ["Setting", "Strategy"], numbers: metrics.map { "\($0.name) (\($0.kind.rawValue))" },
      of: ablation.rows
    ) { row, notes in
      let reference = ablation.reference(of: row)
      let cells = metrics.map { metric in
        guard let result = row.result else {
          return notes.cell("the scenario does not name this strategy")
        }
        return MetricCell.text(metric, of: result, notes: &notes) {
          ChangeFormat.ratio(of: $0, to: reference?[metric: metric.name])
        }
      }
      let strategy = row.result.map { MetricCell.label($0) } ?? row.strategy.code
      return [row.role.label.escaped, strategy] + cells
    }
    return Document {
      table
      Paragraph(
        "In parentheses: the ratio to \(ablation.ablation.base.code) for a setting added alone, "
          + "and to \(ablation.ablation.full.code) for a setting left out.")
      if metrics.contains(where: { $0.kind == .modelled }) { Paragraph("\(modelled).") }
    }
  }

  // MARK: - Pictures

  private static let picturesInARow = 4

  @DocumentBuilder private var pictures: Document {
    let all = results.cases(in: configuration).flatMap { result in
      result.pictures.map { (strategy: result.scenarioCase.strategy, picture: $0) }
    }
    if !all.isEmpty { Heading(3, "Pictures") }
    for start in stride(from: 0, to: all.count, by: Self.picturesInARow) {
      let row = all[start..<min(start + Self.picturesInARow, all.count)]
      Table(
        row.map { Table.Column($0.strategy.code) },
        rows: [
          row.map {
            InlineText.picture($0.picture.file, caption: $0.picture.caption, in: "../")
          }, row.map { $0.picture.caption.escaped },
        ])
    }
  }

  // MARK: - Transcripts

  private static let maximumTitleLength = 120

  @DocumentBuilder private var transcripts: Document {
    let all = results.cases(in: configuration).filter {
      !$0.transcripts.isEmpty && faults.contains($0.scenarioCase)
    }
    let titles = all.flatMap(\.transcripts).map(\.title).uniqued()
    if !all.isEmpty {
      // One title for all is in the heading, others are with each strategy.
      Heading(3, "Step by step\(titles.count == 1 ? ": \(titles[0].escaped)" : "")")
    }
    for result in all {
      let own = PlainText.shortened(
        result.transcripts.map(\.title).joined(separator: "; "), to: Self.maximumTitleLength)
      let name = result.scenarioCase.strategy.code
      Fold(titles.count == 1 ? name : "\(name): \(own.escaped)") { steps(result.transcripts) }
    }
  }

  /// The steps of one strategy's transcripts, each under its title where there are several.
  @DocumentBuilder private func steps(_ transcripts: [Transcript]) -> Document {
    for transcript in transcripts {
      if transcripts.count > 1 { Paragraph("**\(transcript.title.escaped)**") }
      Table([.number("Time"), "What happens"], of: transcript.entries) { entry in
        [NumberFormat.text(Double(entry.time), .nanoseconds), entry.text.escaped]
      }
    }
  }

  // MARK: - Numbers

  @DocumentBuilder private var numbers: Document {
    tables(.measured, "Measured on this machine")
    tables(.counted, "Counted")
    tables(.modelled, modelled)
  }

  private var modelled: String {
    let source = profile.map { " with \($0.name.code)" } ?? ""
    return "Modelled\(source): not a device measurement"
  }

  private var profile: PlatformProfile? { results.scenario.profile(of: configuration.variant) }

  @DocumentBuilder private func tables(_ kind: MetricKind, _ title: String) -> Document {
    let parts = MetricTables.tables(of: results.scenario.metrics, kind: kind).map { table(of: $0) }
    if parts.contains(where: { !$0.markdown.isEmpty }) {
      Heading(3, title)
      for part in parts { part }
      if kind == .measured {
        Paragraph(intervalNote)
        loads
      }
    }
  }

  private func table(of metrics: [Metric]) -> Document {
    FootNotes.table(
      ["Strategy"], numbers: metrics.map(\.name), of: results.cases(in: configuration)
    ) { result, notes in
      [MetricCell.label(result)] + metrics.map { cell($0, of: result, notes: &notes) }
    }
  }

  /// The load of the machine while each strategy was measured, with a warning where it was busy.
  @DocumentBuilder private var loads: Document {
    let all = results.cases(in: configuration).compactMap { result in
      result.load.map { (name: result.scenarioCase.strategy.code, load: $0) }
    }
    let busy = all.filter(\.load.isBusy).map(\.name)
    if !busy.isEmpty {
      Paragraph(
        "**The machine was busy**: other programs distorted the times of \(LimitedList.all(busy)).")
    }
    Fold("Load of the machine") {
      Table(["Strategy"], numbers: MachineLoad.columns, of: all) { [$0.name] + $0.load.cells }
    }
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
    let range = "the range of the samples, because fewer than six trials have no 95 % interval"
    let brackets =
      switch confident {
      case summaries.count: "the 95 % confidence interval of the median"
      case 0: range
      default: "the 95 % confidence interval of the median, or \(range)"
      }
    return "In brackets: \(brackets). \(parentheses)"
  }
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
    let name = result.scenarioCase.strategy.code
    return result.status == .completed ? name : "\(name) (**\(result.status.identifier)**)"
  }
}
