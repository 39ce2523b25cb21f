import Foundation

/// The files of a run's folder.
public enum RunFolder {
  public static let resultsFile = "results.json"
  public static let reportFile = "report.md"
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
    for name in Journal.pictures(in: folder) + reports where exists(name, in: folder) {
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
