import Support

/// Why a report could not be written.
public enum ReportingError: Error, Hashable, Sendable {
  case cannotWrite(path: String, reason: String)
  case cannotEncode(file: String, reason: String)
}

extension ReportingError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .cannotWrite(let path, let reason):
      "cannot write \(path): \(reason); make room or choose another folder with --out; what "
        + "'run' had measured is in its journal, and --resume continues it"
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
