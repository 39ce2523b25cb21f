import Measurement
import ScenarioModel
import Verdicts

/// The table of everything that a reader must know, what got worse first.
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
  /// Whether anything was judged, so that finding nothing says something.
  let isJudged: Bool

  func write(to document: inout MarkdownDocument) {
    var table = LimitedTable(
      Self.columns,
      rows: rows(of: findings.regressions) + rows(of: findings.faultyCases)
        + rows(of: findings.unmatchedCases) + rows(of: findings.missing)
        + rows(of: findings.inconclusive) + rows(of: findings.unjudgedCases)
        + rows(of: findings.improvements))
    if table.rest.isEmpty, isJudged {
      document.paragraph("No metric differs by more than its method tolerates.")
    }
    document.table(table.next(rows: Self.openRows, bytes: Self.openBytes))
    fold(&table, bytes: Self.foldedBytes, "more row", to: &document)
    var new = LimitedTable(
      Self.columns, rows: rows(of: findings.newCases) + rows(of: findings.newMetrics))
    fold(&new, bytes: Self.newBytes, "row of what is new in the head, not gated", to: &document)
  }

  private func fold(
    _ table: inout LimitedTable, bytes: Int, _ noun: String, to document: inout MarkdownDocument
  ) {
    guard !table.rest.isEmpty else { return }
    let count = table.rest.count
    var part = MarkdownDocument()
    part.table(table.next(bytes: bytes))
    part.leftOut(table.rest.count, "row")
    let plural = count == 1 ? noun : noun.pluralOfRow
    document.folded("\(NumberFormat.grouped(count)) \(plural)", part)
  }

  // MARK: - Cells

  private func rows(of groups: [ComparisonFindings.CaseMetrics]) -> [[String]] {
    groups.flatMap { group in
      group.metrics.map { metric in
        [
          metric.outcome == .regression ? "**worse**" : metric.outcome.title,
          ComparisonCell.name(of: group.scenarioCase),
        ] + ComparisonCell.numbers(of: metric) + [ComparisonCell.note(on: metric)]
      }
    }
  }

  private func rows(of cases: [CaseComparison]) -> [[String]] {
    cases.map { comparison in
      let title =
        comparison.status.group == .faulty
        ? "**\(comparison.status.title)**" : comparison.status.title
      return [title, ComparisonCell.name(of: comparison.scenarioCase), "", "", "", "", ""]
        + [ComparisonCell.text(comparison.status.reason ?? "")]
    }
  }
}

extension String {
  /// The plural of a phrase that begins with a row.
  fileprivate var pluralOfRow: String {
    split(separator: " ").map { $0 == "row" ? "rows" : String($0) }.joined(separator: " ")
  }
}

extension MarkdownDocument {
  /// Says that something has no room, and where it is.
  mutating func leftOut(_ count: Int, _ noun: String) {
    guard count > 0 else { return }
    paragraph(
      "\(WordList.counted(count, "more \(noun)")) without room here: see "
        + "`\(ComparisonReport.documentFile)`.")
  }
}
