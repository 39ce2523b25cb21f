/// The items of one zoom level or two neighbouring ones, sorted by row and in a row by x.
///
/// Most items are the same on both levels and are stored once. The upper level, which is zoomed in
/// further, leaves out the clusters that form at the lower; the lower leaves out their members.
struct ZoomBand: Sendable {
  struct Item: Sendable {
    private static let joinedBit: UInt32 = 1 << 31

    /// The place in fixed point units, that of a pin rounded as for clustering.
    let x: UInt32
    let y: UInt32
    private let nodeAndState: UInt32

    init(x: UInt32, y: UInt32, node: UInt32, isJoined: Bool) {
      self.x = x
      self.y = y
      nodeAndState = node | (isJoined ? Self.joinedBit : 0)
    }

    /// The pin's index, or the number of pins plus the cluster's number.
    var node: UInt32 { nodeAndState & ~Self.joinedBit }
    /// 1 if a cluster that forms at the lower level takes the item in, else 0.
    var joinedBit: UInt64 { UInt64(nodeAndState &>> 31) }
  }

  /// A row is 2^`rowShift` fixed point units high.
  let rowShift: UInt64
  /// Ended by `LevelRow.end`.
  let rows: [LevelRow]
  let items: [Item]

  var byteCount: Int {
    rows.count * MemoryLayout<LevelRow>.stride + items.count * MemoryLayout<Item>.stride
  }

  @inline(__always)
  func withView<Result>(_ body: (ZoomBandView) -> Result) -> Result {
    rows.withUnsafeBufferPointer { rows in
      items.withUnsafeBufferPointer { items in
        body(ZoomBandView(rowShift: rowShift, rows: rows, items: items))
      }
    }
  }
}

/// A band for reading, without checks of bounds.
///
/// Invariant: it is used only within `ZoomBand.withView(_:)`, whose band owns the memory and never
/// changes, so that any number of threads may read it. Rows and slots are bounded by
/// `LevelRow.end`.
struct ZoomBandView {
  let rowShift: UInt64
  let rows: UnsafeBufferPointer<LevelRow>
  let items: UnsafeBufferPointer<ZoomBand.Item>

  /// Calls `body` with every included item in a rectangle in fixed point units, edges included.
  ///
  /// The results for 64 candidates are collected in a word of bits before `body` is called: a
  /// branch for each would often be mispredicted.
  ///
  /// - Parameter isIncluded: 1 or 0.
  @inline(__always)
  func forEachItem(
    left: UInt32, right: UInt32, top: UInt32, bottom: UInt32,
    where isIncluded: (ZoomBand.Item) -> UInt64, _ body: (ZoomBand.Item) -> Void
  ) {
    guard left <= right, top <= bottom else { return }
    let last = UInt32(truncatingIfNeeded: UInt64(bottom) &>> rowShift)
    let height = bottom &- top
    var row = firstRow(from: UInt32(truncatingIfNeeded: UInt64(top) &>> rowShift))
    while rows[row].number <= last {
      let end = Int(rows[row &+ 1].start)
      var slot = firstSlot(from: Int(rows[row].start), to: end, reaching: left)
      while slot < end, items[slot].x <= right {
        let start = slot
        let wordEnd = min(end, start &+ 64)
        var found: UInt64 = 0
        while slot < wordEnd, items[slot].x <= right {
          let isInside: UInt64 = items[slot].y &- top <= height ? 1 : 0
          found |= (isInside & isIncluded(items[slot])) &<< UInt64(slot &- start)
          slot &+= 1
        }
        while found != 0 {
          body(items[start &+ found.trailingZeroBitCount])
          found &= found &- 1
        }
      }
      row &+= 1
    }
  }

  /// The first row that is not above one of a number.
  @inline(__always)
  private func firstRow(from number: UInt32) -> Int {
    var low = 0
    var length = rows.count &- 1
    // Without branches: each would be mispredicted half of the time.
    while length > 0 {
      let half = (length &+ 1) / 2
      let isBefore = (Int(rows[low &+ half &- 1].number) &- Int(number)) &>> 63
      low &+= half & isBefore
      length &-= half
    }
    return low
  }

  /// The first slot of a row whose item is not left of `left`.
  @inline(__always)
  private func firstSlot(from start: Int, to end: Int, reaching left: UInt32) -> Int {
    var low = start
    var length = end &- start
    while length > 0 {
      let half = (length &+ 1) / 2
      let isBefore = (Int(items[low &+ half &- 1].x) &- Int(left)) &>> 63
      low &+= half & isBefore
      length &-= half
    }
    return low
  }
}

/// The items that one zoom level shows.
///
/// It has pointers only, so that a query counts no references. Invariant: it is used only within
/// `HierarchicalClusters.withLevel(atZoom:_:)`, which keeps the index alive, whose memory never
/// changes.
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
    let zoom = zoomRange.level(of: zoom)
    let depth = options.maxZoom + 1 - zoom
    return withExtendedLifetime(tree) {
      points.withUnsafeBufferPointer { points in
        // The highest level is a band alone, all others share one with a neighbour.
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
