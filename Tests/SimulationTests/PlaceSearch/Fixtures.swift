import Clustering
import Foundation
import PinData
import Platform
import Simulation
import TestSupport

/// An index of some places in a folder that is removed with it.
final class PlaceIndexFile {
  private let temporary: TemporaryFolder
  let path: String

  var folder: String { temporary.path }

  init() throws {
    temporary = try TemporaryFolder()
    path = temporary.file("places.sqlite")
  }

  convenience init(_ places: [Place]) throws {
    try self.init()
    try PlaceIndex.build(PlaceSet(places: places), at: path)
  }

  func open(_ values: [ProfileParameter.Name: Double] = [:]) throws -> PlaceIndex {
    try PlaceIndex(path: path, ranking: PlaceRanking(profile: .sample(values)))
  }
}

extension PlaceIndex {
  /// The positions of the places that a query finds, best first.
  func ids(_ query: PlaceQuery) throws -> [Int] {
    try places(matching: query).places.map(\.id)
  }

  /// The names of the places that a text finds, best first.
  func names(_ text: String) throws -> [String] {
    try places(matching: PlaceQuery(text: text)).places.map(\.place.name)
  }
}

extension PlaceIndexFile {
  func bytes() throws -> Data {
    try Data(contentsOf: URL(fileURLWithPath: path))
  }
}

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

/// Random places with an index and a twin of it.
struct RandomPlaces {
  var generator: SeededGenerator
  let places: [Place]
  let naive: NaivePlaces
  let index: PlaceIndex

  init(_ count: Int, seed: UInt64) throws {
    generator = SeededGenerator(seed: seed)
    places = generator.places(count)
    naive = NaivePlaces(places: places)
    index = try PlaceIndexFile(places).open()
  }
}

extension SeededGenerator {
  /// Places made of few words, so that many places share them, around a few crowded centres of
  /// which some lie at the antimeridian and the poles.
  mutating func places(_ count: Int) -> [Place] {
    (0..<count).map { _ in place() }
  }

  static let nameWords = [
    "golden", "lion", "river", "Café", "blue", "Müller", "station", "harbour", "old", "shop",
  ]
  static let streets = ["Main Street", "Station Road", "Rue du Lac", "Old Harbour Lane"]
  static let cities = ["Berlin", "Springfield", "São Paulo", "Lake City"]
  static let centers = [
    Coordinate(52.5, 13.4), Coordinate(-17, 179.99), Coordinate(64, -179.99), Coordinate(89.9, 20),
    Coordinate(-89.9, -100), Coordinate(0, 0),
  ]

  mutating func place() -> Place {
    let street = Self.streets.randomElement(using: &self) ?? ""
    let number = String(Int.random(in: 1...40, using: &self))
    let city = Self.cities.randomElement(using: &self) ?? ""
    let isAddress = Int.random(in: 0..<3, using: &self) == 0
    let classification: Place.Classification =
      if isAddress {
        .address
      } else if Bool.random(using: &self) {
        .pointOfInterest([.cafe, .hotel, .museum, .park].randomElement(using: &self) ?? .cafe)
      } else {
        .physicalFeature([.lake, .river].randomElement(using: &self) ?? .lake)
      }
    let words = (0..<Int.random(in: 1...3, using: &self)).map { _ in
      Self.nameWords.randomElement(using: &self) ?? ""
    }
    return Place(
      name: isAddress ? "\(street) \(number)" : words.joined(separator: " "),
      classification: classification, street: street, houseNumber: number, city: city,
      coordinate: coordinate(), prominence: Int.random(in: 0...5, using: &self))
  }

  /// A coordinate near one of the centres, on a grid so that several places share one.
  mutating func coordinate() -> Coordinate {
    let center = Self.centers.randomElement(using: &self) ?? Self.centers[0]
    let steps: [Double] = [0.001, 0.1, 2]
    let step = steps.randomElement(using: &self) ?? 1
    var longitude = center.longitude + step * Double(Int.random(in: -9...9, using: &self))
    if longitude > 180 { longitude -= 360 }
    if longitude < -180 { longitude += 360 }
    let latitude = center.latitude + step * Double(Int.random(in: -9...9, using: &self))
    return Coordinate(latitude: min(max(latitude, -90), 90), longitude: longitude)
  }

  /// A region around one of the places' centres, from a few metres to more than the world.
  mutating func region() -> Region {
    func span(_ generator: inout Self) -> Double {
      // Never as long as a step of the grid: no place lies on an edge.
      let spans: [Double] = [0.0037, 0.37, 5.3, 61, 179, 359, 1000]
      return (spans.randomElement(using: &generator) ?? 1)
        * Double.random(in: 0.5...1, using: &generator)
    }
    return Region(
      center: coordinate(),
      span: CoordinateSpan(latitudeDelta: span(&self), longitudeDelta: span(&self)))
  }
}
