import MapGeometry

/// The clusters of an index as though only some of its pins were there, without building it again.
///
/// A filter is prepared once, in one pass over the pins; queries then cost about what those of the
/// index do. Clusters stay the same groups with the same identities: an annotation keeps its place
/// on the map, more or less, while its number changes. Counts are exact; a place is the mean of the
/// included pins, and that of the index where all pins of a cluster are included.
///
/// Use this where a filter lasts for several queries, as with a row of category buttons. For a
/// filter that changes with each query, `items(in:zoom:where:into:)` of the index asks for the pins
/// of the items in view alone.
///
/// Immutable: any number of threads may query it at the same time. It keeps 0.63 bytes a pin.
public struct FilteredClusters: ClusterIndex {
  /// The index that is filtered.
  public let clusters: HierarchicalClusters
  private let leaves: FilteredLeaves

  init(_ clusters: HierarchicalClusters, where isIncluded: (Int) -> Bool) {
    self.clusters = clusters
    leaves = FilteredLeaves(clusters, where: isIncluded)
  }

  /// How many pins are included.
  public var count: Int { leaves.count }

  public var zoomRange: ClosedRange<Int> { clusters.zoomRange }

  /// How many bytes the filter holds beside the index.
  public var byteCount: Int { leaves.byteCount }

  /// Replaces the contents of an array by the items in a rectangle at a zoom level that have
  /// included pins, with the counts and places that these give them.
  ///
  /// Complexity: that of the index's query, over a rectangle that is wider by four radii on each
  /// side, as a place may be as far from that of the whole cluster.
  public func items(in rect: MapRect, zoom: Double, into items: inout [ClusterItem]) {
    items.removeAll(keepingCapacity: true)
    clusters.forEachItem(in: rect, zoom: zoom, includes: leaves.isIncluded, total: leaves.total) {
      items.append($0)
    }
  }

  public func items(
    in rect: MapRect, zoom: Double, where isIncluded: (Int) -> Bool,
    into items: inout [ClusterItem]
  ) {
    clusters.items(
      in: rect, zoom: zoom, where: { leaves.isIncluded($0) && isIncluded($0) }, into: &items)
  }

  public func item(of id: AnnotationID) -> ClusterItem? {
    guard let item = clusters.item(of: id) else { return nil }
    if let pin = id.pinIndex { return leaves.isIncluded(pin) ? item : nil }
    return clusters.leaves(ofCluster: id).flatMap { leaves.total(of: $0).item(of: item) }
  }

  public func forEachPin(of id: AnnotationID, _ body: (Int) -> Void) {
    clusters.forEachPin(of: id) { pin in
      if leaves.isIncluded(pin) { body(pin) }
    }
  }
}

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

/// Which pins a filter includes, in the order of the leaves of a tree of clusters.
///
/// The pins of a cluster lie side by side there, so the total of a cluster is the difference of two
/// running totals, which are kept for every 64 leaves.
struct FilteredLeaves: Sendable {
  /// What lies before a word of leaves.
  private struct Running: Sendable {
    var count: UInt32 = 0
    var x: UInt64 = 0
    var y: UInt64 = 0
  }

  private let points: [MapPoint]
  private let order: FrozenBuffer<UInt32>
  /// A bit for each leaf, and for each pin by its index.
  private let leafWords: [UInt64]
  private let pinWords: [UInt64]
  /// One for each word and one for the end.
  private let running: [Running]

  init(_ clusters: HierarchicalClusters, where isIncluded: (Int) -> Bool) {
    points = clusters.points
    order = clusters.tree.leaves
    let wordCount = (points.count + 63) / 64
    var pinWords = [UInt64](repeating: 0, count: wordCount)
    for pin in points.indices where isIncluded(pin) { pinWords[pin / 64] |= 1 << UInt64(pin % 64) }
    var leafWords = [UInt64](repeating: 0, count: wordCount)
    var running: [Running] = []
    running.reserveCapacity(wordCount + 1)
    var total = PinTotal()
    for word in 0..<wordCount {
      running.append(Running(count: UInt32(total.count), x: total.x, y: total.y))
      for leaf in (word * 64)..<min(word * 64 + 64, points.count) {
        let pin = Int(order[leaf])
        guard pinWords[pin / 64] >> UInt64(pin % 64) & 1 == 1 else { continue }
        leafWords[word] |= 1 << UInt64(leaf % 64)
        total.add(points[pin])
      }
    }
    running.append(Running(count: UInt32(total.count), x: total.x, y: total.y))
    self.pinWords = pinWords
    self.leafWords = leafWords
    self.running = running
  }

  var count: Int { Int(running[running.count - 1].count) }

  var byteCount: Int {
    (leafWords.count + pinWords.count) * MemoryLayout<UInt64>.stride
      + running.count * MemoryLayout<Running>.stride
  }

  func isIncluded(_ pin: Int) -> Bool {
    pinWords[pin / 64] >> UInt64(pin % 64) & 1 == 1
  }

  /// The total of the included ones of some leaves.
  ///
  /// Complexity: O(1); at most 126 leaves are looked at one by one.
  func total(of leaves: Range<Int>) -> PinTotal {
    let end = total(before: leaves.upperBound)
    let start = total(before: leaves.lowerBound)
    return PinTotal(count: end.count - start.count, x: end.x - start.x, y: end.y - start.y)
  }

  private func total(before leaf: Int) -> PinTotal {
    let running = running[leaf / 64]
    var total = PinTotal(count: Int(running.count), x: running.x, y: running.y)
    guard leaf % 64 != 0 else { return total }
    var bits = leafWords[leaf / 64] & (1 << UInt64(leaf % 64) - 1)
    while bits != 0 {
      total.add(points[Int(order[leaf / 64 * 64 + bits.trailingZeroBitCount])])
      bits &= bits - 1
    }
    return total
  }
}

/// Pins added up: how many, and the sums of their places in fixed point units.
///
/// Whole numbers, so that no order of addition changes a result. Below 2^32 units times 2^30 pins.
struct PinTotal {
  var count = 0
  var x: UInt64 = 0
  var y: UInt64 = 0

  mutating func add(_ point: MapPoint) {
    count += 1
    x += UInt64(FixedPoint.units(point.x))
    y += UInt64(FixedPoint.units(point.y))
  }

  /// A cluster's item as though it had these pins only; `nil` where there are none.
  func item(of cluster: ClusterItem) -> ClusterItem? {
    guard count > 0 else { return nil }
    // With all of its pins, a cluster stays where it is, to the last digit.
    guard count < cluster.count else { return cluster }
    let count = UInt64(count)
    return ClusterItem(
      id: cluster.id,
      point: FixedPoint.mapPoint(
        x: UInt32((x + count / 2) / count), y: UInt32((y + count / 2) / count)),
      count: self.count)
  }
}
