/// Why a scenario's world cannot be made, although its file is well-formed.
public enum WorkloadError: Error, Hashable, Sendable {
  case tooFewPins(file: String, found: Int, wanted: Int)
  case tooFewPlaces(file: String, found: Int, wanted: Int)
  case noAddresses
  case nothingToWant
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
    case .tooFewPlaces(let file, let found, let wanted):
      "\(file): expected at least \(wanted) places for this size, found \(found); "
        + "lower 'sizes' or give a larger file"
    case .noAddresses:
      "expected at least one address among the places, found none; a list of addresses needs them"
    case .nothingToWant:
      "expected at least one place of the kinds that people look for, found none"
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
