import MapGeometry

/// Clusters pins by distance, for every zoom level at once, as mapbox's supercluster does.
///
/// Every zoom level is made of the one above it: items closer than the radius join into clusters,
/// so that a cluster opens into its children when the map zooms in. All levels are computed when
/// the index is built; a query only reads.
///
/// The result depends on the order of the points: a cluster grows from the item whose pins come
/// first. The same points give the same clusters with the same identities in every build; all sums
/// and distances are in whole numbers.
///
/// For clustering, positions are rounded: up to `maxZoom` 16 to 24 significant bits as supercluster
/// does (at worst 8 map points, 1.2 m, half a screen point at zoom 16), beyond to 1/16 map point
/// (1 cm). A single pin is always shown at its own place.
///
/// Distances are measured on the flat map and not across the antimeridian.
///
/// Immutable: any number of threads may query it at the same time.
public struct HierarchicalClusters: Sendable {
  /// The pins.
  public let points: [MapPoint]
  public let options: Options

  let tree: ClusterTree
  /// The levels from `options.maxZoom + 1`, which has the pins, down to `options.minZoom`.
  private let levels: [ClusterLevel]

  /// Clusters pins at every zoom level.
  ///
  /// Complexity: O(n log n) for n points at each zoom level.
  ///
  /// - Throws: a ``ClusteringError`` for a pin off the world, too many pins, or an option that
  ///   means nothing.
  public init(points: [MapPoint], options: Options = Options()) throws(ClusteringError) {
    try options.validate()
    try PinCheck.validate(points)
    let builder = ClusterTreeBuilder(points: points, options: options)
    self.points = points
    self.options = options
    tree = builder.tree
    levels = builder.levels
  }

  /// The zoom levels that show different items: `minZoom` to `maxZoom + 1`, where every pin is
  /// single.
  public var zoomRange: ClosedRange<Int> { options.minZoom...(options.maxZoom + 1) }

  /// How many items a zoom level has on the whole world.
  ///
  /// The zoom is rounded down and clamped to ``zoomRange``.
  public func itemCount(atZoom zoom: Double) -> Int {
    level(atZoom: zoom).count
  }

  func level(atZoom zoom: Double) -> ClusterLevel {
    levels[options.maxZoom + 1 - WholeZoom.level(zoom, in: zoomRange)]
  }

  func item(_ node: UInt32) -> ClusterItem {
    guard let cluster = tree.cluster(node) else {
      return ClusterItem(id: .pin(Int(node)), point: points[Int(node)], count: 1)
    }
    return ClusterItem(
      id: tree.id(of: node), point: FixedPoint.mapPoint(x: cluster.x, y: cluster.y),
      count: Int(cluster.count))
  }
}
