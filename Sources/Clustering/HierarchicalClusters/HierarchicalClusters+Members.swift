extension HierarchicalClusters {
  /// The item of an identity, or `nil` where this index has no such pin or cluster.
  ///
  /// Complexity: O(zoom levels).
  public func item(of id: AnnotationID) -> ClusterItem? {
    if let pin = id.pinIndex { return pin < points.count ? pinItem(pin) : nil }
    return tree.cluster(of: id).map(clusterItem)
  }

  /// The items that a cluster was made of: what it opens into at its ``expansionZoom(of:)``.
  ///
  /// At least two for a cluster, none for a pin and for an unknown identity. The order is the same
  /// in every build; the item that the cluster grew from comes first.
  ///
  /// Complexity: O(children x zoom levels).
  public func children(of id: AnnotationID) -> [ClusterItem] {
    var children: [ClusterItem] = []
    if let zoom = expansionZoom(of: id) { items(of: id, atZoom: zoom, into: &children) }
    return children
  }

  /// Calls `body` with every pin that an item stands for, each once: the pins of a cluster at all
  /// depths, or the pin itself. No pin for an unknown identity.
  ///
  /// The pin that a cluster grew from comes first, and the pins of each of its children side by
  /// side.
  ///
  /// Complexity: O(zoom levels + pins). Nothing is allocated.
  public func forEachPin(of id: AnnotationID, _ body: (Int) -> Void) {
    if let pin = id.pinIndex {
      if pin < points.count { body(pin) }
    } else if let number = tree.cluster(of: id) {
      for leaf in leaves(ofCluster: number) { body(Int(tree.leaves[leaf])) }
    }
  }

  /// Replaces the contents of an array by a page of the pins that an item stands for, in the order
  /// of ``forEachPin(of:_:)``: a long list is shown without reading all of it.
  ///
  /// Complexity: O(zoom levels + limit). Nothing is allocated but room in the array.
  ///
  /// - Parameters:
  ///   - id: A cluster, or a pin.
  ///   - offset: How many pins to leave out first; a negative number gives an empty page.
  ///   - limit: The greatest number of pins.
  ///   - pins: Gets the page.
  public func pins(of id: AnnotationID, offset: Int = 0, limit: Int, into pins: inout [Int]) {
    pins.removeAll(keepingCapacity: true)
    guard offset >= 0, limit > 0 else { return }
    if let pin = id.pinIndex {
      if pin < points.count, offset == 0 { pins.append(pin) }
    } else if let number = tree.cluster(of: id) {
      for leaf in leaves(ofCluster: number).dropFirst(offset).prefix(limit) {
        pins.append(Int(tree.leaves[leaf]))
      }
    }
  }

  /// The lowest zoom level at which a cluster is shown as its children; `nil` for a pin and for an
  /// unknown identity.
  ///
  /// At `maxZoom + 1` the children are single pins.
  public func expansionZoom(of id: AnnotationID) -> Int? {
    tree.cluster(of: id).map { tree.clusters[Int($0)].zoom + 1 }
  }

  /// The places of a cluster's pins in the order of the leaves.
  func leaves(ofCluster number: UInt32) -> Range<Int> {
    let cluster = tree.clusters[Int(number)]
    return Int(cluster.firstLeaf)..<Int(cluster.firstLeaf + cluster.count)
  }

  func leaves(ofCluster id: AnnotationID) -> Range<Int>? {
    tree.cluster(of: id).map { leaves(ofCluster: $0) }
  }

  func pinItem(_ pin: Int) -> ClusterItem {
    ClusterItem(id: .pin(pin), point: points[pin], count: 1)
  }

  func clusterItem(_ number: UInt32) -> ClusterItem {
    tree.clusters[Int(number)].item
  }
}
