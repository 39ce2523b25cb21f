import Clustering
import PinData
import Platform
import ScenarioModel
import Simulation
import Support

/// A person's visit to a list of places: its rows, and the times at which they are on screen.
struct ListVisit: Hashable, Sendable {
  /// The coordinate of each row.
  let coordinates: [Coordinate]
  /// The text of the address nearest to each row's coordinate.
  let addresses: [String]
  /// The coordinate of the address nearest to each row's coordinate.
  let nearestAddresses: [Coordinate]
  let scroll: ListScroll
}

extension ListVisit {
  /// The visits of people who open a list of visited places, and scroll through it; a visit does
  /// not depend on the number of people.
  ///
  /// Some of the rows are different places; the others are repeated visits to them, with errors of
  /// a few metres, as of positioning. All rows are in one city. A profile has the numbers, in the
  /// group ``ProfileParameter/Group/list``.
  ///
  /// - Precondition: the profile provides the group of a list.
  static func visits(
    of people: Int, rows: Int, over places: PlaceSet, seed: UInt64, _ profile: PlatformProfile
  ) throws -> [ListVisit] {
    let book = try AddressBook(places: places)
    guard !book.addresses.isEmpty else { throw WorkloadError.noAddresses }
    return (0..<people).map { person in
      var random = SplitMix64(seed: seed &+ UInt64(person + 1) &* 0xD134_2543_DE82_EF95)
      return ListVisit(rows: rows, book, profile, &random)
    }
  }

  private init(
    rows: Int, _ book: AddressBook, _ profile: PlatformProfile, _ random: inout SplitMix64
  ) {
    let distinctCount = Int((Double(rows) * profile[.listDistinctShare]).rounded())
    let home = book.addresses[Int(random.unit() * Double(book.addresses.count))]
    let nearby = book.nearest(to: home.coordinate, count: max(1, distinctCount))
    let noise = profile[.positionNoise]
    var coordinates: [Coordinate] = []
    for row in 0..<rows {
      let isNew = row < nearby.count
      let spot = nearby[isNew ? row : Int(random.unit() * Double(nearby.count))]
      coordinates.append(spot.coordinate.moved(by: noise, &random))
    }
    // Not `shuffle`: its draws may change with the standard library.
    for row in coordinates.indices.dropFirst().reversed() {
      coordinates.swapAt(row, Int(random.unit() * Double(row + 1)))
    }
    let nearest = coordinates.flatMap { book.nearest(to: $0) }
    self.init(
      coordinates: coordinates, addresses: nearest.map(\.addressText),
      nearestAddresses: nearest.map(\.coordinate),
      scroll: ListScroll(rows: rows, behavior: .list(profile), &random))
  }
}

extension Coordinate {
  /// A coordinate near by, with the given standard deviation in metres in each direction.
  fileprivate func moved(by deviation: Double, _ random: inout SplitMix64) -> Coordinate {
    // A degree of latitude; near the poles the error in longitude is smaller on the ground.
    let degrees = deviation / 111_195
    return Coordinate(
      latitude: min(max(latitude + degrees * random.gaussian(), -90), 90),
      longitude: min(max(longitude + degrees * random.gaussian(), -180), 180))
  }
}

/// The addresses by their positions: the truth that labels are compared with.
private struct AddressBook {
  let addresses: [Place]
  private let index: SpatialIndex

  init(places: PlaceSet) throws {
    addresses = places.places.filter { $0.classification == .address }
    index = try SpatialIndex(points: [MapPoint](projecting: addresses.map(\.coordinate)))
  }

  /// The addresses nearest to a coordinate; several may be there, such as apartments of one
  /// building.
  func nearest(to coordinate: Coordinate, count: Int = 1) -> [Place] {
    var nearby: [NearbyPin] = []
    index.pins(nearest: count, to: coordinate, into: &nearby)
    return nearby.map { addresses[$0.pin] }
  }
}

extension Place {
  /// An address as people write it: the name of the house, and the city if it is known.
  fileprivate var addressText: String { city.isEmpty ? name : "\(name), \(city)" }
}
