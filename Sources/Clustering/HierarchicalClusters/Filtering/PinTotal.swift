import MapGeometry

/// Pins added up: how many, and the sums of their places in fixed point units.
///
/// Whole numbers, so that no order of addition changes a result. Below 2^32 units times 2^30 pins.
struct PinTotal {
  var count = 0
  var x: UInt64 = 0
  var y: UInt64 = 0

  mutating func add(_ point: MapPoint) {
    count += 1
    x += UInt64(FixedPoint.units(point.x))
    y += UInt64(FixedPoint.units(point.y))
  }

  /// A cluster's item as though it had these pins only; `nil` where there are none.
  func item(of cluster: ClusterItem) -> ClusterItem? {
    guard count > 0 else { return nil }
    // With all of its pins, a cluster stays where it is, to the last digit.
    guard count < cluster.count else { return cluster }
    let count = UInt64(count)
    return ClusterItem(
      id: cluster.id,
      point: FixedPoint.mapPoint(
        x: UInt32((x + count / 2) / count), y: UInt32((y + count / 2) / count)),
      count: self.count)
  }
}
