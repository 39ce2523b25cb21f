import MapGeometry

/// The edges of a region in degrees, also where it crosses the antimeridian or is larger than the
/// world.
struct RegionBounds: Hashable {
  let center: Coordinate
  let halfHeight: Double
  let halfWidth: Double

  /// `nil` where the centre is not on earth, or where a span is negative or not a number.
  init?(_ region: Region) {
    guard region.center.isValid, region.span.latitudeDelta >= 0, region.span.longitudeDelta >= 0
    else { return nil }
    self.init(
      center: region.center, halfHeight: region.span.latitudeDelta / 2,
      halfWidth: region.span.longitudeDelta / 2)
  }

  private init(center: Coordinate, halfHeight: Double, halfWidth: Double) {
    self.center = center
    self.halfHeight = halfHeight
    self.halfWidth = halfWidth
  }

  var south: Double { center.latitude - halfHeight }
  var north: Double { center.latitude + halfHeight }

  /// The bounds around the same centre that are larger by a factor.
  func enlarged(by factor: Double) -> RegionBounds {
    RegionBounds(
      center: center, halfHeight: halfHeight * factor, halfWidth: halfWidth * factor)
  }

  /// Whether a place lies inside or on the edge.
  func contains(_ coordinate: Coordinate) -> Bool {
    coordinate.isValid && coordinate.latitude >= south && coordinate.latitude <= north
      && degreesEastOrWest(to: coordinate) <= halfWidth
  }

  /// How far a place is from the centre, in steps of the bounds' own size: 0 to 3 inside, then one
  /// more for each doubling of the distance; the larger of the distances along both axes counts.
  func steps(to coordinate: Coordinate) -> Int {
    guard coordinate.isValid else { return Self.mostSteps }
    let north = abs(coordinate.latitude - center.latitude)
    let east = degreesEastOrWest(to: coordinate)
    // Multiplied, not divided: a span may be zero.
    if north <= halfHeight, east <= halfWidth {
      for quarter in 1...3 {
        let share = Double(quarter) / 4
        if north <= halfHeight * share, east <= halfWidth * share { return quarter - 1 }
      }
      return 3
    }
    var factor = 2.0
    for step in 4..<Self.mostSteps {
      let least = 1e-6
      if north <= max(halfHeight, least) * factor, east <= max(halfWidth, least) * factor {
        return step
      }
      factor *= 2
    }
    return Self.mostSteps
  }

  /// From a millionth of a degree to around the world.
  private static let mostSteps = 33

  private func degreesEastOrWest(to coordinate: Coordinate) -> Double {
    let degrees = abs(coordinate.longitude - center.longitude)
    return degrees > 180 ? 360 - degrees : degrees
  }
}
