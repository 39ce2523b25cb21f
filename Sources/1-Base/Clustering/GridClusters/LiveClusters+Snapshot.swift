extension LiveClusters {
  /// The clusters of this moment, which never change.
  ///
  /// Complexity: O(1). Later updates copy the pages that they change, once for each snapshot, while
  /// a snapshot shares them.
  public var snapshot: Snapshot { Snapshot(cellTrees: cellTrees, token: snapshots) }

  /// The clusters of one moment.
  ///
  /// Its items are those of ``GridClusters``, in the same order. Immutable: any number of threads may
  /// query it at the same time, while its clusterer changes.
  public struct Snapshot: ClusterIndex {
    fileprivate let cellTrees: CellTrees<LivePinLocations>
    /// Shared with the clusterer, so that it copies its pages before it changes them.
    fileprivate let token: CopyToken
    /// The number of pins.
    public var count: Int { cellTrees.count }

    /// The cells' sizes.
    public var cellSizes: GridCellSizes { cellTrees.cellSizes }
    /// The minimum number of pins of a cluster.
    public var minimumCount: Int { cellTrees.minimumCount }
    /// All zoom levels of ``GridCellSizes/zoomRange``.
    public var zoomRange: ClosedRange<Int> { GridCellSizes.zoomRange }

    /// The place of a pin, or `nil` if there is no such pin.
    public func point(of pin: Int) -> MapPoint? { cellTrees.places.place(of: pin) }

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

    /// The number of cells that a query visits, for tests of its cost.
    package func cellsVisited(in rect: MapRect, zoom: Double) -> Int {
      var items: [ClusterItem] = []
      return cellTrees.items(in: rect, zoom: zoom, into: &items)
    }
  }
}

/// An object that the copies of a value share: it is uniquely referenced where there is one copy.
final class CopyToken: Sendable {}
