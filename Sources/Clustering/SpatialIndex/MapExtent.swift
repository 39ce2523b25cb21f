import MapGeometry

/// How far some points reach.
struct MapExtent {
  private var minX = Double.infinity
  private var minY = Double.infinity
  private var maxX = -Double.infinity
  private var maxY = -Double.infinity

  mutating func add(_ point: MapPoint) {
    minX = point.x < minX ? point.x : minX
    minY = point.y < minY ? point.y : minY
    maxX = point.x > maxX ? point.x : maxX
    maxY = point.y > maxY ? point.y : maxY
  }

  /// The smallest box that holds the points, all of them rounded; there must be one.
  var box: FixedBox {
    // Rounding never decreases, so the extremes may be rounded in place of the points.
    FixedBox(
      minX: FixedPoint.units(minX), minY: FixedPoint.units(minY),
      maxX: FixedPoint.units(maxX), maxY: FixedPoint.units(maxY))
  }
}
