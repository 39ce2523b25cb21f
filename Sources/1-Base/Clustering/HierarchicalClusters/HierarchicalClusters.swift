/// Clusters pins by distance, for every zoom level at once, as mapbox's supercluster does.
///
/// Every zoom level is made from the one above it: items closer than the radius join into clusters,
/// so that a cluster opens into its children when the map zooms in. All levels are computed when
/// the index is built; a query only reads.
///
/// The result depends on the order of the points: a cluster grows from the item whose pins come
/// first. The same points give the same clusters with the same identities in every build, on any
/// number of threads; all sums and distances are in whole numbers.
///
/// For clustering, positions are rounded: up to `maxZoom` 16, to 24 significant bits as
/// supercluster does (at worst 8 map points, 1.2 m, half a screen point at zoom 16); above, to 1/16
/// map point (1 cm). A single pin is always shown at its own place.
///
/// Distances are measured on the flat map and not across the antimeridian.
///
/// Immutable: any number of threads may query it at the same time. See ``byteCount`` for its
/// memory.
public struct HierarchicalClusters: ClusterIndex {
  /// The pins.
  public let points: [MapPoint]
  /// The options with which they were clustered.
  public let options: Options

  let tree: ClusterTree
  /// One for each level, from `maxZoom + 1` down.
  let lists: [ItemList]
  /// The number of pairs of items that the build compared, for tests that it is linear.
  package let candidateCount: Int

  /// Clusters pins at every zoom level.
  ///
  /// Complexity: O(n) for n points at each zoom level, and the sorting of places where many pins
  /// are within reach of each other. No data makes it quadratic (for `minPoints` above 2, this is
  /// O(n log n) expected, as a search tree is built of each level).
  ///
  /// - Parameters:
  ///   - points: The pins. Their order matters: a cluster grows from the one that comes first.
  ///   - options: How to cluster them.
  ///   - threads: The maximum number of threads, 1 or more; at most 64 are used. They share nearly
  ///     all of the work where there are 16,384 items or more; with `minPoints` above 2, one thread
  ///     finds the clusters themselves.
  /// - Throws: a ``ClusteringError`` for a pin off the world, too many pins, or an option that is
  ///   not valid.
  public init(
    points: [MapPoint], options: Options = Options(), threads: Int = 1
  ) throws(ClusteringError) {
    try self.init(points: points, options: options, threads: threads, shouldContinue: { _ in true })
  }

  init(
    points: [MapPoint], options: Options, threads: Int, shouldContinue: (Double) -> Bool
  ) throws(ClusteringError) {
    try options.validate()
    guard threads >= 1 else {
      throw .invalidOption(name: "threads", found: "\(threads)", expected: "1 or more")
    }
    try points.validateAsPins()
    let builder = HierarchicalBuilder(
      points: points, options: options, workers: Workers(threadCount: threads))
    (tree, lists, candidateCount) = try builder.build(shouldContinue: shouldContinue)
    self.points = points
    self.options = options
  }

  /// The zoom levels that show different items: `minZoom` to `maxZoom + 1`, where every pin is
  /// single.
  public var zoomRange: ClosedRange<Int> { options.minZoom...(options.maxZoom + 1) }

  /// The memory of the index in bytes, without ``points``, which it shares with the caller's array.
  ///
  /// About 47 a pin for a million pins that crowd in cities, 58 for as many that are spread
  /// evenly, up to 86 for a few thousand that are spread evenly.
  public var byteCount: Int {
    tree.byteCount + lists.reduce(0) { $0 + $1.byteCount }
  }

  /// The number of items of a zoom level on the whole world.
  ///
  /// The zoom is rounded down and clamped to ``zoomRange``.
  ///
  /// Complexity: O(items).
  public func itemCount(atZoom zoom: Double) -> Int {
    withLevel(atZoom: zoom) { $0.count }
  }

