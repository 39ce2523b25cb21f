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

  package init(_ results: ComparisonResults, verdict: ComparisonVerdict) {
    self.results = results
    self.verdict = verdict
    findings = ComparisonFindings(results, verdict: verdict)
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

  private func rows(
    of entry: ComparisonFindings.Entry
  ) -> [(cells: [String], attributes: String)] {
    let name = PlainText.shortened(entry.scenarioCase.description, to: 160)
    let command = results.fullCommand(repeating: entry).map {
      HTMLText.copyButton(of: $0, label: "Copy the command that compares \(name) again")
    }
    func row(
      _ label: String, _ word: String, _ status: PageDocument.Status?, _ cells: [String]
    ) -> (cells: [String], attributes: String) {
      let verdict = HTMLText.escaped(label)
      let text = "\(label) \(name) \(word)".lowercased()
      return (
        [status.map { "<span class=\"\($0.rawValue)\">\(verdict)</span>" } ?? verdict]
          + [HTMLText.code(name)] + cells + [command ?? ""],
        " data-strategy=\"\(HTMLText.escaped(text))\""
      )
    }
    guard !entry.metrics.isEmpty else {
      let status = entry.comparison.status
      return [
        row(
          status.label, "", status.section == .broken ? .fail : .open,
          ["", "", "", "", HTMLText.escaped(PlainText.shortened(status.reason ?? "", to: 300))])
      ]
    }
    return entry.metrics.map { metric in
      let values = ChangeFormat.values(metric.base, metric.head, metric.metric.unit)
      let note = [metric.outcome.reason ?? "", metric.basis].filter { !$0.isEmpty }
      return row(
        metric.outcome.label, metric.metric.name, metric.outcome.pageStatus,
        [
          HTMLText.code(metric.metric.name) + " " + metric.metric.kind.rawValue,
          HTMLText.numbers(values.base ?? "none"), HTMLText.numbers(values.head ?? "none"),
          metric.effect.map { HTMLText.escaped(ChangeFormat.text($0)) } ?? "",
          HTMLText.escaped(PlainText.shortened(note.joined(separator: "; "), to: 300)),
        ])
    }
  }

  /// The largest changes for the worse and for the better.
  private var chart: String {
    let rows = [ComparisonFindings.Section.worse, .better].flatMap { findings.changes($0) }
      .flatMap { entry in
        entry.metrics.compactMap { metric in
          let name = "\(entry.scenarioCase): \(metric.metric.name)"
          return ChangeChart.Row(name.count > 56 ? "…" + name.suffix(55) : name, metric)
        }
      }
    return rows.isEmpty
      ? ""
      : ChangeChart(
        title: "Changes from base to head, those for the worse first",
        rows: Array(rows.prefix(Self.maximumChanges))
      ).drawing.inPage
  }

  // MARK: - Cases and sides

  private var cases: String {
    var table = HTMLTable(
      [("Case", .text), ("Status", .text)]
        + ["Passed", "Worse", "Better", "Inconclusive", "Missing", "New", "Not gated"]
        .map { ($0, .number) })
    for comparison in results.cases.prefix(Self.maximumRows) {
      let name = PlainText.shortened(comparison.scenarioCase.description, to: 160)
      table.append(
        [HTMLText.code(name), HTMLText.escaped(comparison.status.label)]
          + comparison.outcomeCounts.map { NumberFormat.grouped($0) },
        attributes: " data-strategy=\"\(HTMLText.escaped(name.lowercased()))\"")
    }
    return """
      <section id="cases" aria-labelledby="cases-title" data-scenario="">
      <h2 id="cases-title">Cases</h2>
      \(table.text(caption: "All cases with the numbers of their metrics by verdict"))</section>

      """
  }

  private var sides: String {
    var table = HTMLTable([("Property", .text), ("Base", .text), ("Head", .text)])
    table.append(
      ["Name"]
        + [results.base.name, results.head.name].map {
          HTMLText.escaped(PlainText.shortened($0, to: 300))
        })
    for (name, text) in SidesSection.facts {
      table.append(
        [name]
          + [results.base, results.head].map { side in
            side.provenance.map { HTMLText.escaped(text($0)) } ?? "not known"
          })
    }
    let command = HTMLText.code(PlainText.shortened(results.command, to: 300))
    return """
      <section id="sides" aria-labelledby="sides-title">
      <h2 id="sides-title">Base and head</h2>
      \(table.text(caption: "Where the numbers come from"))<p class="muted">\(command)</p>
      </section>

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
