import Clustering

/// A pin or a cluster at one zoom level.
struct KDTreeItem {
  /// The place in widths of the world: a pin's with 24 bits, a cluster's with all.
  let x: Double
  let y: Double
  /// The lowest zoom level that has dealt with the item, `unvisited` before any has.
  var zoom: Int32
  /// A pin's index; a cluster's is beyond the indexes of all pins.
  let id: UInt32
  /// The cluster that took the item, or `noParent`.
  var parent: UInt32
  /// The number of its pins.
  let count: UInt32

  static let unvisited = Int32.max
  static let noParent = UInt32.max

  static func pins(_ points: [MapPoint]) -> [KDTreeItem] {
    let world = MapSize.world.width
    return points.indices.map { index in
      KDTreeItem(
        x: Double(Float(points[index].x / world)), y: Double(Float(points[index].y / world)),
        zoom: unvisited, id: UInt32(index), parent: noParent, count: 1)
    }
  }
}
