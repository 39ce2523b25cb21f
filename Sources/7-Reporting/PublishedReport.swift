import Answers
import Foundation
import Harness
import ScenarioModel
import Support

/// The part of a run's report that is worth keeping next to code: the documents, the numbers as
/// tables, and few pictures.
///
/// The journal, the results as JSON, the details of scenarios and most pictures are left out. The
/// command in the report makes them again.
package enum PublishedReport {
  /// Writes the files into a folder, which is made.
  ///
  /// - Parameters:
  ///   - run: the folder of the run, which has its pictures and recordings.
  ///   - folder: the path of a folder that is empty, or not there yet.
  /// - Throws: ``ReportingError`` if the folder holds something, or if a file cannot be written.
  package static func write(
    _ results: RunResults, verdict: RunVerdict, ledger: Ledger, sensitivity: SensitivityResults?,
    from run: String, to folder: String
  ) throws(ReportingError) {
    var files = try RunReport.readableFiles(
      results, verdict: verdict, ledger: ledger, sensitivity: sensitivity, scope: .published,
      in: run)
    if let sensitivity {
      files.append((RunFolder.answersFile, SensitivityCSV.answers(sensitivity)))
      if sensitivity.seeds > 0 {
        files.append((RunFolder.seedsFile, SensitivityCSV.seeds(sensitivity)))
      }
    }
    let pictures = try pictures(of: results, verdict: verdict, in: run)
    try makeEmptyFolder(folder)
    try ReportFile.write(files, to: folder)
    for (place, bytes) in pictures { try ReportFile.write(bytes, as: place, in: folder) }
  }

  /// The pictures of the naive strategy and of the one to take, at the largest size of the first
  /// scenario that has pictures.
  private static func pictures(
    of results: RunResults, verdict: RunVerdict, in run: String
  ) throws(ReportingError) -> [(String, [UInt8])] {
    let scenario = results.scenarios.first { $0.cases.contains { !$0.pictures.isEmpty } }
    guard
      let scenario,
      let configuration = scenario.shownConfiguration
    else { return [] }
    let take = verdict[scenario.scenario.name]?.recommendations
      .first { $0.size == configuration.size }?.strategy
    var pictures: [(String, [UInt8])] = []
    for strategy in [scenario.scenario.naive, take].compactMap(\.self).uniqued() {
      for picture in scenario.result(of: strategy, in: configuration)?.pictures ?? [] {
        guard let path = RunFolder.path(ofRecorded: picture.file, in: run) else { continue }
        do {
          let bytes = Array(try RegularFile.read(path))
          pictures.append((RunFolder.place(ofRecorded: picture.file), bytes))
        } catch {
          throw .cannotRead(path: path, reason: error.description)
        }
      }
    }
    return pictures
  }

  private static func makeEmptyFolder(_ folder: String) throws(ReportingError) {
    try ReportFile.makeFolder(folder)
    let names: [String]
    do {
      names = try FileManager.default.contentsOfDirectory(atPath: folder)
    } catch {
      throw .cannotWrite(path: folder, reason: FileFault.reason(error))
    }
    guard names.isEmpty else { throw .notEmpty(path: folder) }
  }
}
