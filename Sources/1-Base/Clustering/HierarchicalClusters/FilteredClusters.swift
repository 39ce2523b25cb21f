/// The clusters of an index with only some of its pins, without building it again.
///
/// A filter is prepared once, in one pass over the pins; queries then cost about as much as those
/// of the index. Clusters stay the same groups with the same identities: an annotation stays near
/// its place on the map while its number changes. Counts are exact; a place is the mean of the
/// included pins; if all pins of a cluster are included, it is the cluster's place in the index.
///
/// Use this if a filter lasts for several queries, as with a row of category buttons. For a
/// filter that changes with each query, `items(in:zoom:where:into:)` of the index calls the
/// predicate only for the pins of the items in view.
///
/// Immutable: any number of threads may query it at the same time. It keeps 0.63 bytes a pin.
public struct FilteredClusters: ClusterIndex {
  /// The index that is filtered.
  public let clusters: HierarchicalClusters
  // Whether a pin is included, in a bit for each leaf of the tree of clusters, and for each pin by
  // its index.
  private let leafWords: [UInt64]
  private let pinWords: [UInt64]
  /// The sum of the included pins before each word of leaves, and of all. The pins of a cluster are
  /// adjacent there, so that its sum is the difference of two.
  private let running: [PinSum]

  init(_ clusters: HierarchicalClusters, where isIncluded: (Int) -> Bool) {
    self.clusters = clusters
    let (points, order) = (clusters.points, clusters.tree.leaves)
    let wordCount = (points.count + 63) / 64
    var pinWords = [UInt64](repeating: 0, count: wordCount)
    for pin in points.indices where isIncluded(pin) { pinWords[pin / 64] |= 1 << UInt64(pin % 64) }
    var leafWords = [UInt64](repeating: 0, count: wordCount)
    var running: [PinSum] = []
    var total = PinSum()
    for word in 0..<wordCount {
      running.append(total)
      for leaf in (word * 64)..<min(word * 64 + 64, points.count) {
        let pin = Int(order[leaf])
        guard pinWords[pin / 64] >> UInt64(pin % 64) & 1 == 1 else { continue }
        leafWords[word] |= 1 << UInt64(leaf % 64)
        total.add(points[pin])
      }
    }
    count = total.count
    self.pinWords = pinWords
    self.leafWords = leafWords
    self.running = running + [total]
  }

  /// The number of included pins.
  public let count: Int

  /// The zoom levels of the index.
  public var zoomRange: ClosedRange<Int> { clusters.zoomRange }

  /// The memory of the filter in bytes, without the index.
  public var byteCount: Int {
    (leafWords.count + pinWords.count) * MemoryLayout<UInt64>.stride
      + running.count * MemoryLayout<PinSum>.stride
  }

  /// Replaces the contents of an array by the items in a rectangle at a zoom level that have
  /// included pins, with the counts and places that these give them.
  ///
  /// Complexity: as the index's query, over a rectangle that is wider by four radii on each side,
  /// because a place may be that far from the place of the whole cluster.
  public func items(in rect: MapRect, zoom: Double, into items: inout [ClusterItem]) {
    items.removeAll(keepingCapacity: true)
    clusters.forEachItem(in: rect, zoom: zoom, includes: includes, total: total) {
      items.append($0)
    }
  }

  /// Replaces the contents of an array by the items of the pins that both the filter and a
  /// predicate include, see ``ClusterIndex``.
  public func items(
    in rect: MapRect, zoom: Double, where isIncluded: (Int) -> Bool,
    into items: inout [ClusterItem]
  ) {
    clusters.items(
      in: rect, zoom: zoom, where: { includes($0) && isIncluded($0) }, into: &items)
  }

  /// The item of an identity, or `nil` if no pin of it is included.
  public func item(of id: AnnotationID) -> ClusterItem? {
    guard let item = clusters.item(of: id) else { return nil }
    if let pin = id.pinIndex { return includes(pin) ? item : nil }
    return clusters.tree.cluster(of: id).flatMap { number in
      total(of: clusters.leaves(ofCluster: number)).item(of: item)
    }
  }

  /// Calls `body` with every included pin of an item.
  public func forEachPin(of id: AnnotationID, _ body: (Int) -> Void) {
    clusters.forEachPin(of: id) { pin in
      if includes(pin) { body(pin) }
    }
  }

  /// The included items that a cluster was made of, as ``HierarchicalClusters/children(of:)``.
  public func children(of id: AnnotationID) -> [ClusterItem] {
    clusters.children(of: id).compactMap { item(of: $0.id) }
  }

  /// The lowest zoom level at which a cluster is shown as its children; the filter may leave only
  /// one. As ``HierarchicalClusters/expansionZoom(of:)``.
  public func expansionZoom(of id: AnnotationID) -> Int? {
    clusters.expansionZoom(of: id)
  }

  /// Replaces the contents of an array by a page of the included pins of an item, as
  /// ``HierarchicalClusters/pins(of:offset:limit:into:)``.
  ///
  /// Complexity: O(pins of the item), as excluded pins are skipped one by one.
  public func pins(of id: AnnotationID, offset: Int = 0, limit: Int, into pins: inout [Int]) {
    pins.removeAll(keepingCapacity: true)
    guard offset >= 0, limit > 0 else { return }
    var position = 0
    forEachPin(of: id) { pin in
      if position >= offset, pins.count < limit { pins.append(pin) }
      position += 1
    }
  }

