/// The tree of clusters while it grows.
///
/// A node is a pin or a cluster: the pins first, numbered in the order of the highest level, then
/// the clusters as they form, from the highest zoom down, at one zoom in the order of the level.
/// So what is near on the map is near in memory.
final class NodeTable {
  let pinCount: Int
  /// The number of the cluster that each pin is in, in the order of the highest level;
  /// `ClusterNode.none` where it is in none.
  let pinParents: Buffer<UInt32>
  let clusters: Buffer<ClusterNode>
  /// How many pins the child has that each cluster grew from.
  let seedCounts: Buffer<UInt32>

  init(pinCount: Int) {
    self.pinCount = pinCount
    pinParents = Buffer(capacity: pinCount)
    pinParents.fill(ClusterNode.none, count: pinCount)
    clusters = Buffer(capacity: pinCount / 8 * 5)
    seedCounts = Buffer(capacity: pinCount / 8 * 5)
  }

  func pinCount(of item: LevelItem) -> UInt64 {
    let node = Int(item.node)
    return node < pinCount ? 1 : UInt64(clusters.base[node &- pinCount].count)
  }

  /// Takes an item into the cluster that is added next; answers how many pins the item has.
  @inline(__always)
  func take(_ item: LevelItem) -> UInt64 {
    let number = UInt32(truncatingIfNeeded: clusters.count)
    let node = Int(item.node)
    if node < pinCount {
      pinParents.base[node] = number
      return 1
    }
    clusters.base[node &- pinCount].parent = number
    return UInt64(clusters.base[node &- pinCount].count)
  }

  /// Adds the cluster whose members were taken.
  ///
  /// - Parameters:
  ///   - seedCount: How many pins the item has that the cluster grew from.
  ///   - zoom: At which it forms.
  @inline(__always)
  func addCluster(
    x: UInt32, y: UInt32, count: UInt64, seed: UInt32, seedCount: UInt64, zoom: Int
  ) -> LevelItem {
    let node = UInt32(truncatingIfNeeded: pinCount &+ clusters.count)
    clusters.append(
      ClusterNode(
        zoom: zoom, seed: seed, x: x, y: y, count: UInt32(truncatingIfNeeded: count)))
    seedCounts.append(UInt32(truncatingIfNeeded: seedCount))
    return LevelItem(x: x, y: y, node: node, seed: seed)
  }
}
