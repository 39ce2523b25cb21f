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
  public struct Snapshot: CellClusters {
    let cellTrees: CellTrees<LivePinLocations>
    /// Shared with the clusterer, so that it copies its pages before it changes them.
    fileprivate let token: CopyToken
    /// The number of pins.
    public var count: Int { cellTrees.count }

    /// The cells' sizes.
    public var cellSizes: GridCellSizes { cellTrees.cellSizes }
    /// The minimum number of pins of a cluster.
    public var minimumCount: Int { cellTrees.minimumCount }

    /// The place of a pin, or `nil` if there is no such pin.
    public func point(of pin: Int) -> MapPoint? { cellTrees.places.place(of: pin) }

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
