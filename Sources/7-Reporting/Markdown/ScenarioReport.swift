import Answers
import Documents
import Harness
import ScenarioModel

/// The details of a scenario of a run: its strategies, all its numbers, and what they mean.
package enum ScenarioReport {
  /// The whole file. Pure: the same results give the same text.
  ///
  /// - Parameters:
  ///   - sensitivity: an analysis of the run's answers; `nil` if there is none.
  ///   - charts: the charts, whose files are with the run's pictures; `nil` for none.
  package static func text(
    _ scenario: ScenarioResults, of results: RunResults, verdict: ScenarioVerdict?,
    sensitivity: SensitivityResults? = nil, charts: ScenarioCharts? = nil
  ) -> String {
    let files = charts?.files(of: scenario.scenario.name) ?? []
    return Document {
      ScenarioSection(
        results: scenario, selection: results.selection,
        stability: sensitivity.map { AnswerStability($0, of: results) }, verdict: verdict
      ).document
      if !files.isEmpty { Heading(2, "Charts") }
      for file in files {
        Paragraph(InlineText.picture(file.name, caption: file.drawing.title, in: "../"))
      }
      results.kinds(profiles: scenario.scenario.profiles)
      scenario.legend
    }.text
  }
}

extension InlineText {
  /// A picture of the run.
  ///
  /// - Parameter folder: the way to the run's folder from that of the document.
  static func picture(_ file: String, caption: String, in folder: String = "") -> String {
    "!" + link(caption.escaped, to: file, in: folder + RunFolder.pictureFolder + "/")
  }
}
