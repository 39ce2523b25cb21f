import Clustering
import PinData
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
    let addresses = try AddressBook(places: places)
    guard addresses.count > 0 else { throw WorkloadError.noAddresses }
    return (0..<people).map { person in
      var random = SplitMix64(seed: seed &+ UInt64(person + 1) &* 0xD134_2543_DE82_EF95)
      return ListVisit(rows: rows, addresses, profile, &random)
    }
  }

  private init(
    rows: Int, _ addresses: AddressBook, _ profile: PlatformProfile,
    _ random: inout SplitMix64
  ) {
    let distinctCount = Int((Double(rows) * profile[.listDistinctShare]).rounded())
    let home = Int(random.unit() * Double(addresses.count))
    let nearby = addresses.nearest(to: home, count: max(1, distinctCount))
    let noise = profile[.positionNoise]
    var coordinates: [Coordinate] = []
    for row in 0..<rows {
      let isNew = row < nearby.count
      let spot = nearby[isNew ? row : Int(random.unit() * Double(nearby.count))]
      coordinates.append(addresses.coordinate(of: spot).moved(by: noise, &random))
    }
    // Not `shuffle`: its draws may change with the standard library.
    for row in coordinates.indices.dropFirst().reversed() {
      coordinates.swapAt(row, Int(random.unit() * Double(row + 1)))
    }
    let nearest = coordinates.map { addresses.nearest(to: $0) }
    self.init(
      coordinates: coordinates, addresses: nearest.map { addresses.text(of: $0) },
      nearestAddresses: nearest.map { addresses.coordinate(of: $0) },
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
  private let places: [Place]
  /// The positions of the addresses in the place set.
  private let addresses: [Int]
  private let index: SpatialIndex

  init(places: PlaceSet) throws {
    self.places = places.places
    addresses = places.places.indices.filter { places.places[$0].classification == .address }
    index = try SpatialIndex(points: addresses.map { MapPoint(places.places[$0].coordinate) })
  }

  var count: Int { addresses.count }

  /// The coordinate of an address by its number, from 0 to ``count``.
  func coordinate(of address: Int) -> Coordinate {
    places[addresses[address]].coordinate
  }

  /// The numbers of the addresses nearest to one of them, itself among the first.
  func nearest(to address: Int, count: Int) -> [Int] {
    var nearby: [NearbyPin] = []
    index.pins(nearest: count, to: coordinate(of: address), into: &nearby)
    return nearby.map(\.pin)
  }

  /// An address as people write it: the name of the house, and the city if it is known.
  func text(of address: Int) -> String {
    let place = places[addresses[address]]
    return place.city.isEmpty ? place.name : "\(place.name), \(place.city)"
  }

  /// The number of the address nearest to a coordinate; several addresses may be there, such as
  /// apartments of one building.
  func nearest(to coordinate: Coordinate) -> Int {
    var nearby: [NearbyPin] = []
    index.pins(nearest: 1, to: coordinate, into: &nearby)
    return nearby.first?.pin ?? 0
  }
}
