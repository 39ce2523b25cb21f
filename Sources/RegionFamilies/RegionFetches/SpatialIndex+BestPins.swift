import Clustering
import MapGeometry

extension SpatialIndex {
  /// Replaces the contents of an array by the first pins in a rectangle, in ascending order.
  ///
  /// - Returns: how many pins there are in all.
  func bestPins(in rect: MapRect, limit: Int, into pins: inout [Int]) -> Int {
    self.pins(in: rect, into: &pins)
    let count = pins.count
    pins.sort()
    if count > limit { pins.removeLast(count - limit) }
    return count
  }
}
