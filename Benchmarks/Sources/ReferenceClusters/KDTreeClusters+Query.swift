import Clustering

extension KDTreeClusters {
  /// Replaces the contents of an array by the items that lie in a rectangle at a zoom level.
  ///
  /// A rectangle across the antimeridian finds the items on both sides. Nothing is allocated but
  /// space in the array.
  public func items(in rect: MapRect, zoom: Double, into items: inout [ClusterItem]) {
    items.removeAll(keepingCapacity: true)
    let level = level(atZoom: zoom)
    level.items.withUnsafeBufferPointer { levelItems in
      level.tree.forEachID(in: rect) { items.append(item(levelItems[$0])) }
    }
  }

  private func item(_ item: KDTreeItem) -> ClusterItem {
    guard item.count > 1 else {
      return ClusterItem(id: .pin(Int(item.id)), point: points[Int(item.id)], count: 1)
    }
    let world = MapSize.world.width
    return ClusterItem(
      id: .cluster(UInt64(item.id)), point: MapPoint(x: item.x * world, y: item.y * world),
      count: Int(item.count))
  }
}
