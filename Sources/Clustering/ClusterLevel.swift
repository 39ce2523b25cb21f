/// The items of one zoom level, sorted by row and in a row by x.
///
/// A row is a strip of the world, a power of two high. The directory of the rows serves both the
/// building of the next level and the queries.
struct ClusterLevel: Sendable {
  /// What is placed on a level: a node of the tree of clusters at its place.
  struct Item {
    let x: UInt32
    let y: UInt32
    let node: UInt32
  }

  /// An item's row is its y shifted right by this many bits.
  private let rowShift: UInt32
  /// Where each row starts, and where the last one ends.
  private let rowStarts: [UInt32]
  let xs: [UInt32]
  let ys: [UInt32]
  let nodes: [UInt32]

  var count: Int { nodes.count }

  func item(_ slot: Int) -> Item {
    Item(x: xs[slot], y: ys[slot], node: nodes[slot])
  }

  /// Sorts items. Ties fall by position in `items`.
  ///
  /// - Parameters:
  ///   - minimumRowHeight: Rows lower than the radius of a search would make it meet too many.
  ///   - slots: Is set to the place on the level of each of `items`.
  init(_ items: [Item], minimumRowHeight: UInt64, slots: inout [UInt32]) {
    let shift = Self.rowShift(count: items.count, minimumHeight: minimumRowHeight)
    rowShift = shift
    var starts = [UInt32](repeating: 0, count: (1 << (32 - Int(shift))) + 1)
    for item in items { starts[Int(item.y >> shift) + 1] += 1 }
    for row in 1..<starts.count { starts[row] += starts[row - 1] }
    rowStarts = starts

    // A key holds x above and the position below; the rows are filled in the order of `items`.
    var keys = [UInt64](repeating: 0, count: items.count)
    for position in items.indices {
      let row = Int(items[position].y >> shift)
      keys[Int(starts[row])] = UInt64(items[position].x) << 32 | UInt64(position)
      starts[row] += 1
    }
    for row in 1..<rowStarts.count {
      keys.sortAscending(Int(rowStarts[row - 1])..<Int(rowStarts[row]))
    }

    slots.removeAll(keepingCapacity: true)
    slots.append(contentsOf: repeatElement(0, count: items.count))
    for slot in keys.indices { slots[Int(keys[slot] & 0xFFFF_FFFF)] = UInt32(slot) }
    xs = keys.map { UInt32($0 >> 32) }
    ys = keys.map { items[Int($0 & 0xFFFF_FFFF)].y }
    nodes = keys.map { items[Int($0 & 0xFFFF_FFFF)].node }
  }

  /// Rows of about two items, were the items all over the world, but not too low for a search.
  private static func rowShift(count: Int, minimumHeight: UInt64) -> UInt32 {
    var shift: UInt32 = 32
    while shift > 0, (1 << (33 - Int(shift))) <= count / 2, (1 << (shift - 1)) >= minimumHeight {
      shift -= 1
    }
    return shift
  }

  /// Calls `body` with every slot whose item lies in a rectangle in fixed point units, edges
  /// included.
  func forEachSlot(
    left: UInt32, right: UInt32, top: UInt32, bottom: UInt32, _ body: (Int) -> Void
  ) {
    guard left <= right, top <= bottom else { return }
    for row in Int(top >> rowShift)...Int(bottom >> rowShift) {
      let end = Int(rowStarts[row + 1])
      var slot = firstSlot(from: Int(rowStarts[row]), to: end, reaching: left)
      while slot < end, xs[slot] <= right {
        let y = ys[slot]
        if y >= top, y <= bottom { body(slot) }
        slot += 1
      }
    }
  }

  /// Calls `body` with every slot whose item is no farther from a place than a radius.
  func forEachSlot(within radius: UInt64, ofX x: UInt32, y: UInt32, _ body: (Int) -> Void) {
    // For a radius of 2^32, whose square overflows, every square below is within it.
    let (square, overflows) = radius.multipliedReportingOverflow(by: radius)
    let limit = overflows ? UInt64.max : square
    forEachSlot(
      left: UInt32(max(UInt64(x), radius) - radius), right: UInt32(clamping: UInt64(x) + radius),
      top: UInt32(max(UInt64(y), radius) - radius), bottom: UInt32(clamping: UInt64(y) + radius)
    ) { slot in
      let dx = UInt64(xs[slot] > x ? xs[slot] - x : x - xs[slot])
      let dy = UInt64(ys[slot] > y ? ys[slot] - y : y - ys[slot])
      let (distance, overflows) = (dx * dx).addingReportingOverflow(dy * dy)
      if !overflows, distance <= limit { body(slot) }
    }
  }

  /// The first slot of a row whose item is not left of `left`.
  private func firstSlot(from start: Int, to end: Int, reaching left: UInt32) -> Int {
    var low = start
    var high = end
    while low < high {
      let middle = (low + high) / 2
      if xs[middle] < left { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

extension [UInt64] {
  /// Sorts a part. Short parts, which most rows are, are sorted in place without allocating.
  fileprivate mutating func sortAscending(_ part: Range<Int>) {
    guard part.count <= 16 else {
      self[part].sort()
      return
    }
    for next in part.dropFirst() {
      let key = self[next]
      var position = next
      while position > part.lowerBound, self[position - 1] > key {
        self[position] = self[position - 1]
        position -= 1
      }
      self[position] = key
    }
  }
}
