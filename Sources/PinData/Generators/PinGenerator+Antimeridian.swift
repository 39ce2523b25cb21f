import MapGeometry

extension PinGenerator {
  /// Around places within two degrees of the 180th meridian, on both of its sides. Every tenth pin
  /// lies exactly on it, written as 180 or as -180.
  static func antimeridian(count: Int, seed: UInt64) -> [Coordinate] {
    var random = SplitMix64(seed: seed)
    return (0..<count).map { _ in
      let place = placesNearAntimeridian[Int(random.unit() * Double(placesNearAntimeridian.count))]
      let kind = random.unit()
      let latitude = place.latitude + 0.1 * random.gaussian()
      var longitude = place.longitude + 0.1 * random.gaussian()
      if kind < 0.05 {
        longitude = 180
      } else if kind < 0.1 {
        longitude = -180
      } else if longitude > 180 {
        longitude -= 360
      } else if longitude < -180 {
        longitude += 360
      }
      return Coordinate(latitude: latitude, longitude: longitude)
    }
  }

  private static let placesNearAntimeridian = [
    Coordinate(latitude: -18.14, longitude: 178.44),  // Suva, Fiji
    Coordinate(latitude: -16.43, longitude: 179.37),  // Labasa, Fiji
    Coordinate(latitude: -16.83, longitude: 179.97),  // Taveuni, Fiji
    Coordinate(latitude: -17.23, longitude: -178.95),  // Vanua Balavu, Fiji
    Coordinate(latitude: -18.22, longitude: -178.79),  // Lakeba, Fiji
    Coordinate(latitude: -8.52, longitude: 179.20),  // Funafuti, Tuvalu
    Coordinate(latitude: 51.26, longitude: -179.11),  // Amatignak, Alaska
    Coordinate(latitude: 66.32, longitude: -179.12),  // Egvekinot, Chukotka
  ]
}
