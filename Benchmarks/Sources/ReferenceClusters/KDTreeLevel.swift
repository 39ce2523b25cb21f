/// The items of one zoom level and the tree that finds them.
struct KDTreeLevel {
  private(set) var items: [KDTreeItem]
  let tree: KDTree

  init(items: [KDTreeItem]) {
    self.items = items
    tree = KDTree(count: items.count) { (items[$0].x, items[$0].y) }
  }

  /// The items of the zoom level below. Every item of this one notes the cluster that took it.
  mutating func clustered(
    radius: Double, zoom: Int, minPoints: Int, pinCount: Int, scratch: ClusteringScratch
  ) -> [KDTreeItem] {
    var mergedCount = 0
    tree.withSearch { search in
      items.withUnsafeMutableBufferPointer { items in
        var clustering = LevelClustering(
          items: items, scratch: scratch, search: search, radius: radius, zoom: Int32(zoom),
          minPoints: minPoints, pinCount: pinCount)
        for index in items.indices { clustering.visit(index) }
        mergedCount = clustering.mergedCount
      }
    }
    // Copied, so that a level keeps no more memory than it needs.
    return Array(scratch.merged[..<mergedCount])
  }
}
