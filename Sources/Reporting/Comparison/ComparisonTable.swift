import ScenarioModel
import Support
import Verdicts

/// The end of a comparison in a terminal: the verdict, the regressions with the commands that repeat
/// them, and everything else in few lines.
public enum ComparisonTable {
  /// The text, with a line feed between its lines and none at its end.
  ///
  /// - Parameters:
  ///   - width: the columns of the terminal. Longer lines go on below, indented; commands do not, so
  ///     that they can be copied.
  ///   - report: where the lists are that have no room here.
  public static func text(
    _ results: ComparisonResults, verdict: ComparisonVerdict,
    width: Int = SummaryTable.standardWidth, report: String = ComparisonReport.markdownFile
  ) -> String {
    let findings = ComparisonFindings(results, verdict: verdict)
    var text = ComparisonLines(
      results: results, width: max(width, SummaryTable.minimumWidth), report: report)
    let headline = PlainText.line(verdict.headline(results))
    text.append(headline)
    text.append(verdict.tally.label)
    text.append(PlainText.line(results.label))
    if let times = TimedSummary(results) { text.append(times.text) }
    if let ratios = RatioSummary(results) { text.append(ratios.text) }
    text.list(results.warnings.map { "warning: \($0)" }, most: 5, "warning")
    text.metrics("Worse", findings.regressions)
    text.cases("Broken", findings.faultyCases)
    text.cases("Not comparable", findings.unmatchedCases)
    text.short("Missing in the head", findings.missing)
    text.short("Inconclusive", findings.inconclusive)
    text.cases("Inconclusive because of the base", findings.unjudgedCases)
    text.short("Better", findings.improvements)
    text.new(cases: findings.newCases, metrics: findings.newMetrics)
    // The end of a long output has the verdict too.
    if text.lines.count > 24 { text.append(section: headline) }
    return text.lines.joined(separator: "\n")
  }
}

/// The lines of a comparison in a terminal, as they come.
struct ComparisonLines {
  private static let maximumCases = 6
  /// Of the first case, whose cause is looked for first, and of the others.
  private static let maximumMetrics = (first: 20, others: 6)
  private static let maximumShort = 5

  let results: ComparisonResults
  let width: Int
  let report: String
  private(set) var lines: [String] = []

  init(results: ComparisonResults, width: Int, report: String) {
    self.results = results
    self.width = width
    self.report = report
  }

  /// Adds a line of text, in as many lines as it takes.
  mutating func append(_ text: String, indent: Int = 0) {
    let start = String(repeating: " ", count: indent)
    var line = start
    // A text's own spaces align columns; only where it is broken they are lost.
    if indent + text.count <= width {
      finish(start + text)
      return
    }
    for word in text.split(separator: " ") {
      if line.count > indent + 4, line.count + 1 + word.count > width {
        finish(line)
        line = start + "    "
      }
      let isFresh = line.allSatisfy { $0 == " " }
      line += isFresh ? String(word) : " " + word
    }
    finish(line)
  }

  /// A line from data that begins with two colons would be a command to GitHub Actions.
  private mutating func finish(_ line: String) {
    let isCommand = line.drop { $0 == " " }.hasPrefix("::")
    lines.append(isCommand ? line.replacing("::", with: ": :", maxReplacements: 1) : line)
  }

  mutating func append(section text: String) {
    lines.append("")
    append(text)
  }

  /// Adds lines from data, and counts those beyond the limit.
  mutating func list(_ texts: [String], most: Int, _ noun: String) {
    for text in texts.prefix(most) { append(PlainText.line(text)) }
    more(texts.count - most, noun)
  }

  /// Adds cases with their metrics in columns, and for each the command that repeats it.
  mutating func metrics(_ title: String, _ groups: [ComparisonFindings.CaseMetrics]) {
    guard !groups.isEmpty else { return }
    append(section: title)
    for (index, group) in groups.prefix(Self.maximumCases).enumerated() {
      let most = index == 0 ? Self.maximumMetrics.first : Self.maximumMetrics.others
      append(PlainText.line(group.scenarioCase.description), indent: 2)
      let shown = group.metrics.prefix(most)
      let names = shown.map { PlainText.line($0.metric.name) }
      let nameWidth = names.map(\.count).max() ?? 0
      for (name, verdict) in zip(names, shown) {
        let padding = nameWidth - name.count
        append(
          name + String(repeating: " ", count: padding + 2)
            + PlainText.line(verdict.summary), indent: 4)
      }
      more(group.metrics.count - shown.count, "metric", indent: 4)
      again(results.command(repeating: group.scenarioCase))
    }
    let rest = groups.dropFirst(Self.maximumCases)
    guard !rest.isEmpty else { return }
    let metrics = LimitedList.counted(ComparisonFindings.CaseMetrics.count(Array(rest)), "metric")
    append(
      "and \(metrics) of \(LimitedList.counted(rest.count, "more case")): see \(report)", indent: 2)
  }

  /// Adds a metric a line, few of them.
  mutating func short(_ title: String, _ groups: [ComparisonFindings.CaseMetrics]) {
    guard !groups.isEmpty else { return }
    append(section: title)
    let texts = groups.flatMap { group in
      group.metrics.map { "\(group.scenarioCase): \($0.metric.name) \($0.summary)" }
    }
    for text in texts.prefix(Self.maximumShort) { append(PlainText.line(text), indent: 2) }
    more(texts.count - Self.maximumShort, "metric", indent: 2)
  }

  /// Adds cases with what happened to them, and the command that repeats each, where it can be.
  mutating func cases(_ title: String, _ cases: [CaseComparison]) {
    guard !cases.isEmpty else { return }
    append(section: title)
    for comparison in cases.prefix(Self.maximumCases) {
      append(
        PlainText.line("\(comparison.scenarioCase): \(comparison.status.summary)"), indent: 2)
      again(results.command(repeating: comparison))
    }
    more(cases.count - Self.maximumCases, "case", indent: 2)
  }

  /// Adds what only the head has.
  mutating func new(cases: [CaseComparison], metrics: [ComparisonFindings.CaseMetrics]) {
    guard !cases.isEmpty || !metrics.isEmpty else { return }
    append(section: "New in the head, not gated")
    for comparison in cases.prefix(Self.maximumShort) {
      let parts = [comparison.scenarioCase.description, comparison.status.reason]
      append(PlainText.line(parts.compactMap(\.self).joined(separator: ": ")), indent: 2)
    }
    more(cases.count - Self.maximumShort, "case", indent: 2)
    let names = metrics.flatMap(\.metrics).map(\.metric.name).reduce(into: [String]()) {
      if !$0.contains($1) { $0.append($1) }
    }
    guard !names.isEmpty else { return }
    let shown = names.prefix(Self.maximumShort).joined(separator: ", ")
    let rest = names.count > Self.maximumShort ? " and \(names.count - Self.maximumShort) more" : ""
    append(
      PlainText.line("in \(LimitedList.counted(metrics.count, "case")): \(shown)\(rest)"), indent: 2
    )
  }

  /// Adds a command that can be copied, where there is one.
  private mutating func again(_ command: String?) {
    guard let command else { return }
    lines.append("    again: \(PlainText.line("mappressure \(command)"))")
  }

  private mutating func more(_ count: Int, _ noun: String, indent: Int = 0) {
    guard count > 0 else { return }
    append("and \(LimitedList.counted(count, "more \(noun)")): see \(report)", indent: indent)
  }
}
