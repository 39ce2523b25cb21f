import Answers
import Foundation
import Harness
import ScenarioModel
import Support

/// The files that a run leaves in its folder.
package enum RunReport {
  /// Writes the report and the results into an existing folder.
  ///
  /// Each file appears whole or not at all. `results.json` comes last: a folder that holds it holds
  /// a finished run.
  ///
  /// - Parameters:
  ///   - ledger: the statements that the run's claims may belong to.
  ///   - sensitivity: an analysis of the run's answers; `nil` if there is none.
  package static func write(
    _ results: RunResults, verdict: RunVerdict, ledger: Ledger = .empty,
    sensitivity: SensitivityResults? = nil, to folder: String
  ) throws(ReportingError) {
    let charts = ScenarioCharts.all(of: results, verdict: verdict, sensitivity: sensitivity) {
      recording(of: $0, in: folder)
    }
    // Everything is made before anything is written, so that a fault leaves no half of a report.
    let files =
      try readableFiles(
        results, verdict: verdict, ledger: ledger, sensitivity: sensitivity, scope: .run,
        charts: charts, in: folder)
      + [
        (RunFolder.samplesFile, CSVReport.samples(results)),
        (RunFolder.resultsFile, try JSONReport.text(results, verdict: verdict)),
      ]
    let details = results.scenarios.flatMap { scenario in
      let name = scenario.scenario.name
      let text = ScenarioReport.text(
        scenario, of: results, verdict: verdict[name], sensitivity: sensitivity,
        charts: charts[name])
      let files = charts[name]?.files(of: name) ?? []
      return [(RunFolder.scenarioFolder + "/" + RunFolder.scenarioFile(name), text)]
        + files.map { (RunFolder.pictureFolder + "/" + $0.name, $0.drawing.file) }
    }
    // What cannot be moved can be read where it is.
    try? RunFolder.settle(results.cases.flatMap(\.files), in: folder)
    try ReportFile.write(details + files, to: folder)
  }
}

extension RunReport {
  /// The files that people read, and the numbers as a table.
  static func readableFiles(
    _ results: RunResults, verdict: RunVerdict, ledger: Ledger, sensitivity: SensitivityResults?,
    scope: ReportScope, charts: [String: ScenarioCharts]? = nil, in folder: String
  ) throws(ReportingError) -> [(String, String)] {
    let claims = ClaimsReport(
      results, verdict: verdict, ledger: ledger, sensitivity: sensitivity,
      isComplete: scope == .published)
    let report = MarkdownReport.text(
      results, verdict: verdict, sensitivity: sensitivity, scope: scope, ledger: claims.tested)
    let page = PageReport(
      results, verdict: verdict, sensitivity: sensitivity, scope: scope, charts: charts
    ) { recording(of: $0, in: folder) }
    return [
      (RunFolder.reportFile, report), (RunFolder.claimsFile, claims.text),
      (RunFolder.pageFile, try page.text()), (RunFolder.tableFile, CSVReport.results(results)),
    ]
  }

  /// The file of a case's recording; `nil` if there is none, as in a run that was copied without it.
  static func recording(of result: CaseResult, in folder: String) -> [UInt8]? {
    result.recording.flatMap { RunFolder.path(ofRecorded: $0, in: folder) }
      .flatMap { try? RegularFile.read($0) }.map { Array($0) }
  }
}

/// A run's results and their verdict as JSON.
package enum JSONReport {
  /// The text of `results.json`: ``ScenarioModel/RunResults`` with one more key, `verdict`.
  package static func text(
    _ results: RunResults, verdict: RunVerdict
  ) throws(ReportingError) -> String {
    try SortedJSON.text(
      of: JSONFields(results, fields: ["verdict": verdict]), named: RunFolder.resultsFile)
  }
}
