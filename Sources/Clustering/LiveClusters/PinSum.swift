import MapGeometry

/// How many pins there are, and the sums of their places in ``FixedPoint`` units.
struct PinSum: Equatable {
  private(set) var count = 0
  private var x: UInt64 = 0
  private var y: UInt64 = 0

  init() {}

  init(_ cell: CellTree.Cell) {
    count = Int(cell.count)
    x = cell.x
    y = cell.y
  }

  mutating func add(_ point: MapPoint) {
    count += 1
    x += UInt64(FixedPoint.units(point.x))
    y += UInt64(FixedPoint.units(point.y))
  }

  /// An item at the pins' mean.
  ///
  /// - Precondition: there is a pin.
  func item(id: AnnotationID) -> ClusterItem {
    let unit = MapSize.world.width / FixedPoint.worldWidth
    let mean = MapPoint(
      x: Double(x) / Double(count) * unit, y: Double(y) / Double(count) * unit)
    return ClusterItem(id: id, point: mean, count: count)
  }
}
