import MapGeometry
import PinData

/// An engine that finds places by what people type, and by where they are.
///
/// Used by one thread at a time.
public protocol PlaceSearching: AnyObject {
  /// The places that match a finished query best, best first.
  func places(matching query: PlaceQuery) throws(PlaceSearchError) -> PlaceAnswer

  /// What an unfinished query could become, best first: the last word may be the beginning of one.
  ///
  /// - Parameter includesQueries: whether a suggestion may be a query rather than a place.
  func suggestions(
    for query: PlaceQuery, includesQueries: Bool
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
  public let place: Place

  public init(id: Int, place: Place) {
    self.id = id
    self.place = place
  }
}

/// What an engine answers a query with.
public struct PlaceAnswer: Hashable, Sendable {
  /// Best first.
  public let places: [FoundPlace]
  /// How many places were scored to find them.
  public let examined: Int

  public init(places: [FoundPlace], examined: Int) {
    self.places = places
    self.examined = examined
  }
}

/// What an unfinished query could become.
public struct PlaceSuggestion: Hashable, Sendable {
  /// A place's name, or the words of a query.
  public let title: String
  /// Where it is; for a query what it stands for.
  public let subtitle: String
  /// The place, or `nil` for a query.
  public let place: FoundPlace?

  public init(title: String, subtitle: String, place: FoundPlace?) {
    self.title = title
    self.subtitle = subtitle
    self.place = place
  }
}
