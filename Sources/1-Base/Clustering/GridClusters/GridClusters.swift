/// Clusters pins by the cells of a grid, as the ClusterMap library does.
///
/// The screen is divided into square cells that are aligned with the world, so that they stay in
/// place while the map pans. The pins of a cell become one cluster at their mean, or stay single
/// where they are fewer than the minimum count. Cheap to build; pins that are close but on two
/// sides of a cell's edge stay apart. For pins that are inserted, moved and removed, see
/// ``LiveClusters``, which gives the same items.
///
/// Zoom levels are those of 256-point tiles, as `Viewport.zoom(showing:)`, rounded down and clamped
/// to ``GridCellSizes/zoomRange``. A cluster's mean is computed from places in whole units of 1/16
/// map point (1 cm); a single pin is shown at its own place.
///
/// Cells are taken whole: a cell's cluster is the same whatever the rectangle. A rectangle across
/// the antimeridian finds the cells on both sides, each once. Items are in the order of their cells
/// (rows from the north, in a row from the west), and single pins of a cell in the order of their
/// indexes.
///
/// Immutable: any number of threads may query it at the same time. It keeps about 15 bytes a pin
/// for each run of zoom levels whose cells nest (two with the standard sizes), without the index.
public struct GridClusters: ClusterIndex {
  /// The pins.
  public let index: SpatialIndex
  private let cellTrees: CellTrees<[MapPoint]>

  /// The cells' sizes.
  public var cellSizes: GridCellSizes { cellTrees.cellSizes }
  /// The minimum number of pins of a cluster.
  public var minimumCount: Int { cellTrees.minimumCount }
  /// All zoom levels of ``GridCellSizes/zoomRange``.
  public var zoomRange: ClosedRange<Int> { GridCellSizes.zoomRange }

  /// Clusters the pins of an index that exists already.
  ///
  /// Complexity: O(n) for n pins, for each run of zoom levels whose cells nest.
  ///
  /// - Throws: ``ClusteringError/invalidOption(name:found:expected:)`` for a minimum count below 2.
  public init(
    index: SpatialIndex, cellSizes: GridCellSizes = .clusterMap, minimumCount: Int = 2
  ) throws(ClusteringError) {
    self.index = index
    cellTrees = try CellTrees(
      pins: index.points.indices, places: index.points, cellSizes: cellSizes,
      minimumCount: minimumCount)
  }

  /// Clusters pins.
  ///
  /// Complexity: O(n log n) for n points.
  ///
  /// - Throws: a ``ClusteringError`` for a pin off the world, too many pins, or a minimum count
  ///   below 2.
  public init(
    points: [MapPoint], cellSizes: GridCellSizes = .clusterMap, minimumCount: Int = 2
  ) throws(ClusteringError) {
    try self.init(
      index: SpatialIndex(points: points), cellSizes: cellSizes, minimumCount: minimumCount)
  }

  /// Replaces the contents of an array by the items of every cell that a rectangle touches.
  ///
  /// Complexity: O(k log k) for k items, and the cells of the tree above the rectangle's edges.
  /// Nothing is allocated but space in the array.
  public func items(in rect: MapRect, zoom: Double, into items: inout [ClusterItem]) {
    cellTrees.items(in: rect, zoom: zoom, into: &items)
  }

  /// Replaces the contents of an array by the items of some of the pins, see ``ClusterIndex``.
  ///
  /// Complexity: as without a predicate, and O(p) for the p pins of the cells.
  public func items(
    in rect: MapRect, zoom: Double, where isIncluded: (Int) -> Bool,
    into items: inout [ClusterItem]
  ) {
    cellTrees.items(in: rect, zoom: zoom, where: isIncluded, into: &items)
  }

  /// The item of an identity, or `nil` if there is no such pin, or no cluster in the cell.
  ///
  /// Complexity: O(zoom).
  public func item(of id: AnnotationID) -> ClusterItem? { cellTrees.item(of: id) }

