import MapGeometry

extension HierarchicalClusters {
  /// Prepares a filter: the same clusters as though only some of the pins were there.
  ///
  /// Complexity: O(n) for n pins; nothing is clustered again.
  ///
  /// - Parameter isIncluded: Is called once with the index of each pin. For categories in the bits
  ///   of a mask: `{ mask >> categories[$0] & 1 == 1 }`.
  public func filtered(where isIncluded: (Int) -> Bool) -> FilteredClusters {
    FilteredClusters(self, where: isIncluded)
  }

  /// Replaces the contents of an array by the items in a rectangle at a zoom level, as though only
  /// some of the pins were there.
  ///
  /// Counts and places are those of the included pins; which pins form a cluster, and its identity,
  /// stay. For a filter that lasts, ``filtered(where:)`` is faster: its queries do not ask again.
  ///
  /// Complexity: O(pins of the items in the rectangle, widened by four radii on each side). Nothing
  /// is allocated but room in the array.
  public func items(
    in rect: MapRect, zoom: Double, where isIncluded: (Int) -> Bool,
    into items: inout [ClusterItem]
  ) {
    items.removeAll(keepingCapacity: true)
    forEachItem(in: rect, zoom: zoom, includes: isIncluded) { leaves in
      var total = PinTotal()
      for leaf in leaves {
        let pin = Int(tree.leaves[leaf])
        if isIncluded(pin) { total.add(points[pin]) }
      }
      return total
    } _: {
      items.append($0)
    }
  }

  /// Calls `body` with the filtered items in a rectangle.
  ///
  /// - Parameters:
  ///   - includes: Answers for the index of a pin.
  ///   - total: Answers for the leaves of a cluster.
  func forEachItem(
    in rect: MapRect, zoom: Double, includes: (Int) -> Bool, total: (Range<Int>) -> PinTotal,
    _ body: (ClusterItem) -> Void
  ) {
    guard let parts = WorldParts(rect) else { return }
    let reach = reach(atZoom: zoom)
    // Each part on its own: neither a cluster nor its pins reach across the antimeridian.
    let wide = (
      first: parts.first.insetBy(dx: -reach, dy: -reach),
      second: parts.second?.insetBy(dx: -reach, dy: -reach)
    )
    func visit(_ item: ClusterItem, _ node: UInt32) {
      guard let filtered = filter(item, node, includes, total) else { return }
      let isInside =
        parts.first.contains(filtered.point)
        || parts.second.map { $0.contains(filtered.point) } == true
      if isInside { body(filtered) }
    }
    withLevel(atZoom: zoom) { level in
      level.forEachItem(onWorld: wide.first, visit)
      guard let second = wide.second else { return }
      level.forEachItem(onWorld: second) { item, node in
        if !wide.first.contains(item.point) { visit(item, node) }
      }
    }
  }

  private func filter(
    _ item: ClusterItem, _ node: UInt32, _ includes: (Int) -> Bool,
    _ total: (Range<Int>) -> PinTotal
  ) -> ClusterItem? {
    guard node >= points.count else { return includes(Int(node)) ? item : nil }
    return total(leaves(ofCluster: node - UInt32(points.count))).item(of: item)
  }

  /// How far a cluster's pins may be from its place, in map points.
  ///
  /// The members of a cluster are within the radius of one of them and their mean is too, so a
  /// member is within two radii of the mean; the same holds of the members' members at half the
  /// radius, and so on: four radii in all, and what rounding adds.
  private func reach(atZoom zoom: Double) -> Double {
    let zoom = WholeZoom.level(zoom, in: zoomRange)
    guard zoom <= options.maxZoom else { return 0 }
    let radius = FixedPoint.mapPoints(options.radiusInUnits(atZoom: zoom))
    return 4 * radius + 16
  }
}
