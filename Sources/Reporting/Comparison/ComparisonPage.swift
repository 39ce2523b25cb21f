import Gate
import ScenarioModel
import Support

/// A comparison as one page that needs nothing else: base beside head, the worst first.
package struct ComparisonPage {
  /// The rows of changes that a page shows.
  private static let maximumRows = 3_000
  /// The changes that the chart shows.
  private static let maximumChanges = 25

  private let results: ComparisonResults
  private let verdict: ComparisonVerdict
  private let findings: ComparisonFindings
  /// The tables that the report in Markdown has too.
  private let report: ComparisonMarkdown

  package init(_ results: ComparisonResults, verdict: ComparisonVerdict) {
    self.results = results
    self.verdict = verdict
    report = ComparisonMarkdown(results, verdict: verdict)
    findings = report.findings
  }

  /// The whole page. Pure: the same results give the same text.
  package var text: String {
    PageDocument(
      heading: "Base and head", status: PageDocument.Status(verdict.exitCode),
      headline: verdict.headline(results),
      circumstances: results.label + "; " + verdict.tally.label
        + results.summaries.map { "; " + $0 }.joined(),
      sections: [("changes", "Changes"), ("cases", "Cases"), ("sides", "Base and head")],
      main: warnings + PageDocument.filter("Filter by verdict, case or metric") + changes + cases
        + sides,
      footer: "Counted and modelled numbers are compared exactly. Times are compared by pairs of "
        + "processes; in brackets is the interval that holds the change.",
      scripts: [PackageResources.tables_js]
    ).text
  }

  private var warnings: String {
    let list = results.notices.prefix(50).map {
      "<li>\(HTMLText.escaped(PlainText.shortened($0, to: 400)))</li>"
    }
    return list.isEmpty
      ? ""
      : "<section aria-label=\"Warnings\">\n<h2>Warnings</h2>\n<ul>\n"
        + list.joined(separator: "\n") + "\n</ul>\n</section>\n"
  }

  // MARK: - Changes

  private var changes: String {
    let entries = ComparisonFindings.Section.allCases.flatMap { section in
      [.worse, .better].contains(section) ? findings.changes(section) : findings[section]
    }
    var table = HTMLTable([
      ("Verdict", .text), ("Case", .text), ("Metric", .text), ("Base", .number),
      ("Head", .number), ("Change", .number), ("Note", .text), ("Command", .text),
    ])
    let rows = entries.flatMap(rows)
    for row in rows.prefix(Self.maximumRows) { table.append(row.cells, attributes: row.attributes) }
    let rest = LimitedList.rest(
      rows.count - Self.maximumRows, "row", see: ComparisonReport.documentFile)
    return """
      <section id="changes" aria-labelledby="changes-title" data-scenario="">
      <h2 id="changes-title">Changes</h2>
      \(chart)\(table.isEmpty ? "<p>No metric changed by more than its method tolerates.</p>\n" : "")\
      \(table.isEmpty ? "" : table.text(caption: "The changes, the worst first"))\
      \(rest.map { "<p class=\"muted\">and \(HTMLText.escaped($0))</p>\n" } ?? "")</section>

      """
  }

  /// The rows of ``ComparisonCell/rows(of:)`` in a color, with the command that repeats the case.
  private func rows(
    of entry: ComparisonFindings.Entry
  ) -> [(cells: [String], attributes: String)] {
    let isBroken = entry.comparison.status.section == .broken
    let statuses: [PageDocument.Status?] =
      entry.metrics.isEmpty ? [isBroken ? .fail : .open] : entry.metrics.map(\.outcome.pageStatus)
    return zip(ComparisonCell.rows(of: entry), statuses).map { row, status in
      let label = row[0].plain
      let verdict = status.map { "<span class=\"\($0.rawValue)\">\(label)</span>" } ?? label
      let command = results.fullCommand(repeating: entry).map {
        HTMLText.copyButton(
          of: $0, label: "Copy the command that compares \(row[1].plain) again")
      }
      let metric = "\(row[2].html) \(row[3])"
      let cells =
        [verdict, row[1].html, metric] + row[4...6].map(\.htmlNumber)
        + [row[7].html, command ?? ""]
      return (cells, Self.search(row[0...2]))
    }
  }

  /// The attribute with the text of a row by which it is found.
  private static func search(_ cells: ArraySlice<String>) -> String {
    let text = cells.map(\.plain).joined(separator: " ").lowercased()
    return " data-strategy=\"\(HTMLText.escaped(text))\""
  }

  /// The largest changes for the worse and for the better.
  private var chart: String {
    let rows = [ComparisonFindings.Section.worse, .better].flatMap { findings.changes($0) }
      .flatMap { entry in
        entry.metrics.compactMap { metric in
          let name = "\(entry.scenarioCase): \(metric.metric.name)"
          return BarChart.Row(name.count > 56 ? "…" + name.suffix(55) : name, metric)
        }
      }
    return rows.isEmpty
      ? ""
      : BarChart.changes(
        "Changes from base to head, those for the worse first",
        Array(rows.prefix(Self.maximumChanges))
      ).drawing.inPage
  }

  // MARK: - Cases and sides

  private var cases: String {
    let overview = report.overview
    let table = Table(overview.columns, rows: Array(overview.rows.prefix(Self.maximumRows)))
    let text = table.html(caption: "All cases with the numbers of their metrics by verdict") {
      Self.search($0[...0])
    }
    return """
      <section id="cases" aria-labelledby="cases-title" data-scenario="">
      <h2 id="cases-title">Cases</h2>
      \(text)</section>

      """
  }

  private var sides: String {
    """
    <section id="sides" aria-labelledby="sides-title">
    <h2 id="sides-title">Base and head</h2>
    \(report.sides.html(caption: "Where the numbers come from"))</section>

    """
  }
}

extension MetricVerdict.Outcome {
  /// The color of the outcome; `nil` for one that needs none.
  fileprivate var pageStatus: PageDocument.Status? {
    switch self {
    case .regression, .missing: .fail
    case .improvement: .pass
    case .inconclusive: .open
    case .pass, .new, .notGated: nil
    }
  }
}