  /// Calls `body` with every pin of an item: the members of a cell's cluster, or the pin itself.
  /// Calls it with none for an unknown identity.
  ///
  /// Complexity: O(zoom + pins). Nothing is allocated.
  public func forEachPin(of id: AnnotationID, _ body: (Int) -> Void) {
    cellTrees.forEachPin(of: id, body)
  }

  /// The lowest zoom level above a cluster's own at which its pins are in several cells; `nil`
  /// where they are together at every zoom, for a pin, and for an unknown identity.
  ///
  /// Where cells of two zoom levels do not nest (88 points at zoom 12, 64 at zoom 13), pins of
  /// other clusters may be in these cells too.
  ///
  /// Complexity: O(zoom levels + pins). Nothing is allocated.
  public func expansionZoom(of id: AnnotationID) -> Int? {
    cellTrees.expansionZoom(of: id)
  }

  /// The memory of the cells in bytes, without the ``index``.
  package var byteCount: Int { cellTrees.byteCount }
}

/// The sizes of a grid's cells on the screen, for each zoom level.
public struct GridCellSizes: Hashable, Sendable {
  /// A size of cells from a zoom level up to the next step.
  public struct Step: Hashable, Sendable {
    /// The first whole zoom level of the step.
    public let zoom: Int
    /// The width and height of a cell in screen points.
    public let size: Double

    /// A size from a zoom level on.
    public init(zoom: Int, size: Double) {
      self.zoom = zoom
      self.size = size
    }
  }

  /// The zoom levels of a grid; others are clamped to these.
  public static let zoomRange = 0...22
  /// The minimum size of a cell in screen points.
  public static let minimumSize = 4.0

  /// The steps, by ascending zoom; the first is at zoom 0.
  public let steps: [Step]

  /// Sizes in steps.
  ///
  /// - Throws: ``ClusteringError/invalidOption(name:found:expected:)`` unless the first step is at
  ///   zoom 0, zooms ascend within ``zoomRange``, and sizes are finite and at least
  ///   ``minimumSize``.
  public init(steps: [Step]) throws(ClusteringError) {
    guard steps.first?.zoom == Self.zoomRange.lowerBound else {
      throw .invalidOption(
        name: "steps", found: steps.first.map { "zoom \($0.zoom)" } ?? "no step",
        expected: "a first step at zoom \(Self.zoomRange.lowerBound)")
    }
    for (step, next) in zip(steps, steps.dropFirst())
    where next.zoom <= step.zoom || !Self.zoomRange.contains(next.zoom) {
      throw .invalidOption(
        name: "steps", found: "zoom \(next.zoom) after zoom \(step.zoom)",
        expected: "ascending zooms in \(Self.zoomRange)")
    }
    for step in steps where !(step.size >= Self.minimumSize && step.size.isFinite) {
      throw .invalidOption(
        name: "size", found: "\(step.size) at zoom \(step.zoom)",
        expected: "a finite number of points, at least \(Self.minimumSize)")
    }
    self.init(uncheckedSteps: steps)
  }

  /// The same size at every zoom.
  ///
  /// - Throws: ``ClusteringError/invalidOption(name:found:expected:)`` unless the size is finite
  ///   and at least ``minimumSize``.
  public init(uniform size: Double) throws(ClusteringError) {
    try self.init(steps: [Step(zoom: 0, size: size)])
  }

  private init(uncheckedSteps steps: [Step]) { self.steps = steps }

  /// The ClusterMap library's sizes: 88 points below zoom 13, 64 from 13, 32 from 16, 16 from 19.
  public static let clusterMap = GridCellSizes(uncheckedSteps: [
    Step(zoom: 0, size: 88), Step(zoom: 13, size: 64), Step(zoom: 16, size: 32),
    Step(zoom: 19, size: 16),
  ])

  /// The size of a cell at a zoom level in screen points.
  public func size(atZoom zoom: Int) -> Double {
    (steps.last { $0.zoom <= zoom } ?? steps[0]).size
  }
}
