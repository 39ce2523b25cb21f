/// The items of one zoom level or two neighbouring ones, sorted by row and in a row by x.
///
/// Most items are the same on both levels and are stored once. The upper level, which is zoomed in
/// further, leaves out the clusters that form at the lower; the lower leaves out what they took in.
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
    /// 1 where a cluster that forms at the lower level takes the item in, else 0.
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
