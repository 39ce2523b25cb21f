extension FilteredClusters {
  /// The included items that a cluster was made of, as ``HierarchicalClusters/children(of:)``.
  public func children(of id: AnnotationID) -> [ClusterItem] {
    clusters.children(of: id).compactMap { item(of: $0.id) }
  }

  /// The lowest zoom level at which a cluster is shown as its children, of which one may be left;
  /// as ``HierarchicalClusters/expansionZoom(of:)``.
  public func expansionZoom(of id: AnnotationID) -> Int? {
    clusters.expansionZoom(of: id)
  }

  /// Replaces the contents of an array by a page of the included pins that an item stands for, as
  /// ``HierarchicalClusters/pins(of:offset:limit:into:)``.
  ///
  /// Complexity: O(pins of the item), as those that are left out are passed over one by one.
  public func pins(of id: AnnotationID, offset: Int = 0, limit: Int, into pins: inout [Int]) {
    pins.removeAll(keepingCapacity: true)
    guard offset >= 0, limit > 0 else { return }
    var position = 0
    forEachPin(of: id) { pin in
      if position >= offset, pins.count < limit { pins.append(pin) }
      position += 1
    }
  }

  /// Replaces the contents of an array by what an item is at another zoom level, as
  /// ``HierarchicalClusters/items(of:atZoom:into:)``: those with included pins.
  public func items(of id: AnnotationID, atZoom zoom: Double, into items: inout [ClusterItem]) {
    clusters.items(of: id, atZoom: zoom, into: &items)
    var count = 0
    for item in items {
      guard let filtered = self.item(of: item.id) else { continue }
      items[count] = filtered
      count += 1
    }
    items.removeLast(items.count - count)
  }

  /// The one item that holds another at a zoom level, as
  /// ``HierarchicalClusters/item(holding:atZoom:)``; `nil` where no pin of it is included.
  public func item(holding id: AnnotationID, atZoom zoom: Double) -> ClusterItem? {
    clusters.item(holding: id, atZoom: zoom).flatMap { item(of: $0.id) }
  }
}