  /// Clusters pins off the caller's actor; ends early if its task is cancelled.
  ///
  /// Cancellation is checked between the zoom levels. The first takes longest: at a million pins, a
  /// few hundredths of a second.
  ///
  /// - Parameters:
  ///   - points: The pins. Their order matters: a cluster grows from the one that comes first.
  ///   - options: How to cluster them.
  ///   - threads: The maximum number of threads, 1 or more.
  ///   - progress: Gets the fraction of the zoom levels that are done, from 0 to 1, on the thread
  ///     of the build. High zooms, which come first, take longer than low ones.
  /// - Throws: a ``ClusteringError``: as the initializer, and ``ClusteringError/cancelled``.
  @concurrent
  public static func build(
    points: [MapPoint], options: Options = Options(), threads: Int = 1,
    progress: @escaping @Sendable (Double) -> Void = { _ in }
  ) async throws(ClusteringError) -> HierarchicalClusters {
    try HierarchicalClusters(
      points: points, options: options, threads: threads,
      shouldContinue: { fraction in
        progress(fraction)
        return !Task.isCancelled
      })
  }

  /// The item of an identity, or `nil` if this index has no such pin or cluster.
  ///
  /// Complexity: O(zoom levels).
  public func item(of id: AnnotationID) -> ClusterItem? {
    if let pin = id.pinIndex { return pin < points.count ? pinItem(pin) : nil }
    return tree.cluster(of: id).map { tree.clusters[Int($0)].item(zoom: id.clusterZoom) }
  }

  /// The items that a cluster was made of, which it opens into at its ``expansionZoom(of:)``.
  ///
  /// At least two for a cluster, none for a pin and for an unknown identity. The order is the same
  /// in every build; the item that the cluster grew from comes first.
  ///
  /// Complexity: O(children x zoom levels).
  public func children(of id: AnnotationID) -> [ClusterItem] {
    expansionZoom(of: id).map { items(of: id, atZoom: Double($0)) } ?? []
  }

  /// Calls `body` with every pin of an item, each once: the pins of a cluster at all depths, or the
  /// pin itself. No pin for an unknown identity.
  ///
  /// The pin that a cluster grew from comes first, and the pins of each of its children are
  /// adjacent.
  ///
  /// Complexity: O(zoom levels + pins). Nothing is allocated.
  public func forEachPin(of id: AnnotationID, _ body: (Int) -> Void) {
    if let pin = id.pinIndex {
      if pin < points.count { body(pin) }
    } else if let number = tree.cluster(of: id) {
      for leaf in leaves(ofCluster: number) { body(Int(tree.leaves[leaf])) }
    }
  }

  /// Replaces the contents of an array by a page of the pins of an item, in the order of
  /// ``forEachPin(of:_:)``: a long list is shown without reading all of it.
  ///
  /// Complexity: O(zoom levels + limit). Nothing is allocated but space in the array.
  ///
  /// - Parameters:
  ///   - id: A cluster, or a pin.
  ///   - offset: The number of pins to skip; a negative number gives an empty page.
  ///   - limit: The maximum number of pins.
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

  /// A page of the pins of an item, see ``pins(of:offset:limit:into:)``.
  public func pins(of id: AnnotationID, offset: Int = 0, limit: Int) -> [Int] {
    Array { pins(of: id, offset: offset, limit: limit, into: &$0) }
  }

  /// The lowest zoom level at which a cluster is shown as its children; `nil` for a pin and for an
  /// unknown identity.
  ///
  /// At `maxZoom + 1` the children are single pins.
  public func expansionZoom(of id: AnnotationID) -> Int? {
    tree.cluster(of: id).map { _ in id.clusterZoom + 1 }
  }

  /// The positions of a cluster's pins in the order of the leaves.
  func leaves(ofCluster number: UInt32) -> Range<Int> {
    let first = Int(tree.links[Int(number)].firstLeaf)
    return first..<(first + Int(tree.clusters[Int(number)].count))
  }

  func pinItem(_ pin: Int) -> ClusterItem {
    ClusterItem(id: .pin(pin), point: points[pin], count: 1)
  }

