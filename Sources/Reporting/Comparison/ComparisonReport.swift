import Verdicts

/// The files that a comparison leaves in its folder.
public enum ComparisonReport {
  public static let markdownFile = "gate.md"
  public static let documentFile = "gate.json"
  public static let junitFile = "junit.xml"
  /// What the build of a base said that could not be built.
  public static let buildLogFile = "base-build.log"

  /// Writes the report for people, for other programs and for continuous integration services into
  /// an existing folder.
  ///
  /// Each file appears whole or not at all. `gate.json` comes last: where it is, the others are.
  public static func write(
    _ results: ComparisonResults, verdict: ComparisonVerdict, failsOnInconclusive: Bool = false,
    to folder: String
  ) throws(ReportingError) {
    let document = ComparisonDocument(
      results, verdict: verdict, failsOnInconclusive: failsOnInconclusive)
    // Everything is made before anything is written, so that a fault leaves no half of a report.
    let files = [
      (markdownFile, ComparisonMarkdown.text(results, verdict: verdict)),
      (
        junitFile,
        JUnitReport.text(results, verdict: verdict, failsOnInconclusive: failsOnInconclusive)
      ),
      (documentFile, try document.text()),
    ]
    for (name, text) in files {
      try ReportFile.write(text, to: folder + "/" + name)
    }
  }
}
