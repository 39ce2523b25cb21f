extension HierarchicalClusters {
  /// The item of an identity, or `nil` where this index has no such pin or cluster.
  ///
  /// Complexity: O(log n).
  public func item(of id: AnnotationID) -> ClusterItem? {
    tree.node(of: id).map(item)
  }

  /// The items that a cluster was made of: what it opens into at its ``expansionZoom(of:)``.
  ///
  /// At least two for a cluster, none for a pin and for an unknown identity. The order is the same
  /// in every build; the item that the cluster grew from comes first.
  ///
  /// Complexity: O(log n + children).
  public func children(of id: AnnotationID) -> [ClusterItem] {
    guard let node = tree.node(of: id) else { return [] }
    return tree.children(of: node).map(item)
  }

  /// Calls `body` with every pin that an item stands for, each once: the pins of a cluster at all
  /// depths, or the pin itself. No pin for an unknown identity.
  ///
  /// Complexity: O(log n + pins). Nothing is allocated.
  public func forEachPin(of id: AnnotationID, _ body: (Int) -> Void) {
    guard let node = tree.node(of: id) else { return }
    guard let cluster = tree.cluster(node) else {
      body(Int(node))
      return
    }
    let first = Int(cluster.firstMember)
    for position in first..<(first + Int(cluster.count)) { body(Int(tree.members[position])) }
  }

  /// The lowest zoom level at which a cluster is shown as its children; `nil` for a pin and for an
  /// unknown identity.
  ///
  /// At `maxZoom + 1` the children are single pins.
  public func expansionZoom(of id: AnnotationID) -> Int? {
    tree.node(of: id).flatMap(tree.cluster).map { Int($0.zoom) + 1 }
  }
}
