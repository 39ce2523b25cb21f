/// Items of an index by their place: in rows from the north, in a row from the west.
///
/// Every level has a list. That of every third one, and of the lowest, has all items of the level.
/// Each of the others has only the items that the level below does not show, so that most items
/// are stored once: a query reads the lists of its level and of those below, down to a whole one.
struct ItemList: @unchecked Sendable {
  /// The number of levels that a whole list serves.
  private static let levelsPerWholeList = 3

  private let rows: FrozenBuffer<LevelRow>
  let items: FrozenBuffer<PlacedItem>
  private let guide: FrozenBuffer<UInt32>
  /// Its pointers point into the buffers, which own the memory and never change.
  let view: ItemListView

  /// Returns whether a level, by its depth below the highest, has a whole list.
  static func isWhole(depth: Int) -> Bool {
    depth % levelsPerWholeList == levelsPerWholeList - 1
  }

  /// The depths of the lists of a level.
  static func depths(from depth: Int, lowest: Int) -> ClosedRange<Int> {
    depth...min(
      depth / levelsPerWholeList * levelsPerWholeList + levelsPerWholeList - 1, lowest)
  }

  /// A list of all items of a level.
  init(_ level: Level, extent: ItemFrame.Extent, workers: Workers) {
    let frame = ItemFrame(extent, rowShift: level.rowShift)
    let items = level.items.base
    let placed = Buffer<PlacedItem>(capacity: level.count)
    placed.resize(to: level.count)
    workers.forEachRange(items: level.count) { slots in
      for slot in slots { placed.base[slot] = frame.place(items[slot]) }
    }
    self.init(frame: frame, rows: level.rows.copy(), items: FrozenBuffer(placed))
  }

  /// - Parameter rows: Ended by `LevelRow.end`.
  init(frame: ItemFrame, rows: FrozenBuffer<LevelRow>, items: FrozenBuffer<PlacedItem>) {
    self.rows = rows
    self.items = items
    let rowCount = rows.count - 1
    let (first, last) = (rows[0].number, rows[max(rowCount - 1, 0)].number)
    var shift: UInt32 = 0
    while Int((last - first) >> shift) > rowCount { shift += 1 }
    let guide = Buffer<UInt32>(capacity: Int((last - first) >> shift) + 2)
    var row = 0
    for stretch in 0...((last - first) >> shift) {
      while row < rowCount, (rows[row].number - first) >> shift < stretch { row += 1 }
      guide.append(UInt32(row))
    }
    guide.append(UInt32(rowCount))
    self.guide = FrozenBuffer(guide)
    view = ItemListView(
      frame: frame, rows: rows.base, items: items.base, guide: guide.base,
      stretchCount: guide.count - 1, guideShift: shift)
  }

  var byteCount: Int { rows.byteCount + items.byteCount + guide.byteCount }
}

/// An item in a list: its rounded place and its node.
struct PlacedItem: Sendable {
  /// The column in the upper 24 bits, the place in the row in the lower 8.
  let place: UInt32
  /// The pin's index, or the number of pins plus the cluster's number.
  let node: UInt32
}

/// The rounding of places in a list, which a query compensates: it finds all items that may lie in
/// its rectangle, and compares their exact places.
struct ItemFrame: Sendable {
  /// The columns of all items of an index.
  struct Extent {
    fileprivate var left = UInt32.max
    fileprivate var right = UInt32.min

    mutating func add(_ x: UInt32) {
      left = min(left, x)
      right = max(right, x)
    }
  }

  private static let columnBits: UInt32 = 24
  private static let lastColumn: UInt32 = 1 << columnBits - 1

  /// A row is 2^`rowShift` fixed point units high.
  let rowShift: UInt64
  private let left: UInt32
  private let columnShift: UInt32
  private let rowMask: UInt32
  private let depthShift: UInt32

  init(_ extent: Extent, rowShift: UInt64) {
    self.rowShift = rowShift
    left = min(extent.left, extent.right)
    let width = extent.right &- left
    let bits = UInt32(UInt32.bitWidth - width.leadingZeroBitCount)
    columnShift = bits > Self.columnBits ? bits - Self.columnBits : 0
    rowMask = UInt32(truncatingIfNeeded: (1 as UInt64) << rowShift &- 1)
    depthShift = rowShift > 8 ? UInt32(rowShift) - 8 : 0
  }

