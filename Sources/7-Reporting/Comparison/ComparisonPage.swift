import Documents
import Gate
import ScenarioModel
import Support

/// A comparison as one page that needs nothing else: base next to head, the worst first.
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
    let changes = self.changes
    let rest = LimitedList.rest(
      changes.count - Self.maximumRows, "row", see: ComparisonReport.documentFile)
    let overview = report.overview.withoutZeros
    let cases = Table(overview.columns, rows: Array(overview.rows.prefix(Self.maximumRows)))
      .html(caption: "All cases, with their number of metrics by verdict", isFiltered: true)
    let status = PageDocument.Status(verdict.exitCode)
    let main = Template.comparison.text([
      "status": .text(status.rawValue), "sign": .text(status.sign),
      "headline": .text(verdict.headline(results)), "tally": .text(verdict.tally.label),
      "pairs": .html(pairs.map(\.html).joined()),
      "base": .text(results.base.name), "head": .text(results.head.name),
      "broken": .texts(
        findings[.broken].prefix(Self.maxPairs).map {
          "\($0.scenarioCase): \($0.comparison.status.summary)"
        }),
      "hasWarnings": .flag(!results.notices.isEmpty),
      "warnings": .texts(results.notices.prefix(50).map { PlainText.shortened($0, to: 400) }),
      "howBad": .html(
        report.howBad.isEmpty ? "" : report.howBad.withoutZeros.html(caption: "How bad")),
      "chart": .html(chart ?? ""), "isUnchanged": .flag(changes.isEmpty),
      "hasChanges": .flag(!changes.isEmpty),
      "changes": .list(Array(changes.prefix(Self.maximumRows))), "rest": .text(rest ?? ""),
      "causes": .html(
        results.causes.map { cause in
          let table = cause.table.isEmpty ? "" : cause.table.html(caption: cause.text.plain)
          return "<p>\(cause.text.html)</p>\n\(table)"
        }.joined()),
      "cases": .html(cases),
      "sides": .html(report.sides.html(caption: "Where the numbers come from")),
    ])
    return PageDocument(
      heading: heading, status: status, headline: "",
      about: "compared \(results.head.name) with \(results.base.name): \(results.kind.label).",
      circumstances: results.timingSummaries.joined(separator: "; "),
      sections: [
        PageDocument.Section(id: "changes", title: "Changes")
      ] + (results.causes.isEmpty ? [] : [PageDocument.Section(id: "why", title: "Why")]) + [
        PageDocument.Section(id: "cases", title: "Cases"),
        PageDocument.Section(id: "sides", title: "The two programs"),
      ],
      main: main,
      footer: "Counted and modelled numbers are compared exactly. Times are compared by pairs of "
        + "processes; the brackets show the interval that contains the change.",
      scripts: [PackageResources.tables_js]
    ).text
  }

  /// The most changes next to the verdict.
  private static let maxPairs = 4

  /// The two programs, and the result.
  private var heading: String {
    let found = [ComparisonFindings.Section.broken, .worse, .better]
      .filter { !findings[$0].isEmpty }.map { section in
        let count = findings.metricCount(section)
        let cases = LimitedList.counted(findings[section].count, "case")
        let word = section.rawValue.lowercased()
        return count == 0
          ? "\(cases) \(word)" : "\(LimitedList.counted(count, "number")) \(word) in \(cases)"
      }
    let none = verdict.exitCode == .pass ? "no change" : "no verdict"
    return "\(results.head.name) against \(results.base.name): ".capitalizedAtStart
      + (found.isEmpty ? none : LimitedList.all(found))
  }

  /// The largest changes for the worse, or else for the better.
  private var pairs: [BarPair] {
    let worse = findings.changes(.worse)
    return Array(
      (worse.isEmpty ? findings.changes(.better) : worse).lazy.compactMap { entry -> BarPair? in
        guard let metric = entry.metrics.first, let base = metric.base, let head = metric.head
        else { return nil }
        let isWorse = metric.outcome == .regression
        return BarPair(
          metric: metric.metric,
          note: [metric.metric.kind.rawValue, "\(entry.scenarioCase)", metric.crossingLabel]
            .compactMap(\.self).joined(separator: ", "),
          bound: metric.crossedBound, upper: BarPair.Bar(value: base),
          lower: BarPair.Bar(value: head, isReached: !isWorse), looks: ["base", "head"])
      }.prefix(Self.maxPairs))
  }

  // MARK: - Changes

  private var changes: [TemplateValues] {
    // The table of all cases names those that were not judged.
    ComparisonFindings.Section.allCases.filter { $0 != .notJudged }.flatMap { section in
      [.worse, .better].contains(section) ? findings.changes(section) : findings[section]
    }.flatMap(rows)
  }

  /// A row for each metric of an entry, or one for its status.
  private func rows(of entry: ComparisonFindings.Entry) -> [TemplateValues] {
    let isBroken = entry.comparison.status.section == .broken
    let metrics = entry.metrics.isEmpty ? [nil] : entry.metrics.map(Optional.some)
    return zip(ComparisonCell.rows(of: entry), metrics).map { row, metric -> TemplateValues in
      let status = metric.map(\.outcome.pageStatus) ?? (isBroken ? .fail : .open)
      let note = metric.map { ComparisonCell.note(on: $0, severity: $0.severityInWords) } ?? row[7]
      let words = row[0...2].map(\.plain).joined(separator: " ").lowercased()
      return [
        "words": .text(words), "status": .text(status?.rawValue ?? ""),
        "verdict": .text(row[0].plain), "case": .html(row[1].html), "metric": .html(row[2].html),
        "kind": .text(row[3]), "from": .html(row[4].htmlNumber), "to": .html(row[5].htmlNumber),
        "change": .html(row[6].htmlNumber),
        "note": .html(note.html), "name": .text(row[1].plain),
        "command": .text(results.fullCommand(repeating: entry) ?? ""),
      ]
    }
  }

  /// The changes that are the largest; `nil` without any.
  private var chart: String? {
    let rows = [ComparisonFindings.Section.worse, .better].flatMap { findings.changes($0) }
      .flatMap { entry in
        entry.metrics.compactMap { metric -> BarChart.Row? in
          // The metric, the scenario and the strategy are at the ends.
          let name = "\(metric.metric.name): \(entry.scenarioCase)"
          return BarChart.Row(
            name.count > 56 ? "\(name.prefix(30))…\(name.suffix(25))" : name, metric)
        }
      }
    return rows.isEmpty
      ? nil
      : BarChart.changes(
        "Changes from base to head, the worse ones first",
        Array(rows.prefix(Self.maximumChanges))
      ).drawing.inPage
  }
}
