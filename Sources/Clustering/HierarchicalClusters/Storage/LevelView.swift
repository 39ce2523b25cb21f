import MapGeometry

/// The items that one zoom level shows.
///
/// Holds pointers only, so that a query counts no references. Invariant: it is used only within
/// `HierarchicalClusters.withLevel(atZoom:_:)`, which keeps what they point to.
struct LevelView {
  private let points: UnsafeBufferPointer<MapPoint>
  private let clusters: UnsafePointer<ClusterNode>
  private let band: ZoomBandView
  private let rounding: PositionRounding
  /// 1 on the lower of the band's two levels, which leaves out the items that join, else 0.
  private let lowerBit: UInt64
  /// The node of the first cluster that is not on the level yet.
  private let endNode: UInt32

  fileprivate init(
    points: UnsafeBufferPointer<MapPoint>, tree: ClusterTree, band: ZoomBandView,
    rounding: PositionRounding, isLower: Bool, zoom: Int
  ) {
    self.points = points
    clusters = tree.clusters.base
    self.band = band
    self.rounding = rounding
    lowerBit = isLower ? 1 : 0
    endNode = UInt32(points.count) + tree.firstNumber(atZoom: zoom - 1)
  }

  var count: Int {
    band.items.count { isShown($0) == 1 }
  }

  /// 1 or 0.
  @inline(__always)
  private func isShown(_ item: ZoomBand.Item) -> UInt64 {
    // By the sign bit of a difference: compilers make a branch of a comparison here.
    let isFormed = UInt64(truncatingIfNeeded: (Int(item.node) &- Int(endNode)) &>> 63) & 1
    return isFormed & ~(item.joinedBit & lowerBit)
  }

  /// Calls `body` with every item, and its node, in a rectangle that is not wrapped.
  @inline(__always)
  func forEachItem(onWorld rect: MapRect, _ body: (ClusterItem, UInt32) -> Void) {
    let columns = rounding.bounds(from: rect.minX, to: rect.maxX)
    let rows = rounding.bounds(from: rect.minY, to: rect.maxY)
    let (minX, maxX, minY, maxY) = (rect.minX, rect.maxX, rect.minY, rect.maxY)
    band.forEachItem(
      left: columns.low, right: columns.high, top: rows.low, bottom: rows.high, where: isShown
    ) { placed in
      let item = item(of: placed)
      // A pin is shown at its own place, not at the rounded one.
      let point = item.point
      if point.x >= minX, point.x <= maxX, point.y >= minY, point.y <= maxY {
        body(item, placed.node)
      }
    }
  }

  @inline(__always)
  private func item(of placed: ZoomBand.Item) -> ClusterItem {
    let node = Int(placed.node)
    guard node >= points.count else {
      return ClusterItem(id: AnnotationID(rawValue: UInt64(node)), point: points[node], count: 1)
    }
    return clusters[node &- points.count].item
  }
}

extension HierarchicalClusters {
  /// Calls `body` with a view of the items of a zoom level, which is valid until it returns.
  @inline(__always)
  func withLevel<Result>(atZoom zoom: Double, _ body: (LevelView) -> Result) -> Result {
    let zoom = WholeZoom.level(zoom, in: zoomRange)
    let depth = options.maxZoom + 1 - zoom
    return withExtendedLifetime(tree) {
      points.withUnsafeBufferPointer { points in
        // The highest level is a band of its own, all others share one with a neighbour.
        bands[(depth + 1) / 2].withView { band in
          body(
            LevelView(
              points: points, tree: tree, band: band, rounding: options.positionRounding,
              isLower: depth > 0 && depth % 2 == 0, zoom: zoom))
        }
      }
    }
  }
}
