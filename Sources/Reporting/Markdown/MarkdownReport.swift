import Harness
import Measurement
import ScenarioModel
import Verdicts

/// A run's report for people, as GitHub shows Markdown.
public enum MarkdownReport {
  /// The whole report. Pure: the same results give the same text.
  public static func text(_ results: RunResults, verdict: RunVerdict) -> String {
    var document = MarkdownDocument()
    SummarySection(results: results, verdict: verdict).write(to: &document)
    ProvenanceSection(results: results).write(to: &document)
    for scenario in results.scenarios {
      ScenarioSection(
        results: scenario, selection: results.selection,
        verdict: verdict.scenarios.first { $0.scenario == scenario.scenario.name }
      ).write(to: &document)
    }
    ReadingSection(results: results).write(to: &document)
    return document.text
  }
}
