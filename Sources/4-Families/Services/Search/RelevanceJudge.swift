import Clustering
import PinData

/// The grades of the first ten rows that a person saw, and of the best ten that there could be.
struct RankedList {
  /// The number of graded rows, as in the metrics' names; people may look at more or fewer.
  static let depth = 10

  /// The grades of the rows that were shown, first row first; at most ten.
  let shown: [RelevanceGrade]
  /// The grades of the best possible list.
  let best: [RelevanceGrade]

  /// The fraction of the rows that are relevant at all; 0 if there are none.
  var precision: Double {
    shown.isEmpty ? 0 : Double(shown.count { $0 != .none }) / Double(shown.count)
  }

  /// Normalised discounted cumulative gain (Järvelin and Kekäläinen, 2002).
  var normalizedGain: Double {
    let ideal = Self.discountedGain(of: best)
    return ideal == 0 ? 0 : Self.discountedGain(of: shown) / ideal
  }

  /// 1 / the row of the wanted place; 0 if it is not there.
  var reciprocalRank: Double {
    shown.firstIndex(of: .wanted).map { 1 / Double($0 + 1) } ?? 0
  }

  private static func discountedGain(of grades: [RelevanceGrade]) -> Double {
    zip(grades, discounts).reduce(0) { $0 + $1.0.gain * $1.1 }
  }

  /// 1 / log2(rank + 1) for the ranks 1 to 10, written out: a logarithm's last digit differs
  /// between C libraries.
  private static let discounts = [
    1, 0.630_929_753_571_457_4, 0.5, 0.430_676_558_073_393_06, 0.386_852_807_234_541_6,
    0.356_207_187_108_022_2, 0.333_333_333_333_333_3, 0.315_464_876_785_728_7,
    0.301_029_995_663_981_2, 0.289_064_826_317_887_9,
  ]
}

/// The grade of a row by the place that a person wanted.
enum RelevanceGrade: Int {
  /// Not relevant.
  case none = 0
  /// Another place of the same category that the map shows.
  case sameCategory = 1
  /// Another place of the same name and category that the map shows.
  case sameName = 2
  /// The place itself, on the map or not.
  case wanted = 3

  /// The gain of a row: 2^grade - 1, as for graded web search (Burges and others, 2005).
  var gain: Double { Double((1 << rawValue) - 1) }
}

/// Grades rows by the wanted places, from the places themselves: independent of any search engine.
struct RelevanceJudge: Sendable {
  /// The property that makes one place relevant for the search for another.
  private enum Relation: Hashable {
    case classification(Place.Classification)
    /// Another address in the same street is relevant for the search for an address.
    case street(String, city: String)

    init(_ place: Place) {
      switch place.classification {
      case .address:
        // An address without a street is placed by its name only.
        self = .street(place.street.isEmpty ? place.name : place.street, city: place.city)
      case .pointOfInterest, .physicalFeature: self = .classification(place.classification)
      }
    }
  }

  /// The part of a place that the grades of other places depend on: a search has thousands of
  /// places.
  private struct Related {
    let position: Int32
    let coordinate: Coordinate
  }

  private let places: [Place]
  /// The places of each relation, in ascending order of their positions.
  private let related: [Relation: [Related]]

  /// - Complexity: O(n) for n places.
  init(places: PlaceSet) {
    self.places = places.places
    related = Dictionary(grouping: places.places.indices) { Relation(places.places[$0]) }
      .mapValues { positions in
        positions.map {
          Related(position: Int32($0), coordinate: places.places[$0].coordinate)
        }
      }
  }

  /// The grades of the shown rows, and of the best list.
  ///
  /// - Parameters:
  ///   - shown: the rows' places, first row first; -1 for a row that is no place.
  ///   - wanted: the place that the person wanted.
  ///   - region: the region of the person's map.
  func list(shown: some Sequence<Int32>, wanted: Int, region: Region) -> RankedList {
    let target = places[wanted].coordinate
    let relation = Relation(places[wanted])
    // For a wanted place outside of the map, similar places are relevant only around it.
    let region = region.contains(target) ? region : Region(center: target, span: region.span)
    func grade(ofRelated position: Int) -> RelevanceGrade {
      if position == wanted { return .wanted }
      guard region.contains(places[position].coordinate) else { return .none }
      return places[position].name == places[wanted].name ? .sameName : .sameCategory
    }
    // The wanted place is the best row; of the others only their numbers matter.
    var (sameName, sameCategory) = (0, 0)
    for other in related[relation] ?? [] where region.contains(other.coordinate) {
      switch grade(ofRelated: Int(other.position)) {
      case .sameName: sameName += 1
      case .sameCategory: sameCategory += 1
      case .wanted, .none: break
      }
      if sameName >= RankedList.depth { break }
    }
    let best =
      [.wanted] + Array(repeating: RelevanceGrade.sameName, count: sameName)
      + Array(repeating: .sameCategory, count: min(sameCategory, RankedList.depth))
    return RankedList(
      shown: shown.prefix(RankedList.depth).map {
        $0 >= 0 && Relation(places[Int($0)]) == relation ? grade(ofRelated: Int($0)) : .none
      },
      best: Array(best.prefix(RankedList.depth)))
  }
}

extension Region {
  /// Returns whether a map of this region shows a coordinate; also across the antimeridian.
  fileprivate func contains(_ coordinate: Coordinate) -> Bool {
    guard abs(coordinate.latitude - center.latitude) <= span.latitudeDelta / 2 else {
      return false
    }
    let apart = abs(coordinate.longitude - center.longitude)
    return min(apart, 360 - apart) <= span.longitudeDelta / 2
  }
}
