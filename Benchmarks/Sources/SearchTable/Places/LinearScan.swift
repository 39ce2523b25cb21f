import Clustering
import PinData
import Simulation

/// A simple search, which checks each place for all words.
///
/// The words of all places are split and lowercased before. Accents count, stop words must match,
/// typing errors do not match, and results are ranked only by distance.
final class LinearScan: PlaceSearching {
  private let places: [Place]
  /// The words of each place's name, street, number, city and category.
  private let words: [[String]]

  init(_ set: PlaceSet) {
    places = set.places
    words = set.places.map { place in
      [place.name, place.street, place.houseNumber, place.city].flatMap(Self.words)
        + (place.category?.searchWords ?? []).flatMap(Self.words)
    }
  }

  static func words(of text: String) -> [String] {
    text.lowercased().split { !$0.isLetter && !$0.isNumber }.map { String($0) }
  }

  /// The positions of all places that have all words, and are in the region if it is required.
  ///
  /// - Parameter isUnfinished: whether the last word may be the beginning of one.
  func matches(_ query: PlaceQuery, isUnfinished: Bool = false) -> [Int] {
    var wanted = Self.words(of: query.text)
    let beginning = isUnfinished ? wanted.popLast() : nil
    guard !wanted.isEmpty || beginning != nil else { return [] }
    let region = query.requiresRegion ? query.region : nil
    return places.indices.filter { index in
      let own = words[index]
      guard wanted.allSatisfy({ own.contains($0) }) else { return false }
      if let beginning, !own.contains(where: { $0.hasPrefix(beginning) }) { return false }
      return region?.contains(places[index].coordinate) ?? true
    }
  }

  func places(matching query: PlaceQuery) -> PlaceAnswer {
    answer(of: matches(query), to: query)
  }

  func suggestions(for query: PlaceQuery, queryLimit: Int) -> [PlaceSuggestion] {
    answer(of: matches(query, isUnfinished: true), to: query).places.map {
      PlaceSuggestion(title: $0.place.name, subtitle: $0.place.city, place: $0)
    }
  }

  func addresses(near coordinate: Coordinate, within distance: Double, limit: Int) -> PlaceAnswer {
    var found: [(distance: Double, id: Int)] = []
    for (id, place) in places.enumerated() where place.kind == .address {
      let own = coordinate.greatCircleDistance(to: place.coordinate)
      if own <= distance { found.append((own, id)) }
    }
    found.sort { ($0.distance, $0.id) < ($1.distance, $1.id) }
    return answer(of: found.prefix(limit).map(\.id))
  }

  /// The nearest to the region's centre, or the first of the set.
  private func answer(of matches: [Int], to query: PlaceQuery) -> PlaceAnswer {
    guard let center = query.region?.center else {
      return answer(of: Array(matches.prefix(query.limit)))
    }
    let distances = matches.map { id in
      (distance: center.greatCircleDistance(to: places[id].coordinate), id: id)
    }
    let nearest = distances.sorted { ($0.distance, $0.id) < ($1.distance, $1.id) }
    return answer(of: nearest.prefix(query.limit).map(\.id))
  }

  private func answer(of ids: [Int]) -> PlaceAnswer {
    PlaceAnswer(
      places: ids.map { FoundPlace(id: $0, place: places[$0]) }, examined: places.count)
  }
}

extension Region {
  /// Returns whether a coordinate is in the region, including its edges; the region may cross the
  /// antimeridian.
  fileprivate func contains(_ coordinate: Coordinate) -> Bool {
    let longitudes = abs(coordinate.longitude - center.longitude)
    return abs(coordinate.latitude - center.latitude) * 2 <= span.latitudeDelta
      && min(longitudes, 360 - longitudes) * 2 <= span.longitudeDelta
  }
}
