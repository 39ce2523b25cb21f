import Foundation
import Gate
import Support

/// The files that a comparison leaves in its folder.
package enum ComparisonReport {
  /// The file of the report in Markdown.
  package static let markdownFile = "gate.md"
  /// The file of the report as a page.
  package static let pageFile = "gate.html"
  /// The file of the comparison in JSON.
  package static let documentFile = "gate.json"
  /// The file of the JUnit report.
  static let junitFile = "junit.xml"
  /// The output of the build of a base that could not be built.
  static let buildLogFile = "base-build.log"

  /// Writes the report for people, for other programs and for continuous integration services into
  /// an existing folder.
  ///
  /// Each file appears whole or not at all. `gate.json` comes last: where it is, the others are.
  package static func write(
    _ results: ComparisonResults, verdict: ComparisonVerdict, failsOnInconclusive: Bool = false,
    to folder: String
  ) throws(ReportingError) {
    // Everything is made before anything is written, so that a fault leaves no half of a report.
    let files = [
      (markdownFile, ComparisonMarkdown.text(results, verdict: verdict)),
      (pageFile, ComparisonPage(results, verdict: verdict).text),
      (
        junitFile,
        JUnitReport.text(results, verdict: verdict, failsOnInconclusive: failsOnInconclusive)
      ),
      (documentFile, try json(results, verdict: verdict, failsOnInconclusive: failsOnInconclusive)),
    ]
    try ReportFile.write(files, to: folder)
  }

  /// The text of `gate.json`: ``Gate/ComparisonResults`` with one more key, `verdict`.
  ///
  /// - Parameter failsOnInconclusive: whether the command fails where a metric could not be
  ///   decided, which its exit code then says.
  package static func json(
    _ results: ComparisonResults, verdict: ComparisonVerdict, failsOnInconclusive: Bool = false
  ) throws(ReportingError) -> String {
    let passes = verdict.exitCode == .inconclusive && !failsOnInconclusive
    let judged = JSONFields(fields: [
      "status": verdict.exitCode.comparisonIdentifier,
      "exitCode": (passes ? .pass : verdict.exitCode).rawValue,
      "summary": verdict.headline(results), "tally": verdict.tally,
      "changes": results.changeSummary ?? "", "changeGroups": results.changeGroups,
    ])
    return try SortedJSON.text(
      of: JSONFields(results, fields: ["verdict": judged]), named: documentFile)
  }
}

/// The folder of a comparison's files, which may hold other files, and those of an earlier one.
package enum ComparisonFolder {
  /// Refuses a folder in which a file of another origin has the name of a comparison's file.
  /// Touches nothing.
  ///
  /// To be called before anything is measured; ``make(_:)`` checks again.
  ///
  /// - Parameter marks: the files' names, and a text near the beginning of each.
  package static func check(
    _ folder: String, marks: [(name: String, mark: String)] = marks
  ) throws(ReportingError) {
    var information = stat()
    guard stat(folder, &information) == 0 else {
      // One that does not exist can be made, or `make` says why not.
      guard errno == ENOTDIR else { return }
      throw .notAFolder(path: folder)
    }
    guard information.st_mode & S_IFMT == S_IFDIR else { throw .notAFolder(path: folder) }
    for (name, mark) in marks {
      let path = folder + "/" + name
      guard stat(path, &information) == 0, !isOurs(path, information, mark: mark) else { continue }
      throw .foreignFile(path: path)
    }
  }

  /// Makes the folder where there is none.
  package static func make(
    _ folder: String, marks: [(name: String, mark: String)] = marks
  ) throws(ReportingError) {
    try check(folder, marks: marks)
    try ReportFile.makeFolder(folder)
  }

  /// A text near the beginning of each file that a comparison writes; see ``ComparisonMarkdown``,
  /// ``JUnitReport`` and ``ComparisonReport/json(_:verdict:failsOnInconclusive:)``.
  package static let marks: [(name: String, mark: String)] = [
    (ComparisonReport.markdownFile, "MapPressure compared base "),
    (ComparisonReport.pageFile, "<title>MapPressure: "),
    (ComparisonReport.junitFile, "<testsuites name=\"mappressure\" "),
    (ComparisonReport.documentFile, "\"cases\" : ["),
    (ComparisonReport.buildLogFile, BuildLogCopy.heading),
  ]

  private static func isOurs(_ path: String, _ information: stat, mark: String) -> Bool {
    guard information.st_mode & S_IFMT == S_IFREG else { return false }
    // Nothing is lost with an empty file.
    guard information.st_size > 0 else { return true }
    guard let handle = FileHandle(forReadingAtPath: path),
      let beginning = try? handle.read(upToCount: maximumBeginning)
    else { return false }
    return String(decoding: beginning, as: UTF8.self).contains(mark)
  }

  private static let maximumBeginning = 16_384
}

/// The copy of the output of a base's build, in the folder of the report.
package enum BuildLogCopy {
  /// The first line, by which an earlier copy is known.
  static let heading = "Output of the build of the gate's base:"

  /// Writes the copy into a folder, which is made where there is none.
  package static func write(of log: String, to folder: String) throws(ReportingError) {
    try ComparisonFolder.make(folder)
    let output: String
    do {
      output = String(decoding: try Data(contentsOf: URL(fileURLWithPath: log)), as: UTF8.self)
    } catch {
      throw .cannotRead(path: log, reason: FileFault.reason(error))
    }
    try ReportFile.write(
      [(ComparisonReport.buildLogFile, heading + "\n\n" + output)], to: folder)
  }
}
