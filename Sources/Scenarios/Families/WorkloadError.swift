/// Why a scenario's world cannot be made, although its file is well-formed.
public enum WorkloadError: Error, Hashable, Sendable {
  case tooFewPins(file: String, found: Int, wanted: Int)
  case unknownStrategy(String)
  case emptyTrace
  case traceTooLong(seconds: Double, longest: Double)
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
    case .traceTooLong(let seconds, let longest):
      "expected a camera trace of at most \(Int(longest)) seconds, found \(seconds.rounded()); "
        + "are its times in seconds?"
    }
  }
}
