import MapGeometry

/// Clusters pins by the cells of a grid, as the ClusterMap library does.
///
/// The screen is divided into square cells that are aligned with the world, so that they stay
/// where they are while the map pans. The pins of a cell become one cluster at their mean, or stay
/// single where they are fewer than the minimum count. Cheap to build and to change; pins that
/// are close but on two sides of a cell's edge stay apart.
///
/// Zoom levels are those of 256-point tiles, as `Viewport.zoom(showing:)`, rounded down and clamped
/// to ``GridCellSizes/zoomRange``.
///
/// Immutable: any number of threads may query it at the same time.
public struct GridClusters: Sendable {
  /// The pins.
  public let index: SpatialIndex
  public let cellSizes: GridCellSizes
  /// The least number of pins that become a cluster.
  public let minimumCount: Int

  /// Clusters the pins of an index that exists already.
  ///
  /// - Throws: ``ClusteringError/invalidOption(name:found:expected:)`` for a minimum count below 2.
  public init(
    index: SpatialIndex, cellSizes: GridCellSizes = .clusterMap, minimumCount: Int = 2
  ) throws(ClusteringError) {
    guard minimumCount >= 2 else {
      throw .invalidOption(name: "minimumCount", found: "\(minimumCount)", expected: "2 or more")
    }
    self.index = index
    self.cellSizes = cellSizes
    self.minimumCount = minimumCount
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

  /// Calls `body` with every pin that an item stands for: the members of a cell's cluster, or the
  /// pin itself.
  ///
  /// An identity that this clusterer does not give is answered with no pin.
  ///
  /// Complexity: that of ``SpatialIndex/forEachPin(in:_:)`` for the cell. Nothing is allocated.
  public func forEachPin(of id: AnnotationID, _ body: (Int) -> Void) {
    if let pin = id.pinIndex {
      if pin < index.count { body(pin) }
      return
    }
    guard let cell = id.gridCell, GridCellSizes.zoomRange.contains(cell.zoom) else { return }
    let level = GridLevel(zoom: cell.zoom, sizes: cellSizes)
    let block = GridBlock(column: cell.column, row: cell.row)
    var count = 0
    forEachPin(in: block, at: level) { _, _ in count += 1 }
    guard count >= minimumCount else { return }
    forEachPin(in: block, at: level) { pin, _ in body(pin) }
  }

  /// Calls `body` with the pins of some cells, and their places.
  ///
  /// The pins of one cell always come in the same order, whatever the block.
  func forEachPin(in block: GridBlock, at level: GridLevel, _ body: (Int, MapPoint) -> Void) {
    index.forEachPin(onWorld: block.boundingRect(at: level)) { pin, point in
      if block.contains(point, at: level) { body(pin, point) }
    }
  }
}
