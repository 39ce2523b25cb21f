import MapGeometry

extension PinGenerator {
  /// Longitudes over -180..<180, latitudes over -85..<85, evenly in degrees.
  static func uniform(count: Int, seed: UInt64) -> [Coordinate] {
    var random = SplitMix64(seed: seed)
    return (0..<count).map { _ in
      let longitude = -180 + 360 * random.unit()
      let latitude = -85 + 170 * random.unit()
      return Coordinate(latitude: latitude, longitude: longitude)
    }
  }
}
