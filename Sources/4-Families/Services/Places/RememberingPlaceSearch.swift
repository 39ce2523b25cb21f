import Clustering
import Simulation

/// A search engine that gives the answer of an earlier request again, for replays that are not
/// timed: other strategies, and other latencies, ask for much the same.
///
/// An engine's answer depends on the request only. Used by one thread.
final class RememberingPlaceSearch: PlaceSearching {
  private enum Request: Hashable {
    case places(PlaceQuery)
    case suggestions(PlaceQuery, queryLimit: Int)
    case addresses(Coordinate, within: Double, limit: Int)
  }

  private let engine: any PlaceSearching
  private var answers: [Request: PlaceAnswer] = [:]
  private var suggestions: [Request: [PlaceSuggestion]] = [:]

  /// Beyond this number of answers all are forgotten; one has a few kilobytes.
  private static let maxCount = 20_000

  init(_ engine: any PlaceSearching) {
    self.engine = engine
  }

  func places(matching query: PlaceQuery) throws(PlaceSearchError) -> PlaceAnswer {
    try answer(to: .places(query)) { () throws(PlaceSearchError) in
      try engine.places(matching: query)
    }
  }

  func suggestions(
    for query: PlaceQuery, queryLimit: Int
  ) throws(PlaceSearchError) -> [PlaceSuggestion] {
    let request = Request.suggestions(query, queryLimit: queryLimit)
    if let known = suggestions[request] { return known }
    let found = try engine.suggestions(for: query, queryLimit: queryLimit)
    if suggestions.count >= Self.maxCount { suggestions.removeAll() }
    suggestions[request] = found
    return found
  }

  func addresses(
    near coordinate: Coordinate, within distance: Double, limit: Int
  ) throws(PlaceSearchError) -> PlaceAnswer {
    try answer(to: .addresses(coordinate, within: distance, limit: limit)) {
      () throws(PlaceSearchError) in
      try engine.addresses(near: coordinate, within: distance, limit: limit)
    }
  }

  private func answer(
    to request: Request, _ find: () throws(PlaceSearchError) -> PlaceAnswer
  ) throws(PlaceSearchError) -> PlaceAnswer {
    if let known = answers[request] { return known }
    let found = try find()
    if answers.count >= Self.maxCount { answers.removeAll() }
    answers[request] = found
    return found
  }
}
