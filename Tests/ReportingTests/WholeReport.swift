import Answers
import Reporting
import ScenarioModel
import TestSupport

extension MarkdownReport {
  /// The report and the details of all its scenarios in one text.
  static func whole(
    _ results: RunResults, verdict: RunVerdict, sensitivity: SensitivityResults? = nil
  ) -> String {
    let details = results.scenarios.map { scenario in
      ScenarioReport.text(
        scenario, of: results, verdict: verdict[scenario.scenario.name], sensitivity: sensitivity)
    }
    return ([text(results, verdict: verdict, sensitivity: sensitivity)] + details)
      .joined(separator: "\n")
  }
}

extension RunResults {
  /// The report and the details of all scenarios.
  var report: String { MarkdownReport.whole(self, verdict: RunVerdict(self)) }

  /// The report without the details.
  var overview: String { MarkdownReport.text(self, verdict: RunVerdict(self)) }

  /// The content of `results.json`, as another program reads it.
  var document: JSONValue {
    get throws { try JSONValue(JSONReport.text(self, verdict: RunVerdict(self))) }
  }

  /// The end of the run in a terminal.
  func summary(width: Int = SummaryTable.standardWidth) -> String {
    SummaryTable.text(self, verdict: RunVerdict(self), width: width)
  }

  /// The end of the run in a terminal, with the empty lines.
  func summaryLines(width: Int = SummaryTable.standardWidth) -> [String] {
    summary(width: width).split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }
}

extension JSONValue {
  /// The thresholds of all scenarios in the verdict of a run.
  var judgedThresholds: [JSONValue] { self.verdict.scenarios.list.flatMap { $0.thresholds.list } }
}