  @inline(__always)
  func row(_ y: UInt32) -> UInt32 { UInt32(truncatingIfNeeded: UInt64(y) &>> rowShift) }

  /// The place in its row, 0 to 255 from the north.
  @inline(__always)
  func depth(_ y: UInt32) -> UInt32 { (y & rowMask) &>> depthShift }

  @inline(__always)
  func place(_ item: LevelItem) -> PlacedItem {
    PlacedItem(
      place: ((item.x &- left) &>> columnShift) &<< 8 | depth(item.y), node: item.node)
  }

  /// The first and the last place of the columns from one x to another; `nil` where no item is.
  @inline(__always)
  func places(from low: UInt32, to high: UInt32) -> (first: UInt32, last: UInt32)? {
    guard high >= left, low <= high else { return nil }
    let first = (max(low, left) &- left) &>> columnShift
    guard first <= Self.lastColumn else { return nil }
    let last = min((high &- left) &>> columnShift, Self.lastColumn)
    return (first &<< 8, last &<< 8 | 0xFF)
  }
}

/// A list for reading, without checks of bounds.
///
/// Invariant: it is used only while the ``ItemList`` is alive, which owns the memory and never
/// changes, so that any number of threads may read it. Rows and slots are bounded by
/// `LevelRow.end`.
struct ItemListView {
  let frame: ItemFrame
  /// Ended by `LevelRow.end`.
  let rows: UnsafePointer<LevelRow>
  let items: UnsafePointer<PlacedItem>
  /// The first row of each of about as many stretches of equal height as there are rows, and the
  /// end of the rows.
  let guide: UnsafePointer<UInt32>
  let stretchCount: Int
  /// The logarithm of the number of rows in a stretch.
  let guideShift: UInt32

  /// Calls `body` with the nodes of all items below a number that may be in a rectangle in fixed
  /// point units, edges included.
  ///
  /// Nodes are collected before `body` is called, which may change them: a branch for each
  /// candidate would often be mispredicted.
  @inline(__always)
  func forEachNode(
    left: UInt32, right: UInt32, top: UInt32, bottom: UInt32, below endNode: UInt32,
    collecting found: UnsafeMutableBufferPointer<UInt32>,
    _ body: (UnsafeMutableBufferPointer<UInt32>) -> Void
  ) {
    guard top <= bottom, let places = frame.places(from: left, to: right) else { return }
    let (first, last) = (frame.row(top), frame.row(bottom))
    var count = 0
    var row = firstRow(from: first)
    var low = rows[row].number == first ? frame.depth(top) : 0
    while rows[row].number <= last {
      let end = Int(rows[row &+ 1].start)
      var slot = (Int(rows[row].start)..<end).bisected { items[$0].place < places.first }
      let height = (rows[row].number == last ? frame.depth(bottom) : 0xFF) &- low
      while slot < end, items[slot].place <= places.last {
        let item = items[slot]
        found[count] = item.node
        let isInside = (item.place & 0xFF) &- low <= height ? 1 : 0
        // By the sign bit of a difference: compilers make a branch of a comparison here.
        let isFormed = (Int(item.node) &- Int(endNode)) &>> 63
        count &+= isInside & isFormed
        slot &+= 1
        guard count == found.count else { continue }
        body(found)
        count = 0
      }
      row &+= 1
      low = 0
    }
    body(UnsafeMutableBufferPointer(rebasing: found[..<count]))
  }

  /// The first row that is not above one of a number.
  @inline(__always)
  private func firstRow(from number: UInt32) -> Int {
    // The row that ends the rows has the highest number, also where it is the only one.
    guard number > rows[0].number else { return 0 }
    let stretch = Int((number &- rows[0].number) &>> guideShift)
    guard stretch < stretchCount else { return Int(guide[stretchCount]) }
    return (Int(guide[stretch])..<Int(guide[stretch &+ 1])).bisected { rows[$0].number < number }
  }
}

/// The items that one zoom level shows.
///
/// It has pointers only, so that a query counts no references. Invariant: it is used only within
/// `HierarchicalClusters.withLevel(atZoom:_:)`, which keeps the index alive, whose memory never
/// changes.
struct LevelView {
  fileprivate let points: UnsafeBufferPointer<MapPoint>
  fileprivate let clusters: UnsafePointer<ClusterNode>
  fileprivate let formedCounts: UnsafeBufferPointer<UInt32>
  fileprivate let blockZooms: UnsafeBufferPointer<UInt8>
  fileprivate let lists: UnsafeBufferPointer<ItemList>
  fileprivate let rounding: PositionRounding
  /// The node of the first cluster that is not on the level yet.
  fileprivate let endNode: UInt32

