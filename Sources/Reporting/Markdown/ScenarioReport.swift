import Analysis
import Harness
import ScenarioModel

/// The details of a scenario of a run: its strategies, all its numbers, and what they mean.
package enum ScenarioReport {
  /// The whole file. Pure: the same results give the same text.
  ///
  /// - Parameters:
  ///   - sensitivity: an analysis of the run's answers; `nil` if there is none.
  ///   - charts: the charts whose files are beside this one; `nil` for none.
  package static func text(
    _ scenario: ScenarioResults, of results: RunResults, verdict: ScenarioVerdict?,
    sensitivity: SensitivityResults? = nil, charts: ScenarioCharts? = nil
  ) -> String {
    var document = MarkdownDocument()
    ScenarioSection(
      results: scenario, selection: results.selection,
      stability: sensitivity.map { AnswerStability($0, of: results) }, verdict: verdict
    ).write(to: &document)
    let files = charts?.files(of: scenario.scenario.name) ?? []
    if !files.isEmpty {
      document.heading(2, "Charts")
      for (name, drawing) in files {
        document.paragraph("!" + MarkdownText.link(MarkdownText.escaped(drawing.title), to: name))
      }
    }
    KindSection(results: results, profiles: scenario.scenario.profiles).write(to: &document)
    Legend(results: scenario).write(to: &document)
    return document.text
  }
}
