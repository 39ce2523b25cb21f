import MapGeometry

/// Clusters pins by distance, for every zoom level at once, as mapbox's supercluster does.
///
/// Every zoom level is made of the one above it: items closer than the radius join into clusters,
/// so that a cluster opens into its children when the map zooms in. All levels are computed when
/// the index is built; a query only reads.
///
/// The result depends on the order of the points: a cluster grows from the item whose pins come
/// first. The same points give the same clusters with the same identities in every build, on any
/// number of threads; all sums and distances are in whole numbers.
///
/// For clustering, positions are rounded: up to `maxZoom` 16 to 24 significant bits as supercluster
/// does (at worst 8 map points, 1.2 m, half a screen point at zoom 16), beyond to 1/16 map point
/// (1 cm). A single pin is always shown at its own place.
///
/// Distances are measured on the flat map and not across the antimeridian.
///
/// Immutable: any number of threads may query it at the same time. See ``byteCount`` for its
/// memory.
public struct HierarchicalClusters: Sendable {
  /// The pins.
  public let points: [MapPoint]
  /// How they were clustered.
  public let options: Options

  let tree: ClusterTree
  /// The items of `maxZoom + 1`, then those of two zoom levels each, from `maxZoom` down.
  let bands: [ZoomBand]
  /// How many pairs of items the build looked at: grows with the pins as its time does.
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
  ///   - threads: How many threads may work on it, 1 or more; 64 at most are used. They share the placing, the sweeps
  ///     and the descents, which are half of the work; fewer than 16,384 items are never shared.
  /// - Throws: a ``ClusteringError`` for a pin off the world, too many pins, or an option that
  ///   means nothing.
  public init(
    points: [MapPoint], options: Options = Options(), threads: Int = 1
  ) throws(ClusteringError) {
    try self.init(points: points, options: options, threads: threads, observer: .none)
  }

  init(
    points: [MapPoint], options: Options, threads: Int, observer: BuildObserver
  ) throws(ClusteringError) {
    try options.validate()
    guard threads >= 1 else {
      throw .invalidOption(name: "threads", found: "\(threads)", expected: "1 or more")
    }
    try PinCheck.validate(points)
    let builder = HierarchicalBuilder(
      points: points, options: options, workers: Workers(threadCount: threads))
    (tree, bands, candidateCount) = try builder.build(observer: observer)
    self.points = points
    self.options = options
  }

  /// The zoom levels that show different items: `minZoom` to `maxZoom + 1`, where every pin is
  /// single.
  public var zoomRange: ClosedRange<Int> { options.minZoom...(options.maxZoom + 1) }

  /// How many bytes the index holds beside ``points``, which it shares with the caller's array.
  ///
  /// About 80 a pin for a million pins that crowd in cities, 110 for as many that are spread evenly,
  /// up to 150 for a few thousand that are spread evenly.
  public var byteCount: Int {
    tree.byteCount + bands.reduce(0) { $0 + $1.byteCount }
  }

  /// How many items a zoom level has on the whole world.
  ///
  /// The zoom is rounded down and clamped to ``zoomRange``.
  ///
  /// Complexity: O(items).
  public func itemCount(atZoom zoom: Double) -> Int {
    withLevel(atZoom: zoom) { $0.count }
  }
}
