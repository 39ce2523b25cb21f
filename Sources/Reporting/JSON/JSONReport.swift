import Foundation
import Harness
import Verdicts

/// A run's results as JSON.
public enum JSONReport {
  /// The ``ResultsDocument`` of a run, with sorted keys.
  public static func text(
    _ results: RunResults, verdict: RunVerdict
  ) throws(ReportingError) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    do {
      let data = try encoder.encode(ResultsDocument(results, verdict: verdict))
      return String(decoding: data, as: UTF8.self) + "\n"
    } catch {
      throw .cannotEncode(file: RunFolder.resultsFile, reason: "\(error)")
    }
  }
}
