import MapGeometry

extension PinGenerator {
  /// Within some 6 km of Berlin's centre, whatever the seed: 50 % around the middle, 40 % in twelve
  /// quarters that the seed lays out, 10 % evenly over all of it.
  static func city(count: Int, seed: UInt64) -> [Coordinate] {
    var random = SplitMix64(seed: seed)
    let quarters = (0..<12).map { _ in placeInDisc(radius: 4.5, &random) }
    return (0..<count).map { _ in
      let kind = random.unit()
      var place: (east: Double, north: Double)
      if kind < 0.5 {
        place = (east: 1.5 * random.gaussian(), north: 1.5 * random.gaussian())
      } else if kind < 0.9 {
        place = quarters[Int(random.unit() * 12)]
        place.east += 0.4 * random.gaussian()
        place.north += 0.4 * random.gaussian()
      } else {
        place = placeInDisc(radius: 6, &random)
      }
      return Coordinate(
        latitude: 52.52 + place.north * degreesOfLatitude,
        longitude: 13.405 + place.east * degreesOfLongitude)
    }
  }

  /// Evenly drawn, in kilometres from the middle; by rejection, which needs no sine.
  private static func placeInDisc(
    radius: Double, _ random: inout SplitMix64
  ) -> (east: Double, north: Double) {
    while true {
      let east = 2 * random.unit() - 1
      let north = 2 * random.unit() - 1
      if east * east + north * north <= 1 { return (east: radius * east, north: radius * north) }
    }
  }

  /// Of a kilometre: 360 degrees are 40,075 km, and at the latitude of Berlin 0.6085 times that.
  private static let degreesOfLatitude = 0.008983
  private static let degreesOfLongitude = 0.014763
}
