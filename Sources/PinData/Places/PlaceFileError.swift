/// Why a file of places could not be used: which file, where in it, what is wrong and what to do.
public struct PlaceFileError: Error, Hashable, Sendable {
  /// What is wrong.
  public enum Problem: Error, Hashable, Sendable {
    /// What can be wrong with a file of pins, too.
    case format(PinFileError.Problem)
    /// The category is none that can be searched for.
    case unknownCategory(String)
  }

  /// The file as it was named by the caller.
  public let path: String
  /// Where in the file, unless the file as a whole is the problem.
  public let location: PinFileError.Location?
  /// What is wrong.
  public let problem: Problem
}

extension PlaceFileError {
  init(_ error: PinFileError) {
    self.init(path: error.path, location: error.location, problem: .format(error.problem))
  }
}

extension PlaceFileError: CustomStringConvertible {
  /// One line for people: file, place, problem and remedy.
  public var description: String {
    if let location { "\(path), \(location): \(problem)" } else { "\(path): \(problem)" }
  }
}

extension PlaceFileError.Problem: CustomStringConvertible {
  /// The problem and what to do about it.
  public var description: String {
    switch self {
    case .format(let problem): problem.description
    case .unknownCategory(let found):
      """
      expected a category of MapKit's (as "cafe" or "gasStation"), a physical feature (as "lake") \
      or a common OpenStreetMap tag (as "amenity=fuel"), found "\(found.excerpt)". Give the place \
      a "category" of these, or remove it.
      """
    }
  }
}
