import Answers
import Clustering
import Simulation

/// A query for an engine, and the wanted place.
struct Question {
  enum Form {
    case places(PlaceQuery)
    case suggestions(PlaceQuery)
    case nearestAddress(Coordinate)
  }

  /// The maximum numbers of places of a search, of suggestions, and of those that are queries.
  static let placeLimit = Int(SearchPlatform.profile[.resultLimit])
  static let suggestionLimit = Int(SearchPlatform.profile[.completionLimit])
  private static let queryLimit = Int(SearchPlatform.profile[.querySuggestionLimit])
  /// The maximum distance of an address, in metres, as for the simulated geocoder.
  private static let addressReach = SearchPlatform.profile[.geocodingDistance]

  let form: Form
  /// Its position in the set.
  let wanted: Int

  func answer(of engine: some PlaceSearching) throws(PlaceSearchError) -> Answer {
    switch form {
    case .places(let query):
      .places(try engine.places(matching: query))
    case .suggestions(let query):
      .suggestions(try engine.suggestions(for: query, queryLimit: Self.queryLimit))
    case .nearestAddress(let coordinate):
      .places(try engine.addresses(near: coordinate, within: Self.addressReach, limit: 1))
    }
  }
}

/// The answer of an engine.
enum Answer {
  case places(PlaceAnswer)
  case suggestions([PlaceSuggestion])

  var rowCount: Int {
    switch self {
    case .places(let answer): answer.places.count
    case .suggestions(let suggestions): suggestions.count
    }
  }

  /// Not available for suggestions.
  var examined: Int {
    if case .places(let answer) = self { answer.examined } else { 0 }
  }

  var places: [FoundPlace] {
    switch self {
    case .places(let answer): answer.places
    case .suggestions(let suggestions): suggestions.compactMap(\.place)
    }
  }
}
