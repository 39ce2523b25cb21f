/// How exactly pins are placed for hierarchical clustering.
enum PositionRounding: Sendable {
  /// As supercluster: 24 significant bits of the world's width, at worst 8 map points (1.2 m)
  /// away. Half a screen point at zoom 16.
  case single
  /// The nearest fixed point unit.
  case fixedPoint

  /// Up to zoom 16 the results are supercluster's, which depend on its rounding wherever a distance
  /// is close to the radius. At deeper zooms its rounding would be seen on the map.
  init(maxZoom: Int) {
    self = maxZoom <= 16 ? .single : .fixedPoint
  }

  /// Where a pin is placed, in fixed point units; never decreases when the argument grows.
  func units(_ mapPoints: Double) -> UInt32 {
    switch self {
    case .single:
      // The width of the world is a power of two: a share of it has the digits of the map points.
      return FixedPoint.units(Double(Float(mapPoints)))
    case .fixedPoint:
      return FixedPoint.units(mapPoints)
    }
  }

  /// Bounds between which all items are placed that are shown from `low` to `high`: pins, which
  /// were rounded, and clusters, which were not.
  func bounds(from low: Double, to high: Double) -> (low: UInt32, high: UInt32) {
    (min(units(low), FixedPoint.units(low)), max(units(high), FixedPoint.units(high)))
  }
}