  /// Replaces the contents of an array by the items that show an item at another zoom level:
  /// itself, the one cluster that contains it, or the items that it has opened into.
  ///
  /// For animation: when the map zooms out, an annotation moves to the item that contains it; when
  /// it zooms in, the items that a cluster opens into start from its place. Nothing for an unknown
  /// identity. The zoom is rounded down and clamped to ``zoomRange``. The item that a cluster grew
  /// from comes first; the order is the same in every build.
  ///
  /// Complexity: O(items found x zoom levels).
  public func items(of id: AnnotationID, atZoom zoom: Double, into items: inout [ClusterItem]) {
    items.removeAll(keepingCapacity: true)
    if let item = item(holding: id, atZoom: zoom) {
      items.append(item)
      return
    }
    guard let number = tree.cluster(of: id) else { return }
    let level = zoomRange.level(of: zoom)
    let leaves = leaves(ofCluster: number)
    var leaf = leaves.lowerBound
    // The pins of an item are adjacent: the one after its last belongs to the next item.
    while leaf < leaves.upperBound {
      let item = item(ofPin: Int(tree.leaves[leaf]), atZoom: level)
      items.append(item)
      leaf += item.count
    }
  }

  /// The items that show an item at another zoom level, see ``items(of:atZoom:into:)``.
  public func items(of id: AnnotationID, atZoom zoom: Double) -> [ClusterItem] {
    Array { items(of: id, atZoom: zoom, into: &$0) }
  }

  /// The one item that contains an item at another zoom level: itself, or a cluster. `nil` if it
  /// has opened into several, and for an unknown identity.
  ///
  /// The zoom is rounded down and clamped to ``zoomRange``.
  ///
  /// Complexity: O(zoom levels). Nothing is allocated.
  public func item(holding id: AnnotationID, atZoom zoom: Double) -> ClusterItem? {
    let zoom = zoomRange.level(of: zoom)
    if let pin = id.pinIndex { return pin < points.count ? item(ofPin: pin, atZoom: zoom) : nil }
    guard tree.cluster(of: id) != nil, id.clusterZoom >= zoom else { return nil }
    return item(ofPin: Int(id.clusterSeed), atZoom: zoom)
  }

  private func item(ofPin pin: Int, atZoom zoom: Int) -> ClusterItem {
    tree.cluster(ofPin: UInt32(pin), atZoom: zoom).map { number in
      tree.clusters[Int(number)].item(zoom: tree.zoom(of: number, from: zoom))
    } ?? pinItem(pin)
  }

  /// Replaces the contents of an array by the items that lie in a rectangle at a zoom level, the
  /// rectangle's edges included, each item once.
  ///
  /// A rectangle across the antimeridian finds the items on both sides (`MapRect.partsOnWorld`).
  /// The zoom is rounded down and clamped to ``zoomRange``. At one zoom, items that two rectangles
  /// have in common come in the same order in both (``HierarchicalClusters`` sorts them by row).
  ///
  /// Complexity: O(r log n + k) for a rectangle over r rows of the level's n items, with k items in
  /// its columns. Nothing is allocated but space in the array.
  public func items(in rect: MapRect, zoom: Double, into items: inout [ClusterItem]) {
    items.removeAll(keepingCapacity: true)
    guard let parts = WorldParts(rect) else { return }
    withLevel(atZoom: zoom) { level in
      level.forEachBatch(in: parts) { batch, _ in items.append(contentsOf: batch) }
    }
  }

  /// Calls `body` with every item in a rectangle at a zoom level: those of
  /// ``items(in:zoom:into:)`` in their order.
  public func forEachItem(in rect: MapRect, zoom: Double, _ body: (ClusterItem) -> Void) {
    guard let parts = WorldParts(rect) else { return }
    withLevel(atZoom: zoom) { level in
      level.forEachBatch(in: parts) { batch, _ in batch.forEach(body) }
    }
  }
}
