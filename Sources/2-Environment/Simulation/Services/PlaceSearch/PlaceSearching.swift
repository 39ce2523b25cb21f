import Clustering
import PinData
import Support

/// An engine that finds places by typed text, and by coordinates.
///
/// Used by one thread at a time.
public protocol PlaceSearching: AnyObject {
  /// The places that match a finished query best, best first.
  func places(matching query: PlaceQuery) throws(PlaceSearchError) -> PlaceAnswer

  /// The places and queries that an unfinished query could become, best first: the last word may be
  /// the beginning of one.
  ///
  /// - Parameter queryLimit: the maximum number of suggestions that are queries rather than places.
  func suggestions(
    for query: PlaceQuery, queryLimit: Int
  ) throws(PlaceSearchError) -> [PlaceSuggestion]

  /// The addresses nearest to a coordinate within a distance in metres, nearest first.
  func addresses(
    near coordinate: Coordinate, within distance: Double, limit: Int
  ) throws(PlaceSearchError) -> PlaceAnswer
}

/// A place that an engine found.
public struct FoundPlace: Hashable, Sendable {
  /// The place's position in the `PlaceSet` that the engine was made from.
  public let id: Int
  /// The place.
  public let place: Place

  /// Creates a found place.
  public init(id: Int, place: Place) {
    self.id = id
    self.place = place
  }
}

/// The places that an engine found for a query.
public struct PlaceAnswer: Hashable, Sendable {
  /// Best first.
  public let places: [FoundPlace]
  /// The number of places that were scored to find them.
  public let examined: Int

  /// Creates an answer.
  public init(places: [FoundPlace], examined: Int) {
    self.places = places
    self.examined = examined
  }
}

/// A place or a query that an unfinished query could become.
public struct PlaceSuggestion: Hashable, Sendable {
  /// A place's name, or the words of a query.
  public let title: String
  /// The place's address; for a query a note that it is one.
  public let subtitle: String
  /// The place, or `nil` for a query.
  public let place: FoundPlace?

  /// Creates a suggestion.
  public init(title: String, subtitle: String, place: FoundPlace?) {
    self.title = title
    self.subtitle = subtitle
    self.place = place
  }
}

/// A search for places: a text, filters and a region.
public struct PlaceQuery: Hashable, Sendable {
  /// The text that a person typed; any text at all.
  public var text: String
  /// Only places of these kinds are found.
  public var kinds: Place.Kinds
  /// The categories of points of interest that are found; other kinds of places are not filtered.
  public var categories: CategoryFilter
  /// The region that the person looks at; `nil` means anywhere on earth.
  public var region: Region?
  /// Indicates whether only places in the region are found; otherwise the region is a hint.
  public var requiresRegion: Bool
  /// The maximum number of returned places.
  public var limit: Int

  /// Creates a query.
  public init(
    text: String, kinds: Place.Kinds = .all, categories: CategoryFilter = .all,
    region: Region? = nil, requiresRegion: Bool = false, limit: Int = 25
  ) {
    self.text = text
    self.kinds = kinds
    self.categories = categories
    self.region = region
    self.requiresRegion = requiresRegion
    self.limit = limit
  }
}

/// The categories of points of interest that may be found, as `MKPointOfInterestFilter`.
public enum CategoryFilter: Hashable, Sendable {
  /// Places of every category and without one.
  case all
  /// Only places of these categories.
  case including(Set<PointOfInterestCategory>)
  /// All places but those of these categories.
  case excluding(Set<PointOfInterestCategory>)

  /// Returns whether points of interest of a category may be found.
  public func includes(_ category: PointOfInterestCategory) -> Bool {
    switch self {
    case .all: true
    case .including(let categories): categories.contains(category)
    case .excluding(let categories): !categories.contains(category)
    }
  }
}

/// The reason why a place index cannot be built, opened or read.
public enum PlaceSearchError: Error, Hashable, Sendable {
  /// SQLite could not read or write the index's file.
  case database(path: String, reason: String)
  /// The file is no place index, or one of another version.
  case unknownFormat(path: String, found: String)
}

extension PlaceSearchError {
  /// The error that SQLite or the file system reports about a file.
  init(_ error: any Error, path: String) {
    switch error {
    case let error as PlaceSearchError: self = error
    case let error as AtomicFile.Failure: self = .database(path: path, reason: error.reason)
    case let error as SQLiteError where error.kind == .notADatabase:
      self = .unknownFormat(path: path, found: "no SQLite database")
    case let error as SQLiteError:
      self = .database(
        path: path, reason: "\(error.message) (SQLite error \(error.extendedCode))")
    default: self = .database(path: path, reason: String(describing: error))
    }
  }
}
