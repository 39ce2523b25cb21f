/// Why a scenario's world cannot be made, although its file is well-formed.
public enum WorkloadError: Error, Hashable, Sendable {
  case tooFewPins(file: String, found: Int, wanted: Int)
  case unknownStrategy(String)
  case emptyTrace
}

extension WorkloadError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .tooFewPins(let file, let found, let wanted):
      "\(file): expected at least \(wanted) pins for this size, found \(found); "
        + "lower 'sizes' or give a larger file"
    case .unknownStrategy(let name):
      "the family has no strategy '\(name)'"
    case .emptyTrace:
      "the camera trace has no frames"
    }
  }
}
