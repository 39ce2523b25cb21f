import Clustering
import MapGeometry
import PinData
import ScenarioModel
import Statistics

/// A person's visit to a list of addresses: its rows, and the times at which they are on screen.
struct ListVisit: Hashable, Sendable {
  struct Event: Hashable, Sendable {
    enum Change: Hashable, Sendable {
      case appears
      case disappears
    }

    /// Nanoseconds since the list was opened.
    let time: Int64
    let row: Int
    let change: Change
  }

  /// The coordinate of each row.
  let coordinates: [Coordinate]
  /// The coordinate of the address nearest to each row's coordinate.
  let nearestAddresses: [Coordinate]
  /// In ascending order of time.
  let events: [Event]
  /// The time at which the list is closed, in nanoseconds.
  let closingTime: Int64
}

/// People who open a list of visited places, and scroll through it.
///
/// A third of the rows are different places; the others are repeated visits to them, with errors of
/// a few metres, as of positioning. All rows are in one city.
struct ListVisitGenerator {
  let rows: Int
  let people: Int
  let seed: UInt64

  /// The number of rows that the screen shows at a time.
  static let rowsOnScreen = 8
  /// Rows a second of a fast scroll.
  private static let scrollRate = 30.0
  /// The standard deviation of a position, in metres.
  private static let positionNoise = 4.0

  /// The visits of all people; a visit does not depend on the number of people.
  func visits(over places: PlaceSet) throws -> [ListVisit] {
    let addresses = try AddressBook(places: places)
    guard addresses.count > 0 else { throw WorkloadError.noAddresses }
    return (0..<people).map { person in
      var random = SplitMix64(seed: seed &+ UInt64(person + 1) &* 0xD134_2543_DE82_EF95)
      return visit(addresses, &random)
    }
  }

  private func visit(_ addresses: AddressBook, _ random: inout SplitMix64) -> ListVisit {
    let home = Int(random.unit() * Double(addresses.count))
    let nearby = addresses.nearest(to: home, count: max(1, rows / 3))
    var coordinates: [Coordinate] = []
    for row in 0..<rows {
      let isNew = row < nearby.count
      let spot = nearby[isNew ? row : Int(random.unit() * Double(nearby.count))]
      coordinates.append(addresses.coordinate(of: spot).moved(by: Self.positionNoise, &random))
    }
    // Not `shuffle`: its draws may change with the standard library.
    for row in coordinates.indices.dropFirst().reversed() {
      coordinates.swapAt(row, Int(random.unit() * Double(row + 1)))
    }
    let (events, closingTime) = scroll(&random)
    return ListVisit(
      coordinates: coordinates,
      nearestAddresses: coordinates.map { addresses.nearest(to: $0) },
      events: events, closingTime: closingTime)
  }

  /// Bursts of fast scrolling with rests between them, one in five back up, until the last row.
  private func scroll(_ random: inout SplitMix64) -> ([ListVisit.Event], Int64) {
    var events: [ListVisit.Event] = []
    var time: Int64 = 0
    var top = 0
    let lastTop = max(0, rows - Self.rowsOnScreen)
    for row in 0..<min(rows, Self.rowsOnScreen) {
      events.append(ListVisit.Event(time: 0, row: row, change: .appears))
    }
    let rowTime = Int64(1_000_000_000 / Self.scrollRate)
    while top < lastTop {
      time += Int64(500_000_000 + 3_500_000_000 * random.unit())
      let length = 5 + Int(random.unit() * 35)
      let step = random.unit() < 0.2 ? -1 : 1
      for _ in 0..<length where (0...lastTop).contains(top + step) {
        time += rowTime
        let leaving = step > 0 ? top : top + Self.rowsOnScreen - 1
        let coming = step > 0 ? top + Self.rowsOnScreen : top - 1
        events.append(ListVisit.Event(time: time, row: leaving, change: .disappears))
        events.append(ListVisit.Event(time: time, row: coming, change: .appears))
        top += step
      }
    }
    return (events, time + Self.lastLook)
  }

  /// The time for which people look at the end of the list, in nanoseconds.
  private static let lastLook: Int64 = 10_000_000_000
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

  /// The coordinate of the address nearest to another coordinate; several addresses may have it,
  /// such as apartments of one building.
  func nearest(to coordinate: Coordinate) -> Coordinate {
    var nearby: [NearbyPin] = []
    index.pins(nearest: 1, to: coordinate, into: &nearby)
    return self.coordinate(of: nearby.first?.pin ?? 0)
  }
}
