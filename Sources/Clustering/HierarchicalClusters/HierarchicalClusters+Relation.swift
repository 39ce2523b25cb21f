extension HierarchicalClusters {
  /// Replaces the contents of an array by what an item is at another zoom level: itself, the one
  /// cluster that holds it, or the items that it has opened into.
  ///
  /// For animation: when the map zooms out, an annotation moves to the item that holds it; when it
  /// zooms in, the items that a cluster opens into start from its place. Nothing for an unknown
  /// identity. The zoom is rounded down and clamped to ``zoomRange``. The item that a cluster grew
  /// from comes first; the order is the same in every build.
  ///
  /// Complexity: O(items found x zoom levels).
  public func items(of id: AnnotationID, atZoom zoom: Double, into items: inout [ClusterItem]) {
    self.items(of: id, atZoom: WholeZoom.level(zoom, in: zoomRange), into: &items)
  }

  /// The one item that holds another at a zoom level: itself, or a cluster. `nil` where it has
  /// opened into several, and for an unknown identity.
  ///
  /// The zoom is rounded down and clamped to ``zoomRange``.
  ///
  /// Complexity: O(zoom levels). Nothing is allocated.
  public func item(holding id: AnnotationID, atZoom zoom: Double) -> ClusterItem? {
    let zoom = WholeZoom.level(zoom, in: zoomRange)
    if let pin = id.pinIndex { return pin < points.count ? item(ofPin: pin, atZoom: zoom) : nil }
    guard tree.cluster(of: id) != nil, id.clusterZoom >= zoom else { return nil }
    return item(ofPin: Int(id.clusterSeed), atZoom: zoom)
  }

  func items(of id: AnnotationID, atZoom zoom: Int, into items: inout [ClusterItem]) {
    items.removeAll(keepingCapacity: true)
    if let item = item(holding: id, atZoom: Double(zoom)) {
      items.append(item)
      return
    }
    guard let number = tree.cluster(of: id) else { return }
    let cluster = tree.clusters[Int(number)]
    var leaf = Int(cluster.firstLeaf)
    let end = leaf + Int(cluster.count)
    // The pins of an item lie side by side, so the one after its last belongs to the next item.
    while leaf < end {
      let item = item(ofPin: Int(tree.leaves[leaf]), atZoom: zoom)
      items.append(item)
      leaf += item.count
    }
  }

  private func item(ofPin pin: Int, atZoom zoom: Int) -> ClusterItem {
    tree.cluster(ofPin: UInt32(pin), atZoom: zoom).map(clusterItem)
      ?? pinItem(pin)
  }
}
