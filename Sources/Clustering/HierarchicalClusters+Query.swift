import MapGeometry

extension HierarchicalClusters {
  /// Replaces the contents of an array by the items that lie in a rectangle at a zoom level, the
  /// rectangle's edges included, each item once.
  ///
  /// A rectangle across the antimeridian finds the items on both sides (`MapRect.partsOnWorld`).
  /// The zoom is rounded down and clamped to ``zoomRange``. The order is the same for the same
  /// index and arguments.
  ///
  /// Complexity: O(r log n + k) for a rectangle over r rows of the level's n items, k of which are
  /// in its columns. Nothing is allocated but room in the array.
  public func items(in rect: MapRect, zoom: Double, into items: inout [ClusterItem]) {
    items.removeAll(keepingCapacity: true)
    guard let parts = WorldParts(rect) else { return }
    let level = level(atZoom: zoom)
    forEachItem(onWorld: parts.first, of: level) { items.append($0) }
    guard let second = parts.second else { return }
    forEachItem(onWorld: second, of: level) { item in
      if !parts.first.contains(item.point) { items.append(item) }
    }
  }

  private func forEachItem(
    onWorld rect: MapRect, of level: ClusterLevel, _ body: (ClusterItem) -> Void
  ) {
    let columns = options.positionRounding.bounds(from: rect.minX, to: rect.maxX)
    let rows = options.positionRounding.bounds(from: rect.minY, to: rect.maxY)
    level.forEachSlot(
      left: columns.low, right: columns.high, top: rows.low, bottom: rows.high
    ) { slot in
      let item = item(level.nodes[slot])
      // A pin is shown at its own place, not at the rounded one.
      if rect.contains(item.point) { body(item) }
    }
  }
}
