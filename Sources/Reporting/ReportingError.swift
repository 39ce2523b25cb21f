/// Why a report could not be written.
public enum ReportingError: Error, Hashable, Sendable {
  case cannotWrite(path: String, reason: String)
  case cannotEncode(file: String, reason: String)
}

extension ReportingError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .cannotWrite(let path, let reason):
      "cannot write \(path): \(reason); make room or choose another folder with --out, then "
        + "continue with --resume: what was measured is in the journal"
    case .cannotEncode(let file, let reason):
      "the results cannot be written as \(file): \(reason); this is a defect of the tool"
    }
  }
}
