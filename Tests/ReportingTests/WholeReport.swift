import Analysis
import Reporting
import ScenarioModel

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
