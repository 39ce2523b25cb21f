import ScenarioModel
import Support
import Verdicts

/// What a comparison ends with in a terminal: the verdict, what got worse with the command that
/// shows it again, and everything else in few lines.
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
      results: results, width: max(width, SummaryTable.leastWidth), report: report)
    let headline = PlainText.line(verdict.headline(results))
    text.append(headline)
    text.append(verdict.tally.text)
    text.append(PlainText.line(results.sides))
    if let times = TimedSummary(results) { text.append(times.text) }
    if let ratios = RatioSummary(results) { text.append(ratios.text) }
    text.list(results.warnings.map { "warning: \($0)" }, most: 5, "warning")
    text.metrics("Worse", findings.regressions)
    text.cases("Broken", findings.faultyCases)
    text.cases("Not comparable", findings.unmatchedCases)
    text.short("Missing in the head", findings.missing)
    text.short("Could not be decided", findings.inconclusive)
    text.cases("Could not be decided, because of the base", findings.unjudgedCases)
    text.short("Better", findings.improvements)
    text.new(cases: findings.newCases, metrics: findings.newMetrics)
    // Whoever reads the end of a long output finds the verdict there too.
    if text.lines.count > 24 { text.append(section: headline) }
    return text.lines.joined(separator: "\n")
  }
}
