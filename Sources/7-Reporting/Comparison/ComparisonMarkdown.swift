import Documents
import Gate
import Harness
import ScenarioModel
import Support

/// A comparison for people, as GitHub shows Markdown: for a step's summary, or a comment.
package struct ComparisonMarkdown {
  /// A comment on GitHub takes 65,536 characters, a step's summary 1 MiB. Bytes are never fewer
  /// than characters, whatever is counted as one.
  static let maximumBytes = 60_000

  let results: ComparisonResults
  let verdict: ComparisonVerdict
  let findings: ComparisonFindings

  init(_ results: ComparisonResults, verdict: ComparisonVerdict) {
    self.results = results
    self.verdict = verdict
    findings = ComparisonFindings(results, verdict: verdict)
  }

  /// The whole report. Pure: the same results give the same text.
  ///
  /// It is at most 60,000 bytes long; the rest is counted, and is in `gate.json`.
  package static func text(_ results: ComparisonResults, verdict: ComparisonVerdict) -> String {
    ComparisonMarkdown(results, verdict: verdict).document.text
  }

  private var document: Document {
    let before = Document {
      opening
      changes
      causes
      commands
    }
    let after = Document {
      methods
      Fold("Provenance") { sides }
      legend
    }
    let bytes = Self.maximumBytes - before.text.utf8.count - after.text.utf8.count
    return Document {
      before
      cases(bytes: bytes)
      after
    }
  }

  /// The rows of a table that fit into a number of bytes, and the number of the others.
  static func shown(_ table: Table, bytes: Int, _ noun: String) -> Document {
    let parts = table.split(bytes: bytes)
    return Document {
      parts.shown
      leftOut(parts.rest.rows.count, noun)
    }
  }

  /// A line that counts what is not shown, and names the file that has it.
  static func leftOut(_ count: Int, _ noun: String) -> Paragraph {
    Paragraph(LimitedList.rest(count, noun, see: "`\(ComparisonReport.documentFile)`") ?? "")
  }

  // MARK: - The beginning

  private static let maximumWarnings = 10
  private static let maximumTextLength = 400

  /// The verdict, the two sides, and warnings.
  @DocumentBuilder private var opening: Document {
    let warnings = LimitedList.split(
      results.notices, limit: Self.maximumWarnings, "warning",
      see: "`\(ComparisonReport.documentFile)`")
    let summaries = results.summaries.map { " " + $0.escaped + "." }.joined()
    Heading(2, ComparisonCell.text(verdict.headline(results), limit: Self.maximumTextLength))
    Paragraph(
      "MapPressure compared base \(ComparisonCell.name(results.base)) with "
        + "head \(ComparisonCell.name(results.head)): \(results.kind.label). "
        + verdict.tally.label.capitalizedAtStart.escaped + "." + summaries)
    BulletList(
      warnings.shown.map {
        "**Warning**: \(ComparisonCell.text($0, limit: Self.maximumTextLength))"
      } + [warnings.rest].compactMap(\.self))
  }

  // MARK: - Changes

  private static let openRows = 25
  private static let openBytes = 14_000
  private static let foldedBytes = 12_000
  private static let newBytes = 4_000

  /// The table of all changes, the regressions first.
  @DocumentBuilder private var changes: Document {
    let sections = ComparisonFindings.Section.allCases.filter {
      ![.new, .notJudged, .accepted, .betterBecauseWrong].contains($0)
    }
    let all = ComparisonCell.table(of: sections.flatMap { findings[$0] })
    let open = all.split(rows: Self.openRows, bytes: Self.openBytes)
    if !results.changeGroups.isEmpty { Paragraph("**How bad**") }
    howBad
    if all.isEmpty, findings[.accepted].isEmpty, verdict.tally.gated > 0 {
      Paragraph("No metric changed by more than its method tolerates.")
    }
    open.shown
    let causeBytes = min(causes.markdown.utf8.count, Self.maximumCauseBytes)
    fold(open.rest, bytes: Self.foldedBytes - causeBytes, "more row")
    fold(
      ComparisonCell.table(of: findings[.betterBecauseWrong]), bytes: Self.newBytes,
      "improvement", " of cases with wrong results")
    fold(
      ComparisonCell.table(of: findings[.accepted]), bytes: Self.newBytes, "accepted change")
    fold(ComparisonCell.table(of: findings[.new]), bytes: Self.newBytes, "new row")
    notJudged
  }

  private static let notJudgedBytes = 8_000

  /// The cases that the comparison did not come to, by name.
  private var notJudged: Fold {
    Self.fold(
      results.notJudgedLabel?.capitalizedAtStart.escaped ?? "",
      findings[.notJudged].map { ComparisonCell.name(of: $0.scenarioCase) },
      bytes: Self.notJudgedBytes, "case")
  }

  /// A list of as many points as fit.
  private static func fold(
    _ title: String, _ points: [String], bytes: Int, _ noun: String
  ) -> Fold {
    var left = bytes
    let shown = points.prefix { point in
      left -= point.utf8.count + 3
      return left >= 0
    }
    return Fold(title) {
      BulletList(Array(shown))
      leftOut(points.count - shown.count, noun)
    }
  }

  private func fold(_ table: Table, bytes: Int, _ noun: String, _ rest: String = "") -> Fold {
    Fold(LimitedList.counted(table.rows.count, noun) + rest) {
      Self.shown(table, bytes: bytes, "row")
    }
  }

  // MARK: - Commands

  private static let commandBytes = 5_000

  /// The commands that repeat the cases that got worse or could not be decided.
  private var commands: Fold {
    let sections = ComparisonFindings.Section.allCases.filter {
      ![.accepted, .better, .betterBecauseWrong, .new, .notJudged].contains($0)
    }
    let commands = sections.flatMap { findings[$0] }
      .compactMap { results.fullCommand(repeating: $0)?.code }.uniqued()
    return Self.fold(
      "Commands that compare these cases again", commands, bytes: Self.commandBytes, "command")
  }
}

