import Foundation

/// The files of a run's folder.
public enum RunFolder {
  public static let resultsFile = "results.json"
  public static let reportFile = "report.md"
  private static let reports = [resultsFile, reportFile, "results.csv", "samples.csv"]

  /// Makes the folder ready for a new run: removes the files of a finished one, and nothing else.
  ///
  /// A run is finished when its results are there, which are written last. An unfinished one with
  /// a trial on record is refused; so is a folder where a file of a report's name lies beside a
  /// journal that records nothing: it is somebody else's.
  static func prepare(_ folder: String) throws {
    guard Journal.hasRecords(in: folder) || Journal.hasHeader(in: folder) else {
      if let foreign = reports.first(where: { exists($0, in: folder) }) {
        throw HarnessError.foreignFile(folder: folder, name: foreign)
      }
      return
    }
    if Journal.hasRecords(in: folder), !exists(resultsFile, in: folder) {
      throw HarnessError.runExists(folder: folder)
    }
    for name in Journal.pictures(in: folder) + reports where exists(name, in: folder) {
      do {
        try FileManager.default.removeItem(atPath: folder + "/" + name)
      } catch {
        throw HarnessError.cannotWrite(
          path: folder + "/" + name, reason: error.localizedDescription)
      }
    }
  }

  private static func exists(_ name: String, in folder: String) -> Bool {
    FileManager.default.fileExists(atPath: folder + "/" + name)
  }
}
