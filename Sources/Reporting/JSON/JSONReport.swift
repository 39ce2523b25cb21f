import Harness
import Verdicts

/// A run's results as JSON.
public enum JSONReport {
  /// The ``ResultsDocument`` of a run, with sorted keys.
  public static func text(
    _ results: RunResults, verdict: RunVerdict
  ) throws(ReportingError) -> String {
    try SortedJSON.text(
      of: ResultsDocument(results, verdict: verdict), named: RunFolder.resultsFile)
  }
}
