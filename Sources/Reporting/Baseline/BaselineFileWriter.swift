import Support
import Verdicts

/// Writes baseline files.
public enum BaselineFileWriter {
  /// Writes a baseline; the file appears whole, or stays as it was.
  public static func write(
    _ document: BaselineDocument, to path: String
  ) throws(BaselineError) {
    do {
      try AtomicFile.write(document.text, to: path)
    } catch {
      throw .cannotWrite(path: path, reason: error.reason)
    }
  }
}
