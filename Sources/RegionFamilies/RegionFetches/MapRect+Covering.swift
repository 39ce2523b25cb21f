import MapGeometry

extension MapRect {
  /// Whether another rectangle lies in this one, edges included, wherever the two are said to be
  /// around the antimeridian.
  func covers(_ other: MapRect) -> Bool {
    guard minY <= other.minY, maxY >= other.maxY else { return false }
    let world = MapSize.world.width
    if width >= world { return true }
    let turns = ((midX - other.midX) / world).rounded() * world
    return minX <= other.minX + turns && maxX >= other.maxX + turns
  }
}
