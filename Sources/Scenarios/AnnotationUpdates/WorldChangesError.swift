/// Why the changes of a scenario cannot happen to its pins, although its file is well-formed.
public enum WorldChangesError: Error, Hashable, Sendable {
  /// More pins are to move than there are.
  case tooFewPins(size: Int, moving: Int)
}

extension WorldChangesError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .tooFewPins(let size, let moving):
      "changes: expected at most \(size) moving pins for the size \(size), found \(moving); lower "
        + "'pins' of 'moving' or raise 'sizes'"
    }
  }
}
