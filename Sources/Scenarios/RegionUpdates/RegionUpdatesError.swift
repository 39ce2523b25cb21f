/// Why the world of a region scenario cannot be made, although its file is well-formed.
public enum RegionUpdatesError: Error, Hashable, Sendable, CustomStringConvertible {
  /// A recorded camera ends before the use of the screen does; both in seconds.
  case traceTooShort(file: String, found: Int, wanted: Int)
  /// No map of the scenario fits regions like that.
  case unknownFitting(String)

  public var description: String {
    switch self {
    case .traceTooShort(let file, let found, let wanted):
      "\(file): expected a camera trace of at least \(wanted) seconds for this size, found \(found); "
        + "lower 'sizes' or give a longer trace"
    case .unknownFitting(let name):
      "the scenario has no map with the fitting '\(name)'"
    }
  }
}
