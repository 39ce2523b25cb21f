/// Why a scenario's world cannot be made, although its file is well-formed.
public enum WorkloadError: Error, Hashable, Sendable {
  case tooFewPins(file: String, found: Int, wanted: Int)
  case tooFewPlaces(file: String, found: Int, wanted: Int)
  case noAddresses
  case nothingToWant
  case unknownStrategy(String)
  case emptyTrace
  /// More pins are to move than there are.
  case tooManyMovingPins(size: Int, moving: Int)
  /// The data is loaded again too often for its size: every pin that came has a number for good.
  case tooManyReloadedPins(size: Int, refreshes: Int, greatest: Int)
  case traceTooLong(seconds: Double, longest: Double)
  /// A recorded camera ends before the use of the screen does; both in seconds.
  case traceTooShort(file: String, found: Int, wanted: Int)
  case unknownVariant(String, known: [String])
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
    case .tooManyMovingPins(let size, let moving):
      "changes: expected at most \(size) moving pins for the size \(size), found \(moving); lower "
        + "'pins' of 'moving' or raise 'sizes'"
    case .tooManyReloadedPins(let size, let refreshes, let greatest):
      "changes: expected at most \(greatest / size) refreshes of the data for the size \(size), "
        + "found \(refreshes); raise 'every' of 'refresh', or lower 'sizes' or 'frames'"
    case .emptyTrace:
      "the camera trace has no frames"
    case .traceTooLong(let seconds, let longest):
      "expected a camera trace of at most \(Int(longest)) seconds, found \(seconds.rounded()); "
        + "are its times in seconds?"
    case .traceTooShort(let file, let found, let wanted):
      "\(file): expected a camera trace of at least \(wanted) seconds for this size, "
        + "found \(found); lower 'sizes' or give a longer trace"
    case .unknownVariant(let name, let known):
      "the scenario has no variant '\(name)'; expected one of \(known.joined(separator: ", ")): "
        + "name one of them, or add it to the scenario's file"
    }
  }
}
