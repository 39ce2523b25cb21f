import MapGeometry
import PinData
import PlaceSearch

/// An engine that finds the places whose names begin with the query, in the order of the set, and
/// remembers what it was asked.
final class FakeEngine: PlaceSearching {
  struct AddressQuery: Equatable {
    let coordinate: Coordinate
    let distance: Double
    let limit: Int
  }

  let places: [Place]
  /// Thrown by every call from now on.
  var fault: PlaceSearchError?
  /// Whether answers may be longer than the query's limit.
  var ignoresLimits = false
  /// Whether every place matches every query.
  var findsEverything = false
  private(set) var queries: [PlaceQuery] = []
  private(set) var suggestionQueries: [PlaceQuery] = []
  private(set) var includedQueries: [Bool] = []
  private(set) var addressQueries: [AddressQuery] = []

  init(places: [Place]) {
    self.places = places
  }

  var callCount: Int { queries.count + suggestionQueries.count + addressQueries.count }

  func places(matching query: PlaceQuery) throws(PlaceSearchError) -> PlaceAnswer {
    queries.append(query)
    if let fault { throw fault }
    return PlaceAnswer(places: found(by: query), examined: places.count)
  }

  func suggestions(
    for query: PlaceQuery, includesQueries: Bool
  ) throws(PlaceSearchError) -> [PlaceSuggestion] {
    suggestionQueries.append(query)
    includedQueries.append(includesQueries)
    if let fault { throw fault }
    var suggestions = found(by: query).map {
      PlaceSuggestion(title: $0.place.name, subtitle: $0.place.city, place: $0)
    }
    if includesQueries {
      suggestions.append(PlaceSuggestion(title: query.text, subtitle: "Search nearby", place: nil))
    }
    return suggestions
  }

  func addresses(
    near coordinate: Coordinate, within distance: Double, limit: Int
  ) throws(PlaceSearchError) -> PlaceAnswer {
    addressQueries.append(AddressQuery(coordinate: coordinate, distance: distance, limit: limit))
    if let fault { throw fault }
    let near = numbered.filter {
      $0.place.kind == .address
        && $0.place.coordinate.greatCircleDistance(to: coordinate) <= distance
    }
    return PlaceAnswer(places: limited(near, to: limit), examined: places.count)
  }

  private var numbered: [FoundPlace] {
    places.enumerated().map { FoundPlace(id: $0.offset, place: $0.element) }
  }

  private func found(by query: PlaceQuery) -> [FoundPlace] {
    let found = numbered.filter {
      query.kinds.contains($0.place.kind)
        && (findsEverything || $0.place.name.hasPrefix(query.text))
    }
    return limited(found, to: query.limit)
  }

  private func limited(_ found: [FoundPlace], to limit: Int) -> [FoundPlace] {
    ignoresLimits ? found : Array(found.prefix(limit))
  }
}
