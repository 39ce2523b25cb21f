import MapGeometry

/// A rectangle that is not wrapped, as boxes in fixed point units are compared with it.
struct RectBounds {
  /// A pin is in the rectangle only where its unit is in this. The edges are rounded as pins are.
  private let outer: FixedBox
  /// A pin is in the rectangle wherever its unit is in this. In the unit of an edge, a pin may lie
  /// on either side of the edge.
  private let inner: FixedBox

  init(_ rect: MapRect) {
    let world = MapSize.world
    let columns = Self.units(from: rect.minX, to: rect.maxX, worldLength: world.width)
    let rows = Self.units(from: rect.minY, to: rect.maxY, worldLength: world.height)
    outer = FixedBox(
      minX: columns.outer.low, minY: rows.outer.low, maxX: columns.outer.high,
      maxY: rows.outer.high)
    inner = FixedBox(
      minX: columns.inner.low, minY: rows.inner.low, maxX: columns.inner.high,
      maxY: rows.inner.high)
  }

  func relation(to box: FixedBox) -> PinTree.Reader.Relation {
    guard outer.intersects(box) else { return .outside }
    return inner.contains(box) ? .inside : .straddling
  }

  private typealias Units = (low: UInt32, high: UInt32)

  /// The units that the stretch from `low` to `high` meets, and those that it covers; where it
  /// covers none, `low` is above `high`.
  private static func units(
    from low: Double, to high: Double, worldLength: Double
  ) -> (outer: Units, inner: Units) {
    let outer = (low: FixedPoint.units(low), high: FixedPoint.units(high))
    var inner = outer
    // No pin lies beyond the world's edges, so that an edge off the world leaves no doubt.
    var isNone = false
    if !(low <= 0) { (inner.low, isNone) = outer.low.addingReportingOverflow(1) }
    if isNone { return (outer, (low: 1, high: 0)) }
    if !(high >= worldLength) { (inner.high, isNone) = outer.high.subtractingReportingOverflow(1) }
    return (outer, isNone ? (low: 1, high: 0) : inner)
  }
}
