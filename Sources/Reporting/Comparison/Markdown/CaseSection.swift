import Verdicts

/// Every case, and every number of every case as far as there is room.
struct CaseSection {
  let results: ComparisonResults
  /// How long it may get.
  let bytes: Int

  /// What the tags around a part take.
  private static let tagBytes = 400

  func write(to document: inout MarkdownDocument) {
    guard !results.cases.isEmpty else { return }
    var overview = MarkdownDocument()
    var table = LimitedTable(Self.overviewColumns, rows: results.cases.map { overviewRow(of: $0) })
    overview.table(table.next(bytes: bytes / 3 - Self.tagBytes))
    overview.leftOut(table.rest.count, "case")
    document.folded("All \(WordList.counted(results.cases.count, "case"))", overview)
    let left = bytes - overview.text.utf8.count - 2 * Self.tagBytes
    document.folded("Every number of every case", numbers(bytes: left))
  }

  // MARK: - Cases

  private static let overviewColumns: [(title: String, alignment: MarkdownTable.Alignment)] =
    [("Case", .left), ("Status", .left)]
    + ["Passed", "Worse", "Better", "Inconclusive", "Missing", "New", "Not gated"]
    .map { ($0, .right) }

  private func overviewRow(of comparison: CaseComparison) -> [String] {
    let words = comparison.metrics.map(\.outcome.word)
    let counts = [
      "passed", "regression", "improvement", "inconclusive", "missing", "new", "not-gated",
    ].map { word in words.count { $0 == word } }
    return [ComparisonCell.name(of: comparison.scenarioCase), comparison.status.title]
      + counts.map { comparison.metrics.isEmpty ? "" : NumberFormat.grouped($0) }
  }

  // MARK: - Numbers

  private static let numberColumns: [(title: String, alignment: MarkdownTable.Alignment)] = [
    ("Metric", .left), ("Kind", .left), ("Base", .right), ("Head", .right), ("Change", .right),
    ("Would have seen", .right), ("Verdict", .left),
  ]

  private func numbers(bytes: Int) -> MarkdownDocument {
    var part = MarkdownDocument()
    var left = bytes
    var leftOut = 0
    for comparison in results.cases where !comparison.metrics.isEmpty {
      var table = LimitedTable(Self.numberColumns, rows: comparison.metrics.map { row(of: $0) })
      let title = "**\(ComparisonCell.name(of: comparison.scenarioCase))**"
      // Once something has no room, nothing after it is shown, so that the order stays plain.
      let shown = leftOut > 0 ? MarkdownTable([]) : table.next(bytes: left - title.utf8.count - 8)
      if !shown.isEmpty {
        part.paragraph(title)
        part.table(shown)
        left -= title.utf8.count + shown.text.utf8.count + 8
      }
      leftOut += table.rest.count
    }
    part.leftOut(leftOut, "number")
    return part
  }

  private func row(of verdict: MetricVerdict) -> [String] {
    ComparisonCell.numbers(of: verdict) + [
      verdict.minimumDetectableEffectText, verdict.outcome.title,
    ]
  }
}
