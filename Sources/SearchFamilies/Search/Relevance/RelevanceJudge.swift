import MapGeometry
import PinData

/// Grades rows by what people wanted, from the places themselves: no search engine has a say.
struct RelevanceJudge: Sendable {
  /// What makes one place an answer to the wish for another.
  private enum Relation: Hashable {
    case classification(Place.Classification)
    /// Another house in the same street helps who looks for a house.
    case street(String, city: String)

    init(_ place: Place) {
      switch place.classification {
      case .address:
        // Of an address without a street only its name says where it is.
        self = .street(place.street.isEmpty ? place.name : place.street, city: place.city)
      case .pointOfInterest, .physicalFeature: self = .classification(place.classification)
      }
    }
  }

  private let places: [Place]
  /// The positions of the places of each relation.
  private let related: [Relation: [Int32]]

  /// - Complexity: O(n) for n places.
  init(places: PlaceSet) {
    self.places = places.places
    var related: [Relation: [Int32]] = [:]
    for (position, place) in places.places.enumerated() {
      related[Relation(place), default: []].append(Int32(position))
    }
    self.related = related
  }

  /// The grades of the rows that were shown, beside those of the best list.
  ///
  /// - Parameters:
  ///   - shown: the rows' places, first row first; -1 for a row that is no place.
  ///   - wanted: the place that the person wanted.
  ///   - region: what their map showed.
  func list(shown: some Sequence<Int32>, wanted: Int, region: Region) -> RankedList {
    let target = places[wanted].coordinate
    // Who wants a place that their map does not show wants others like it only where it is.
    let region = region.contains(target) ? region : Region(center: target, span: region.span)
    return RankedList(
      shown: shown.prefix(RankedList.depth).map {
        $0 < 0 ? .none : grade(Int($0), wanted: wanted, region: region)
      },
      best: best(wanted: wanted, region: region))
  }

  private func grade(_ position: Int, wanted: Int, region: Region) -> RelevanceGrade {
    if position == wanted { return .wanted }
    let place = places[position]
    let target = places[wanted]
    guard Relation(place) == Relation(target), region.contains(place.coordinate) else {
      return .none
    }
    return place.name == target.name ? .sameName : .sameCategory
  }

  private func best(wanted: Int, region: Region) -> [RelevanceGrade] {
    var grades: [RelevanceGrade] = [.wanted]
    var others = 0
    for position in related[Relation(places[wanted])] ?? [] where Int(position) != wanted {
      switch grade(Int(position), wanted: wanted, region: region) {
      case .sameName: grades.append(.sameName)
      case .sameCategory: others += 1
      case .none, .wanted: break
      }
      if grades.count >= RankedList.depth { break }
    }
    let fill = min(others, max(0, RankedList.depth - grades.count))
    return Array(grades.prefix(RankedList.depth)) + Array(repeating: .sameCategory, count: fill)
  }
}

extension Region {
  /// Whether a map of this region shows a coordinate; also across the antimeridian.
  fileprivate func contains(_ coordinate: Coordinate) -> Bool {
    guard abs(coordinate.latitude - center.latitude) <= span.latitudeDelta / 2 else {
      return false
    }
    let apart = abs(coordinate.longitude - center.longitude)
    return min(apart, 360 - apart) <= span.longitudeDelta / 2
  }
}