  /// A page of the included pins of an item, see ``pins(of:offset:limit:into:)``.
  public func pins(of id: AnnotationID, offset: Int = 0, limit: Int) -> [Int] {
    Array { pins(of: id, offset: offset, limit: limit, into: &$0) }
  }

  /// Replaces the contents of an array by the items with included pins that show an item at another
  /// zoom level, as ``HierarchicalClusters/items(of:atZoom:into:)``.
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

  /// The items with included pins that show an item at another zoom level, see
  /// ``items(of:atZoom:into:)``.
  public func items(of id: AnnotationID, atZoom zoom: Double) -> [ClusterItem] {
    Array { items(of: id, atZoom: zoom, into: &$0) }
  }

  /// The one item that contains another at a zoom level, as
  /// ``HierarchicalClusters/item(holding:atZoom:)``; `nil` if no pin of it is included.
  public func item(holding id: AnnotationID, atZoom zoom: Double) -> ClusterItem? {
    clusters.item(holding: id, atZoom: zoom).flatMap { item(of: $0.id) }
  }

  private func includes(_ pin: Int) -> Bool {
    pinWords[pin / 64] >> UInt64(pin % 64) & 1 == 1
  }

  /// The sum of the included pins of some leaves.
  ///
  /// Complexity: O(1); at most 126 leaves are looked at one by one.
  private func total(of leaves: Range<Int>) -> PinSum {
    total(before: leaves.upperBound) - total(before: leaves.lowerBound)
  }

  private func total(before leaf: Int) -> PinSum {
    var total = running[leaf / 64]
    guard leaf % 64 != 0 else { return total }
    var bits = leafWords[leaf / 64] & (1 << UInt64(leaf % 64) - 1)
    while bits != 0 {
      let leaf = leaf / 64 * 64 + bits.trailingZeroBitCount
      total.add(clusters.points[Int(clusters.tree.leaves[leaf])])
      bits &= bits - 1
    }
    return total
  }
}

extension HierarchicalClusters {
  /// Prepares a filter: the same clusters with only some of the pins.
  ///
  /// Complexity: O(n) for n pins; nothing is clustered again.
  ///
  /// - Parameter isIncluded: Is called once with the index of each pin. For categories in the bits
  ///   of a mask: `{ mask >> categories[$0] & 1 == 1 }`.
  public func filtered(where isIncluded: (Int) -> Bool) -> FilteredClusters {
    FilteredClusters(self, where: isIncluded)
  }

  /// Replaces the contents of an array by the items of some of the pins in a rectangle at a zoom
  /// level.
  ///
  /// Counts and places are of the included pins. The pins that form a cluster, and its identity, do
  /// not change. For a filter that lasts, ``filtered(where:)`` is faster: it calls the predicate
  /// once.
  ///
  /// Complexity: O(pins of the items in the rectangle, widened by four radii on each side). Nothing
  /// is allocated but space in the array.
  public func items(
    in rect: MapRect, zoom: Double, where isIncluded: (Int) -> Bool,
    into items: inout [ClusterItem]
  ) {
    items.removeAll(keepingCapacity: true)
    forEachItem(in: rect, zoom: zoom, includes: isIncluded) { leaves in
      var total = PinSum()
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
  ///   - includes: Returns whether the pin of an index is included.
  ///   - total: Returns the sum of the included pins among the leaves of a cluster.
  func forEachItem(
    in rect: MapRect, zoom: Double, includes: (Int) -> Bool, total: (Range<Int>) -> PinSum,
    _ body: (ClusterItem) -> Void
  ) {
    guard let parts = WorldParts(rect) else { return }
    let distance = maxPinDistance(atZoom: zoom)
    // Each part alone: no cluster has pins on both sides of the antimeridian.
    var wide = parts
    wide.first = parts.first.insetBy(dx: -distance, dy: -distance)
    wide.second = parts.second?.insetBy(dx: -distance, dy: -distance)
    withLevel(atZoom: zoom) { level in
      level.forEachBatch(in: wide) { items, nodes in
        for (item, node) in zip(items, nodes) {
          guard let item = filter(item, node, includes, total) else { continue }
          if parts.first.contains(item.point) || parts.second?.contains(item.point) == true {
            body(item)
          }
        }
      }
    }
  }

  private func filter(
    _ item: ClusterItem, _ node: UInt32, _ includes: (Int) -> Bool,
    _ total: (Range<Int>) -> PinSum
  ) -> ClusterItem? {
    guard node >= points.count else { return includes(Int(node)) ? item : nil }
    return total(leaves(ofCluster: node - UInt32(points.count))).item(of: item)
  }

  /// The maximum distance of a cluster's pins from its place, in map points.
  ///
  /// The members of a cluster are within the radius of one of them and their mean is too, so a
  /// member is within two radii of the mean; the same holds of the members' members at half the
  /// radius, and so on: four radii in all, and what rounding adds.
  private func maxPinDistance(atZoom zoom: Double) -> Double {
    let zoom = zoomRange.level(of: zoom)
    guard zoom <= options.maxZoom else { return 0 }
    let radius = FixedPoint.mapPoints(options.radiusInUnits(atZoom: zoom))
    return 4 * radius + 16
  }
}
