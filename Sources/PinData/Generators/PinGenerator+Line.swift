import MapGeometry

extension PinGenerator {
  /// At random distances along the straight line, in degrees, from (-60, -170) to (70, 170).
  static func line(count: Int, seed: UInt64) -> [Coordinate] {
    var random = SplitMix64(seed: seed)
    return (0..<count).map { _ in
      let along = random.unit()
      return Coordinate(latitude: -60 + 130 * along, longitude: -170 + 340 * along)
    }
  }
}
