import Gate
import Harness
import ScenarioModel
import Support

/// A comparison for people, as GitHub shows Markdown: for a step's summary, or a comment.
package enum ComparisonMarkdown {
  /// A comment on GitHub takes 65,536 characters, a step's summary 1 MiB. Bytes are never fewer
  /// than characters, whatever is counted as one.
  static let maximumBytes = 60_000

  /// The whole report. Pure: the same results give the same text.
  ///
  /// It is at most 60,000 bytes long; the rest is counted, and is in `gate.json`.
  package static func text(_ results: ComparisonResults, verdict: ComparisonVerdict) -> String {
    let findings = ComparisonFindings(results, verdict: verdict)
    let rows = ComparisonRows(findings: findings, isJudged: verdict.tally.gated > 0)
    var before = ComparisonOpening(results: results, verdict: verdict).document
    rows.write(to: &before)
    CommandSection(results: results, findings: findings).write(to: &before)
    var after = MarkdownDocument()
    MethodSection(results: results).write(to: &after)
    SidesSection(results: results).write(to: &after)
    ComparisonLegend(results: results).write(to: &after)
    let bytes = maximumBytes - before.text.utf8.count - after.text.utf8.count
    var document = before
    CaseSection(results: results, bytes: bytes).write(to: &document)
    document.append(after)
    return document.text
  }
}

/// The beginning of the report: the verdict, the two sides, and warnings.
struct ComparisonOpening {
  private static let maximumWarnings = 10
  private static let maximumNameLength = 160
  private static let maximumTextLength = 400

  let results: ComparisonResults
  let verdict: ComparisonVerdict

  var document: MarkdownDocument {
    var document = MarkdownDocument()
    document.heading(2, Self.text(verdict.headline(results), to: Self.maximumTextLength))
    document.paragraph(
      "MapPressure compared base \(Self.text(results.base.name, to: Self.maximumNameLength)) with "
        + "head \(Self.text(results.head.name, to: Self.maximumNameLength)): \(results.kind.label). "
        + MarkdownText.escaped(verdict.tally.label.capitalizedAtStart) + "."
        + results.summaries.map { " " + MarkdownText.escaped($0) + "." }.joined())
    let warnings = LimitedList.split(
      results.notices, limit: Self.maximumWarnings, "warning",
      see: "`\(ComparisonReport.documentFile)`")
    document.list(
      warnings.shown.map { "**Warning**: \(Self.text($0, to: Self.maximumTextLength))" }
        + [warnings.rest].compactMap(\.self))
    return document
  }

  private static func text(_ text: String, to limit: Int) -> String {
    MarkdownText.escaped(PlainText.shortened(PlainText.line(text), to: limit))
  }
}

/// The table of all changes, the regressions first.
struct ComparisonRows {
  private static let openRows = 25
  private static let openBytes = 14_000
  private static let foldedBytes = 12_000
  private static let newBytes = 4_000
  private static let columns: [(title: String, alignment: MarkdownTable.Alignment)] = [
    ("Verdict", .left), ("Case", .left), ("Metric", .left), ("Kind", .left), ("Base", .right),
    ("Head", .right), ("Change", .right), ("Note", .left),
  ]

  let findings: ComparisonFindings
  /// True if a metric was judged, so that an empty table is a result.
  let isJudged: Bool

  func write(to document: inout MarkdownDocument) {
    let sections = ComparisonFindings.Section.allCases.filter { $0 != .new }
    var table = LimitedTable(Self.columns, rows: sections.flatMap { rows(of: findings[$0]) })
    if table.rest.isEmpty, isJudged {
      document.paragraph("No metric changed by more than its method tolerates.")
    }
    document.table(table.next(rows: Self.openRows, bytes: Self.openBytes))
    fold(&table, bytes: Self.foldedBytes, "more row", to: &document)
    var new = LimitedTable(Self.columns, rows: rows(of: findings[.new]))
    fold(&new, bytes: Self.newBytes, "new row", to: &document)
  }

  private func fold(
    _ table: inout LimitedTable, bytes: Int, _ noun: String, to document: inout MarkdownDocument
  ) {
    guard !table.rest.isEmpty else { return }
    let title = LimitedList.counted(table.rest.count, noun)
    var part = MarkdownDocument()
    part.table(table.next(bytes: bytes))
    part.leftOut(table.rest.count, "row")
    document.folded(title, part)
  }

  // MARK: - Cells

  private func rows(of entries: [ComparisonFindings.Entry]) -> [[String]] {
    entries.flatMap { entry -> [[String]] in
      let name = ComparisonCell.name(of: entry.scenarioCase)
      guard !entry.metrics.isEmpty else {
        let status = entry.comparison.status
        let label = status.section == .broken ? "**\(status.label)**" : status.label
        return [
          [label, name, "", "", "", "", "", ComparisonCell.text(status.reason ?? "")]
        ]
      }
      return entry.metrics.map { metric in
        let label = metric.outcome == .regression ? "**worse**" : metric.outcome.label
        return [label, name] + ComparisonCell.numbers(of: metric)
          + [ComparisonCell.note(on: metric)]
      }
    }
  }
}

extension MarkdownDocument {
  /// Adds a line that counts what is not shown, and names the file that has it.
  mutating func leftOut(_ count: Int, _ noun: String) {
    paragraph(
      LimitedList.rest(count, noun, see: "`\(ComparisonReport.documentFile)`") ?? "")
  }
}

/// The commands that repeat the cases that got worse or could not be decided.
struct CommandSection {
  private static let maximumBytes = 5_000

  let results: ComparisonResults
  let findings: ComparisonFindings

  func write(to document: inout MarkdownDocument) {
    let sections = ComparisonFindings.Section.allCases.filter { $0 != .better && $0 != .new }
    let commands = sections.flatMap { findings[$0] }
      .compactMap { results.fullCommand(repeating: $0) }.uniqued()
    var left = Self.maximumBytes
    var points: [String] = []
    for command in commands {
      let point = MarkdownText.code(command)
      left -= point.utf8.count + 3
      guard left >= 0 else { break }
      points.append(point)
    }
    var part = MarkdownDocument()
    part.list(points)
    part.leftOut(commands.count - points.count, "command")
    document.folded("Commands that compare these cases again", part)
  }
}

/// Cells of a comparison's Markdown tables.
enum ComparisonCell {
  private static let maximumNameLength = 160
  private static let maximumTextLength = 300

  static func name(of scenarioCase: Case) -> String {
    let line = PlainText.line(scenarioCase.description)
    return MarkdownText.code(PlainText.shortened(line, to: maximumNameLength))
  }

  /// The metric's name and kind, the base's and the head's value, and the change.
  static func numbers(of verdict: MetricVerdict) -> [String] {
    let values = ChangeFormat.values(verdict.base, verdict.head, verdict.metric.unit)
    return [
      MarkdownText.code(verdict.metric.name), verdict.metric.kind.rawValue,
      values.base ?? "none", values.head ?? "none",
      verdict.effect.map { ChangeFormat.text($0) } ?? "",
    ]
  }

  /// The reason and the basis of the numbers.
  static func note(on verdict: MetricVerdict) -> String {
    text(
      [verdict.outcome.reason ?? "", verdict.basis].filter { !$0.isEmpty }
        .joined(separator: "; "))
  }

  /// A command as a cell, as it can be copied.
  static func command(_ command: String) -> String {
    MarkdownText.code(PlainText.shortened(command, to: maximumTextLength))
  }

  /// Text from data as a cell.
  static func text(_ text: String) -> String {
    MarkdownText.escaped(PlainText.shortened(PlainText.line(text), to: maximumTextLength))
  }
}
