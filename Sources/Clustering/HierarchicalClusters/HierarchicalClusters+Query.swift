import MapGeometry

extension HierarchicalClusters: ClusterIndex {
  /// Replaces the contents of an array by the items that lie in a rectangle at a zoom level, the
  /// rectangle's edges included, each item once.
  ///
  /// A rectangle across the antimeridian finds the items on both sides (`MapRect.partsOnWorld`).
  /// The zoom is rounded down and clamped to ``zoomRange``. At one zoom, items that two rectangles
  /// have in common come in the same order in both (``HierarchicalClusters`` sorts them by row).
  ///
  /// Complexity: O(r log n + k) for a rectangle over r rows of the level's n items, k of which are
  /// in its columns. Nothing is allocated but room in the array.
  public func items(in rect: MapRect, zoom: Double, into items: inout [ClusterItem]) {
    items.removeAll(keepingCapacity: true)
    forEachItem(in: rect, zoom: zoom) { items.append($0) }
  }

  /// Calls `body` with every item in a rectangle at a zoom level: those of
  /// ``items(in:zoom:into:)`` in their order.
  public func forEachItem(in rect: MapRect, zoom: Double, _ body: (ClusterItem) -> Void) {
    guard let parts = WorldParts(rect) else { return }
    withLevel(atZoom: zoom) { level in
      level.forEachItem(onWorld: parts.first) { item, _ in body(item) }
      guard let second = parts.second else { return }
      level.forEachItem(onWorld: second) { item, _ in
        if !parts.first.contains(item.point) { body(item) }
      }
    }
  }
}
