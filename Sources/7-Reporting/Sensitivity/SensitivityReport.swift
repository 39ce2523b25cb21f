import Answers
import Documents
import Foundation
import Harness
import Support

/// The files of an analysis of sensitivity.
package enum SensitivityReport {
  /// Writes the report, its pictures and the results into a folder, which is created if necessary.
  ///
  /// Each file appears whole or not at all. `sensitivity.json` comes last: where it is, the others
  /// are.
  package static func write(
    _ results: SensitivityResults, to folder: String
  ) throws(ReportingError) {
    let pictures = results.scenarios.flatMap { TornadoChart.charts(of: $0) }
    // Draws alone are reported next to the answers.
    let report =
      results.alone == .nothing
      ? []
      : [
        (RunFolder.sensitivityReportFile, SensitivityMarkdown.text(results)),
        (RunFolder.seedsFile, SensitivityCSV.seeds(results)),
      ]
    let files =
      pictures.map { (RunFolder.pictureFolder + "/" + $0.file, $0.chart.drawing.file) } + report + [
        (RunFolder.answersFile, SensitivityCSV.answers(results)),
        (
          RunFolder.sensitivityFile,
          try SortedJSON.text(of: results, named: RunFolder.sensitivityFile)
        ),
      ]
    try ReportFile.makeFolder(folder)
    try ReportFile.write(files, to: folder)
  }

  /// The summary for a terminal: the answers that change, scenario by scenario, and the parameters
  /// that change most of them.
  package static func summary(_ results: SensitivityResults) -> String {
    results.scenarios.map { scenario in
      let shaky = scenario.answers.filter { !$0.holdsEverywhere(results) }
      let worst = scenario.parameters.filter { $0.flips > 0 }.prefix(3).map {
        "\($0.parameter.name.rawValue) (\($0.flips))"
      }
      let head =
        "\(PlainText.line(scenario.scenario)): \(scenario.answers.count - shaky.count) of "
        + "\(LimitedList.counted(scenario.answers.count, "answer")) "
        + (scenario.answers.count == 1 ? "holds everywhere" : "hold everywhere")
      return head
        + (worst.isEmpty ? "" : "; changed by \(worst.joined(separator: ", "))") + "\n"
    }.joined()
  }
}
