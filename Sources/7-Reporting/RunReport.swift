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

/// Documents as JSON with sorted keys, so that the same document is the same text.
package enum SortedJSON {
  /// The indented text with a line break at its end.
  ///
  /// It may be printed as it is: nothing in it is obeyed by a terminal or by a service that keeps
  /// the log.
  ///
  /// - Parameter name: what errors call the document.
  package static func text(
    of document: some Encodable, named name: String
  ) throws(ReportingError) -> String {
    try line(of: document, named: name, formatting: .prettyPrinted) + "\n"
  }

  /// The text in one line, for a page that nobody reads the source of.
  static func line(
    of document: some Encodable, named name: String,
    formatting: JSONEncoder.OutputFormatting = []
  ) throws(ReportingError) -> String {
    let encoder = JSONEncoder.results
    encoder.outputFormatting = formatting.union([.sortedKeys, .withoutEscapingSlashes])
    do {
      return plain(String(decoding: try encoder.encode(document), as: UTF8.self))
    } catch {
      throw .cannotEncode(file: name, reason: "\(error)")
    }
  }

  /// The same document with escapes for control characters, of which JSON asks it for the first 32
  /// only, for characters that are not seen, and in `##`, which begins commands to services.
  ///
  /// All of them occur in strings only.
  private static func plain(_ json: String) -> String {
    var result = ""
    result.reserveCapacity(json.utf8.count)
    var last: Unicode.Scalar = "\n"
    for scalar in json.unicodeScalars {
      if isPlain(scalar), !(scalar == "#" && last == "#") {
        result.unicodeScalars.append(scalar)
      } else {
        result += UTF16.encode(scalar)?.map { String(format: "\\u%04x", $0) }.joined() ?? ""
      }
      last = scalar
    }
    return result
  }

  private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.isASCII { return scalar.value != 0x7F }
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse: return false
    default: return !scalar.properties.isDefaultIgnorableCodePoint
    }
  }
}

/// A reason why a report could not be written.
package enum ReportingError: Error, Hashable, Sendable {
  /// A file of the report could not be written.
  case cannotWrite(path: String, reason: String)
  /// A file that the report needs could not be read.
  case cannotRead(path: String, reason: String)
  /// A result could not be encoded.
  case cannotEncode(file: String, reason: String)
  /// The path of the output exists and is not a folder.
  case notAFolder(path: String)
  /// The folder for a report to publish holds something.
  case notEmpty(path: String)
  /// A file of the report exists and was not written by a comparison.
  case foreignFile(path: String)
}

extension ReportingError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .cannotWrite(let path, let reason):
      "cannot write \(path): \(reason); free disk space or choose another folder with --out; the "
        + "measurements of 'run' are in its journal, and --resume continues it"
    case .cannotRead(let path, let reason):
      "cannot read \(path): \(reason)"
    case .notAFolder(let path):
      "expected a folder, or none yet, at \(path), found something else; choose another one with "
        + "--out"
    case .notEmpty(let path):
      "expected an empty folder, or none yet, at \(path), found files in it; remove them, or choose "
        + "another folder"
    case .foreignFile(let path):
      "\(path) was not written by a comparison, and would be replaced; choose another folder with "
        + "--out, or remove it"
    case .cannotEncode(let file, let reason):
      "the results cannot be written as \(file): \(reason); this is a defect of the tool"
    }
  }
}

/// The files of a report: each appears whole or not at all.
package enum ReportFile {
  /// Creates a folder, with those around it, if there is none.
  static func makeFolder(_ path: String) throws(ReportingError) {
    do {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    } catch {
      throw .cannotWrite(path: path, reason: FileFault.reason(error))
    }
  }

  /// Writes files by their names into a folder, in their order.
  package static func write(_ files: [(String, String)], to folder: String) throws(ReportingError) {
    for (name, text) in files { try write(Array(text.utf8), as: name, in: folder) }
  }

  /// Writes a file into a folder that is there, or into a folder in it, which is made.
  static func write(_ bytes: [UInt8], as name: String, in folder: String) throws(ReportingError) {
    if let slash = name.unicodeScalars.lastIndex(of: "/") {
      let inner = "\(folder)/\(name[..<slash])"
      guard mkdir(inner, 0o777) == 0 || errno == EEXIST else {
        throw .cannotWrite(path: inner, reason: String(cString: strerror(errno)))
      }
    }
    let path = folder + "/" + name
    do {
      try AtomicFile.write(bytes, to: path)
    } catch {
      throw .cannotWrite(path: path, reason: error.reason)
    }
  }
}
