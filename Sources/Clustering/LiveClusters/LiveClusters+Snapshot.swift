import MapGeometry

extension LiveClusters {
  /// What the clusterer shows now. It stays as it is whatever becomes of the clusterer.
  ///
  /// Complexity: O(1). Later updates copy the pages that they touch, once for each snapshot, while
  /// there is one that has them too.
  public var snapshot: Snapshot { Snapshot(of: self) }

  /// The clusters of one moment.
  ///
  /// Immutable: any number of threads may query it at the same time, while its clusterer changes.
  public struct Snapshot: ClusterIndex {
    private let forest: CellForest<LivePlaces>
    /// Tells the clusterer that its pages are not its own any more.
    private let presence: Presence
    /// How many pins there are.
    public let count: Int

    fileprivate init(of clusters: LiveClusters) {
      forest = clusters.forest
      presence = clusters.snapshots
      count = clusters.count
    }

    /// The cells' sizes.
    public var cellSizes: GridCellSizes { forest.cellSizes }
    /// The least number of pins that become a cluster.
    public var minimumCount: Int { forest.minimumCount }
    /// All zoom levels of ``GridCellSizes/zoomRange``.
    public var zoomRange: ClosedRange<Int> { GridCellSizes.zoomRange }

    /// Where a pin is, or `nil` where there is no such pin.
    public func point(of pin: Int) -> MapPoint? { forest.places.place(of: pin) }

    /// Replaces the contents of an array by the items of every cell that a rectangle touches.
    ///
    /// Cells are taken whole, and come in the order of ``GridClusters/items(in:zoom:into:)``.
    ///
    /// Complexity: O(k log k) for k items, and the cells of the tree above the rectangle's edges.
    /// Nothing is allocated but room in the array.
    public func items(in rect: MapRect, zoom: Double, into items: inout [ClusterItem]) {
      forest.items(in: rect, zoom: zoom, into: &items)
    }

    /// As ``items(in:zoom:into:)``, as though only some of the pins were there, see
    /// ``ClusterIndex``.
    ///
    /// Complexity: as without a predicate, and O(p) for the p pins of the cells.
    public func items(
      in rect: MapRect, zoom: Double, where isIncluded: (Int) -> Bool,
      into items: inout [ClusterItem]
    ) {
      forest.items(in: rect, zoom: zoom, where: isIncluded, into: &items)
    }

    /// The item of an identity, or `nil` where there is no such pin, or no cluster in the cell.
    ///
    /// Complexity: O(zoom).
    public func item(of id: AnnotationID) -> ClusterItem? { forest.item(of: id) }

    /// Calls `body` with every pin that an item stands for: the members of a cell's cluster, or
    /// the pin itself; with none for an unknown identity.
    ///
    /// Complexity: O(zoom + pins). Nothing is allocated.
    public func forEachPin(of id: AnnotationID, _ body: (Int) -> Void) {
      forest.forEachPin(of: id, body)
    }

    /// How many cells a query looks at, for tests of its cost.
    package func cellsVisited(in rect: MapRect, zoom: Double) -> Int {
      forest.cellsVisited(in: rect, zoom: zoom)
    }
  }
}

/// An object that copies of a value hold together, so that one can tell whether there are others.
final class Presence: Sendable {}