  var count: Int {
    lists.reduce(0) { count, list in
      count + (0..<list.items.count).count { list.items[$0].node < endNode }
    }
  }

  /// Calls `body` with all items, and their nodes, in both parts of a rectangle, some at a time: to
  /// append one to an array costs as much as to find it.
  @inline(__always)
  func forEachBatch(
    in parts: WorldParts,
    _ body: (UnsafeBufferPointer<ClusterItem>, UnsafeBufferPointer<UInt32>) -> Void
  ) {
    forEachBatch(in: parts.first, except: nil, body)
    if let second = parts.second { forEachBatch(in: second, except: parts.first, body) }
  }

  /// - Parameter other: The part whose items have come.
  @inline(__always)
  private func forEachBatch(
    in rect: MapRect, except other: MapRect?,
    _ body: (UnsafeBufferPointer<ClusterItem>, UnsafeBufferPointer<UInt32>) -> Void
  ) {
    let columns = rounding.bounds(from: rect.minX, to: rect.maxX)
    let rows = rounding.bounds(from: rect.minY, to: rect.maxY)
    let (low, high) = (SIMD2(rect.minX, rect.minY), SIMD2(rect.maxX, rect.maxY))
    // The size is small enough for memory of the stack.
    withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 256) { found in
      withUnsafeTemporaryAllocation(of: ClusterItem.self, capacity: 32) { batch in
        for index in 0..<lists.count {
          lists[index].view.forEachNode(
            left: columns.low, right: columns.high, top: rows.low, bottom: rows.high,
            below: endNode, collecting: found
          ) { nodes in
            for start in stride(from: 0, to: nodes.count, by: batch.count) {
              var count = 0
              for position in start..<min(nodes.count, start + batch.count) {
                let node = nodes[position]
                let item = item(of: node)
                batch[count] = item
                nodes[start &+ count] = node
                // A pin is shown at its own place, not at the rounded one.
                let point = SIMD2(item.point.x, item.point.y)
                let isNew = other?.contains(item.point) == true ? 0 : 1
                count &+= all((point .>= low) .& (point .<= high)) ? isNew : 0
              }
              body(
                UnsafeBufferPointer(rebasing: batch[..<count]),
                UnsafeBufferPointer(rebasing: nodes[start..<(start + count)]))
            }
          }
        }
      }
    }
  }

  @inline(__always)
  private func item(of node: UInt32) -> ClusterItem {
    guard node >= points.count else {
      return ClusterItem(
        id: AnnotationID(rawValue: UInt64(node)), point: points[Int(node)], count: 1)
    }
    let number = node &- UInt32(truncatingIfNeeded: points.count)
    var zoom = Int(blockZooms[Int(number &>> ClusterTree.blockBits)])
    while number >= formedCounts[zoom] { zoom &-= 1 }
    return clusters[Int(number)].item(zoom: zoom)
  }
}

extension HierarchicalClusters {
  /// Calls `body` with a view of the items of a zoom level, which is valid until it returns.
  @inline(__always)
  func withLevel<Result>(atZoom zoom: Double, _ body: (LevelView) -> Result) -> Result {
    let zoom = zoomRange.level(of: zoom)
    let depth = zoomRange.upperBound - zoom
    let depths = ItemList.depths(from: depth, lowest: lists.count - 1)
    return withExtendedLifetime(self) {
      points.withUnsafeBufferPointer { points in
        lists.withUnsafeBufferPointer { lists in
          tree.formedCounts.withUnsafeBufferPointer { formedCounts in
            tree.blockZooms.withUnsafeBufferPointer { blockZooms in
              body(
                LevelView(
                  points: points, clusters: tree.clusters.base, formedCounts: formedCounts,
                  blockZooms: blockZooms, lists: UnsafeBufferPointer(rebasing: lists[depths]),
                  rounding: options.positionRounding,
                  endNode: UInt32(points.count) + formedCounts[zoom]))
            }
          }
        }
      }
    }
  }
}
