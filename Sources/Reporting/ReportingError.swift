import Support

/// Why a report could not be written.
public enum ReportingError: Error, Hashable, Sendable {
  case cannotWrite(path: String, reason: String)
  case cannotRead(path: String, reason: String)
  case cannotEncode(file: String, reason: String)
  case notAFolder(path: String)
  case foreignFile(path: String)
}

extension ReportingError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .cannotWrite(let path, let reason):
      "cannot write \(path): \(reason); make room or choose another folder with --out; what "
        + "'run' had measured is in its journal, and --resume continues it"
    case .cannotRead(let path, let reason):
      "cannot read \(path): \(reason)"
    case .notAFolder(let path):
      "expected a folder, or none yet, at \(path), found something else; choose another one with "
        + "--out"
    case .foreignFile(let path):
      "\(path) was not written by a comparison, and would be replaced; choose another folder with "
        + "--out, or remove it"
    case .cannotEncode(let file, let reason):
      "the results cannot be written as \(file): \(reason); this is a defect of the tool"
    }
  }
}

/// The files of a report: each appears whole or not at all.
enum ReportFile {
  static func write(_ text: String, to path: String) throws(ReportingError) {
    do {
      try AtomicFile.write(text, to: path)
    } catch {
      throw .cannotWrite(path: path, reason: error.reason)
    }
  }
}
