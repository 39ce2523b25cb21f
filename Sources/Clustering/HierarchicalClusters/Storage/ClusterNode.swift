/// A cluster in the tree of clusters.
///
/// 32 bytes: two share a line of the cache, and none lies across two.
struct ClusterNode: Sendable {
  /// No cluster has this number: the parent of what is in no cluster.
  static let none = UInt32.max

  /// The zoom at which it formed and the pin from which it grew: the first of those whose item was
  /// visited first.
  let id: AnnotationID
  /// The mean of its pins in fixed point units.
  let x: UInt32
  let y: UInt32
  /// How many pins.
  let count: UInt32
  /// The number of the cluster that took it in, or `none`.
  var parent: UInt32 = none
  /// Where its pins start in the order of the leaves.
  var firstLeaf: UInt32 = 0

  init(zoom: Int, seed: UInt32, x: UInt32, y: UInt32, count: UInt32) {
    id = .cluster(zoom: zoom, seed: seed)
    self.x = x
    self.y = y
    self.count = count
  }

  var seed: UInt32 { id.clusterSeed }
  var zoom: Int { id.clusterZoom }

  var item: ClusterItem {
    ClusterItem(id: id, point: FixedPoint.mapPoint(x: x, y: y), count: Int(count))
  }
}
