import Foundation
import MapGeometry
import PinData
import PlaceSearch

/// Finds places by looking at all of them: what an index must agree with.
struct NaivePlaces {
  let places: [Place]
  private let words: [Set<String>]

  init(places: [Place]) {
    self.places = places
    words = places.map { Set(Self.words(of: $0)) }
  }

  /// The positions of the places that have all words, pass the filters and lie in the region.
  func ids(
    _ words: [String], kinds: Place.Kinds = .all, categories: CategoryFilter = .all,
    region: Region? = nil
  ) -> [Int] {
    places.indices.filter { index in
      let place = places[index]
      return words.allSatisfy(self.words[index].contains) && kinds.contains(place.kind)
        && place.category.map(categories.includes) ?? true
        && region.map { Self.contains($0, place.coordinate) } ?? true
    }
  }

  static func words(of place: Place) -> [String] {
    let searchWords =
      switch place.classification {
      case .address: [String]()
      case .pointOfInterest(let category): category.searchWords
      case .physicalFeature(let feature): feature.searchWords
      }
    return ([place.name, place.street, place.houseNumber, place.city] + searchWords)
      .flatMap(words(in:))
  }

  static func words(in text: String) -> [String] {
    text.folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil)
      .split { !$0.isLetter && !$0.isNumber }.map(String.init)
  }

  /// Goes round the earth by moving the place, not the edges.
  static func contains(_ region: Region, _ coordinate: Coordinate) -> Bool {
    guard abs(coordinate.latitude - region.center.latitude) <= region.span.latitudeDelta / 2
    else { return false }
    return [-360.0, 0, 360].contains { turn in
      abs(coordinate.longitude + turn - region.center.longitude) <= region.span.longitudeDelta / 2
    }
  }

  /// The positions of the nearest addresses to a millimetre, nearest first.
  func addresses(near center: Coordinate, within distance: Double, limit: Int) -> [Int] {
    let found = places.indices.filter { places[$0].kind == .address }
      .map { ((center.greatCircleDistance(to: places[$0].coordinate) * 1000).rounded(), $0) }
      .filter { $0.0 <= distance * 1000 }
      .sorted { first, second in
        (first.0, -places[first.1].prominence, first.1)
          < (second.0, -places[second.1].prominence, second.1)
      }
    return found.prefix(limit).map(\.1)
  }
}
