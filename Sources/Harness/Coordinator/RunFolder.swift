import Foundation

/// The files of a run's folder.
public enum RunFolder {
  public static let resultsFile = "results.json"
  public static let reportFile = "report.md"

  /// Whether a run in the folder came to its end: its results are written last.
  static func isFinished(_ folder: String) -> Bool {
    FileManager.default.fileExists(atPath: folder + "/" + resultsFile)
  }

  /// Removes the files of an earlier run, and nothing else.
  static func clear(_ folder: String) throws {
    let manager = FileManager.default
    let names = (try? manager.contentsOfDirectory(atPath: folder)) ?? []
    let own = [Journal.fileName, resultsFile, reportFile, "results.csv", "samples.csv"]
    for name in names where own.contains(name) || name.hasSuffix(".png") {
      do {
        try manager.removeItem(atPath: folder + "/" + name)
      } catch {
        throw HarnessError.cannotWrite(
          path: folder + "/" + name, reason: error.localizedDescription)
      }
    }
  }
}
