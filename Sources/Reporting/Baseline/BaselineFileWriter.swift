import Foundation
import Support
import Verdicts

/// Writes baseline files.
public enum BaselineFileWriter {
  /// Refuses what no file can be put in place of: a folder, a device. Touches nothing.
  public static func check(_ path: String) throws(BaselineError) {
    var information = stat()
    guard stat(path, &information) == 0, information.st_mode & S_IFMT != S_IFREG else { return }
    throw .cannotWrite(path: path, reason: "something that is not a file has the name")
  }

  /// Writes a baseline; the file appears whole, or stays as it was.
  public static func write(
    _ document: Baseline, to path: String
  ) throws(BaselineError) {
    let text: String
    do {
      text = try document.text()
    } catch {
      throw .cannotWrite(path: path, reason: "\(error)")
    }
    do {
      try AtomicFile.write(text, to: path)
    } catch {
      throw .cannotWrite(path: path, reason: error.reason)
    }
  }
}
