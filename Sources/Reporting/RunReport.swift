import Foundation
import Harness
import ScenarioModel
import Verdicts

/// The files that a run leaves in its folder.
public enum RunReport {
  /// Writes the report and the results into an existing folder.
  ///
  /// Each file appears whole or not at all. `results.json` comes last: a folder that holds it holds
  /// a finished run.
  public static func write(
    _ results: RunResults, verdict: RunVerdict, to folder: String
  ) throws(ReportingError) {
    // Everything is made before anything is written, so that a fault leaves no half of a report.
    let files = [
      (RunFolder.reportFile, MarkdownReport.text(results, verdict: verdict)),
      (CSVReport.resultsFile, CSVReport.results(results)),
      (CSVReport.samplesFile, CSVReport.samples(results)),
      (RunFolder.resultsFile, try JSONReport.text(results, verdict: verdict)),
    ]
    for (name, text) in files {
      try ReportFile.write(text, to: folder + "/" + name)
    }
  }
}
