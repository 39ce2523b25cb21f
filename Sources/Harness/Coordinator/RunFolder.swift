import Foundation
import ScenarioModel

/// The files of a run's folder.
public enum RunFolder {
  public static let resultsFile = "results.json"
  public static let reportFile = "report.md"
  /// The names of the files that a run writes, besides its pictures.
  static let ownFiles = [Journal.fileName] + reports
  private static let reports = [resultsFile, reportFile, "results.csv", "samples.csv"]

  /// Refuses a folder that is not a run's to write: one without a run's journal that holds anything
  /// but hidden files. Touches nothing.
  static func check(_ folder: String) throws {
    guard !Journal.isBegun(in: folder) else { return }
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    let foreign = names.sorted().first { name in
      !name.hasPrefix(".") && !(name == Journal.fileName && Journal.isEmpty(in: folder))
    }
    if let foreign { throw HarnessError.foreignFile(folder: folder, name: foreign) }
  }

  /// Makes the folder ready for a new run: removes the files of a finished one, and nothing else.
  ///
  /// A run is finished when its results are there, which are written last. An unfinished one with
  /// a trial on record is refused.
  static func prepare(_ folder: String) throws {
    if Journal.hasRecords(in: folder), !exists(resultsFile, in: folder) {
      throw HarnessError.runExists(folder: folder)
    }
    try remove(Journal.pictures(in: folder) + reports, from: folder)
  }

  /// Makes a finished run an unfinished one, whose journal is about to grow; its journal and pictures
  /// stay.
  static func reopen(_ folder: String) throws {
    try remove(reports, from: folder)
  }

  /// Whether a folder holds the pictures of a record.
  static func holdsPictures(of record: TrialRecord, in folder: String) -> Bool {
    record.pictures.allSatisfy { $0.hasPlainName && exists($0.file, in: folder) }
  }

  private static func remove(_ names: [String], from folder: String) throws {
    for name in names where exists(name, in: folder) {
      // Removes a file and never a folder, which is not a run's.
      guard unlink(folder + "/" + name) == 0 else {
        throw HarnessError.cannotWrite(
          path: folder + "/" + name, reason: String(cString: strerror(errno)))
      }
    }
  }

  private static func exists(_ name: String, in folder: String) -> Bool {
    FileManager.default.fileExists(atPath: folder + "/" + name)
  }
}
