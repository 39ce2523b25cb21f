import MapGeometry
import PinData
import TestSupport

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
    Coordinate(latitude: 52.5, longitude: 13.4), Coordinate(latitude: -17, longitude: 179.99),
    Coordinate(latitude: 64, longitude: -179.99), Coordinate(latitude: 89.9, longitude: 20),
    Coordinate(latitude: -89.9, longitude: -100), Coordinate(latitude: 0, longitude: 0),
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
