import Harness
import ScenarioModel
import Verdicts

/// A run's results and their verdict as JSON.
public enum JSONReport {
  /// The text of `results.json`: ``ScenarioModel/RunResults`` with one more key, `verdict`.
  public static func text(
    _ results: RunResults, verdict: RunVerdict
  ) throws(ReportingError) -> String {
    try SortedJSON.text(
      of: ResultsFile(results: results, verdict: verdict), named: RunFolder.resultsFile)
  }

  private struct ResultsFile: Encodable {
    let results: RunResults
    let verdict: RunVerdict

    private enum CodingKeys: String, CodingKey {
      case verdict
    }

    func encode(to encoder: any Encoder) throws {
      try results.encode(to: encoder)
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(verdict, forKey: .verdict)
    }
  }
}
