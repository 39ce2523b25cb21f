import Documents
import Gate
import Harness
import ScenarioModel
import Support

/// The end of a comparison in a terminal: the verdict, the regressions with the commands that
/// repeat them, and everything else in few lines.
package enum ComparisonTable {
  /// The text, with a line feed between its lines and none at its end.
  ///
  /// - Parameters:
  ///   - width: the columns of the terminal. Longer lines continue below, indented; commands do
  ///     not, so that they can be copied.
  ///   - report: the file with the complete lists.
  package static func text(
    _ results: ComparisonResults, verdict: ComparisonVerdict,
    width: Int = SummaryTable.standardWidth, report: String = ComparisonReport.markdownFile
  ) -> String {
    let findings = ComparisonFindings(results, verdict: verdict)
    var lines = ComparisonLines(
      results: results, width: max(width, SummaryTable.minimumWidth), report: report)
    let headline = PlainText.line(verdict.headline(results))
    for line in [headline, verdict.tally.label, PlainText.line(results.label)] + results.summaries {
      lines.append(line)
    }
    lines.list(results.notices.map { "warning: \($0)" }, limit: 5, "warning")
    for section in ComparisonFindings.Section.allCases {
      lines.append(section, findings[section])
    }
    // The end of a long output has the verdict too.
    if lines.lines.count > 24 { lines.append(title: headline) }
    return lines.lines.joined(separator: "\n")
  }
}

extension ComparisonTable {
  /// The lines of a quiet command that passes: everything that a reader must know nevertheless.
  package static func warnings(
    _ results: ComparisonResults, verdict: ComparisonVerdict
  ) -> [String] {
    (results.relaxations.isEmpty ? [] : [verdict.headline(results)])
      + results.notices.map { "warning: \($0)" }
  }
}

/// The lines of a comparison in a terminal.
private struct ComparisonLines {
  private static let maximumCases = 6
  /// Of the first case, the first to be looked at, and of the others.
  private static let maximumMetrics = (first: 20, others: 6)
  private static let maximumLines = 5

  let results: ComparisonResults
  let width: Int
  let report: String
  private(set) var lines: [String] = []

  /// Adds a text in as many lines as the width needs.
  mutating func append(_ text: String, indent: Int = 0) {
    let line = String(repeating: " ", count: indent) + text
    lines += line.wrapped(to: width, hanging: 4).map { line in
      // One from data that begins with two colons would be a command to GitHub Actions.
      let isCommand = line.drop { $0 == " " }.hasPrefix("::")
      return isCommand ? line.replacing("::", with: ": :", maxReplacements: 1) : line
    }
  }

  mutating func append(title: String) {
    lines.append("")
    append(title)
  }

  /// Adds lines from data, and counts those beyond the limit.
  mutating func list(_ texts: [String], limit: Int, _ noun: String, indent: Int = 0) {
    let list = LimitedList.split(texts, limit: limit, noun, see: report)
    for text in list.shown { append(PlainText.line(text), indent: indent) }
    if let rest = list.rest { append("and \(rest)", indent: indent) }
  }

  /// Adds a section; one without entries is left out.
  mutating func append(
    _ section: ComparisonFindings.Section, _ entries: [ComparisonFindings.Entry]
  ) {
    guard !entries.isEmpty else { return }
    append(title: section.rawValue)
    switch section {
    case .worse: metrics(entries)
    case .broken, .notComparable, .inconclusiveBase: cases(entries)
    case .missing, .inconclusive, .accepted, .better:
      list(
        entries.flatMap { entry in
          entry.metrics.map { "\(entry.scenarioCase): \($0.metric.name) \($0.summary)" }
        }, limit: Self.maximumLines, "metric", indent: 2)
    case .betterBecauseWrong:
      let metrics = entries.reduce(0) { $0 + $1.metrics.count }
      append(
        "\(LimitedList.counted(metrics, "metric")) of "
          + "\(LimitedList.counted(entries.count, "case")): see \(report)", indent: 2)
    case .notJudged:
      if let label = results.notJudgedLabel { append(PlainText.line(label), indent: 2) }
      list(
        entries.map(\.scenarioCase.description), limit: Self.maximumLines, "case", indent: 4)
    case .new: new(entries)
    }
  }

  /// Adds cases with their metrics in columns, and the commands that repeat them.
  private mutating func metrics(_ entries: [ComparisonFindings.Entry]) {
    for (index, entry) in entries.prefix(Self.maximumCases).enumerated() {
      append(PlainText.line(entry.scenarioCase.description), indent: 2)
      let limit = index == 0 ? Self.maximumMetrics.first : Self.maximumMetrics.others
      let metrics = entry.metrics.prefix(limit)
      for (name, verdict) in zip(metrics.map { PlainText.line($0.metric.name) }.aligned, metrics) {
        append(name + PlainText.line(verdict.summary), indent: 4)
      }
      if let rest = LimitedList.rest(entry.metrics.count - limit, "metric", see: report) {
        append("and \(rest)", indent: 4)
      }
      for cause in results.causes where cause.scenarioCase == entry.scenarioCase {
        if let label = cause.label { append(PlainText.line("why: \(label)"), indent: 4) }
      }
      again(entry)
    }
    let rest = entries.dropFirst(Self.maximumCases)
    guard !rest.isEmpty else { return }
    let metrics = rest.reduce(0) { $0 + $1.metrics.count }
    append(
      "and \(LimitedList.counted(metrics, "metric")) of "
        + "\(LimitedList.counted(rest.count, "more case")): see \(report)", indent: 2)
  }

  /// Adds cases with their status, and the commands that repeat them.
  private mutating func cases(_ entries: [ComparisonFindings.Entry]) {
    for entry in entries.prefix(Self.maximumCases) {
      append(PlainText.line("\(entry.scenarioCase): \(entry.comparison.status.summary)"), indent: 2)
      again(entry)
    }
    if let rest = LimitedList.rest(entries.count - Self.maximumCases, "case", see: report) {
      append("and \(rest)", indent: 2)
    }
  }

  /// Adds the cases and the names of the metrics that only the head has.
  private mutating func new(_ entries: [ComparisonFindings.Entry]) {
    list(
      entries.filter(\.metrics.isEmpty).map { entry in
        [entry.scenarioCase.description, entry.comparison.status.reason].compactMap(\.self)
          .joined(separator: ": ")
      }, limit: Self.maximumLines, "case", indent: 2)
    let known = entries.filter { !$0.metrics.isEmpty }
    guard !known.isEmpty else { return }
    let names = known.flatMap(\.metrics).map(\.metric.name).uniqued()
    append(
      PlainText.line(
        "in \(LimitedList.counted(known.count, "case")): "
          + LimitedList.text(names, limit: Self.maximumLines)), indent: 2)
  }

  /// Adds a command that can be copied, where there is one.
  private mutating func again(_ entry: ComparisonFindings.Entry) {
    guard let command = results.fullCommand(repeating: entry) else { return }
    lines.append("    again: \(command)")
  }
}
