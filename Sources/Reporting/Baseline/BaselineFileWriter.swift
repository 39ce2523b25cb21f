import Verdicts

/// Writes baseline files.
public enum BaselineFileWriter {
  /// Writes a baseline; the file appears whole, or stays as it was.
  public static func write(
    _ document: BaselineDocument, to path: String
  ) throws(BaselineError) {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    let folder = parts.count > 1 ? parts.dropLast().joined(separator: "/") : "."
    do {
      try AtomicFile.write(
        document.text, named: String(parts.last ?? ""), in: folder.isEmpty ? "/" : folder)
    } catch {
      guard case .cannotWrite(_, let reason) = error else {
        throw .cannotWrite(path: path, reason: "\(error)")
      }
      throw .cannotWrite(path: path, reason: reason)
    }
  }
}
