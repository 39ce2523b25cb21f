import Clustering
import MapGeometry
import PinData

/// The addresses of a world by where they are: the truth that labels are compared with.
struct AddressBook {
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

  /// Where the address nearest to a coordinate is; several may be there, such as flats of one house.
  func nearest(to coordinate: Coordinate) -> Coordinate {
    var nearby: [NearbyPin] = []
    index.pins(nearest: 1, to: coordinate, into: &nearby)
    return self.coordinate(of: nearby.first?.pin ?? 0)
  }
}