/// Cells of a comparison's tables.
enum ComparisonCell {
  private static let maximumNameLength = 160
  private static let maximumTextLength = 300

  /// A row for each metric, or for each case without any.
  static func table(of entries: [ComparisonFindings.Entry]) -> Table {
    Table(
      [
        "Verdict", "Case", "Metric", "Kind", .number("Base"), .number("Head"), .number("Change"),
        "Note",
      ], rows: entries.flatMap { rows(of: $0) })
  }

  /// The rows of ``table(of:)``.
  static func rows(of entry: ComparisonFindings.Entry) -> [[String]] {
    let name = name(of: entry.scenarioCase)
    guard !entry.metrics.isEmpty else {
      let status = entry.comparison.status
      let label = status.section == .broken ? "**\(status.label)**" : status.label
      return [[label, name, "", "", "", "", "", text(status.reason ?? "")]]
    }
    return entry.metrics.map { metric in
      let label = metric.outcome == .regression ? "**worse**" : metric.outcome.label
      return [label, name] + numbers(of: metric) + [
        note(on: metric, severity: metric.severityLabel)
      ]
    }
  }

  /// The note that a reader needs besides the numbers.
  static func note(on metric: MetricVerdict, severity: String?) -> String {
    let notes = [metric.outcome.reason, metric.crossingLabel, severity, metric.basis]
    return text(notes.compactMap(\.self).filter { !$0.isEmpty }.joined(separator: "; "))
  }

  static func name(of scenarioCase: Case) -> String {
    PlainText.shortened(PlainText.line(scenarioCase.description), to: maximumNameLength).code
  }

  /// The name of the base or the head.
  static func name(_ origin: ComparisonResults.Origin) -> String {
    text(origin.name, limit: maximumNameLength)
  }

  /// The metric's name and kind, the base's and the head's value, and the change.
  static func numbers(of verdict: MetricVerdict) -> [String] {
    let values = ChangeFormat.values(verdict.base, verdict.head, verdict.metric.unit)
    return [
      verdict.metric.name.code, verdict.metric.kind.rawValue,
      values.base ?? "none", values.head ?? "none",
      verdict.effect.map { ChangeFormat.text($0) } ?? "",
    ]
  }

  /// A command as a cell, as it can be copied.
  static func command(_ command: String) -> String {
    PlainText.shortened(command, to: maximumTextLength).code
  }

  /// Text from data as a cell.
  static func text(_ text: String, limit: Int = maximumTextLength) -> String {
    PlainText.shortened(PlainText.line(text), to: limit).escaped
  }
}
