/// The build of the level of the next lower zoom: copies the items that stay, and merges the new
/// clusters in. Those that joined, and so leave, become a list of the index where it needs one.
///
/// Two rows become one where the rows of the next level are twice as high. All are sorted by x, so
/// they are merged rather than sorted again.
struct LevelBuilder {
  /// The number of slots from the discard of a piece to the discard of the next: threads that write
  /// to the same line of the cache wait for each other.
  private static let discardStride = 16

  let level: Level
  let states: Buffer<ItemState>
  /// The new clusters, in the order of the next level.
  let clusters: Buffer<LevelItem>
  /// Gets the items; has the height of its rows already.
  let next: Level
  let workers: Workers

  /// The number of slots after the items of a level, for a number of pieces.
  static func discardCount(pieces: Int) -> Int { (pieces + 1) * discardStride }

  /// Builds the level, and returns the list of the items that leave.
  ///
  /// - Parameter leavingCount: The number of these items.
  func run(leavingCount: Int, extent: ItemFrame.Extent) -> ItemList {
    let pieces = pieces()
    // After the items, each piece has a slot for items that do not stay, and one for the others.
    let count = level.count + clusters.count - leavingCount
    next.items.resize(to: count + Self.discardCount(pieces: pieces.count))
    let leaving = Buffer<PlacedItem>(
      capacity: leavingCount + Self.discardCount(pieces: pieces.count))
    let frame = ItemFrame(extent, rowShift: next.rowShift)
    let rows = workers.map(pieces.count) { number in
      let (piece, discard) = (pieces[number], (number + 1) * Self.discardStride)
      var stayingRows = RowWriter(next.items, from: piece.start, discard: count + discard)
      var leavingRows = RowWriter(
        leaving, from: piece.leavingStart, discard: leavingCount + discard)
      merge(piece, frame, staying: &stayingRows, leaving: &leavingRows)
      return (staying: stayingRows.rows, leaving: leavingRows.rows)
    }
    let leavingRows = Buffer<LevelRow>(capacity: rows.reduce(1) { $0 + $1.leaving.count })
    for rows in rows {
      next.rows.append(contentsOf: rows.staying)
      leavingRows.append(contentsOf: rows.leaving)
    }
    next.items.resize(to: count)
    next.rows.append(.end(at: count))
    leaving.resize(to: leavingCount)
    leavingRows.append(.end(at: leavingCount))
    return ItemList(frame: frame, rows: FrozenBuffer(leavingRows), items: leaving.frozen())
  }

  /// Divides the rows into pieces; rows that become one are in one piece.
  private func pieces() -> [LevelPiece] {
    var ends: [Int] = []
    for part in level.parts(workers.partCount(items: level.count)) {
      var end = part.upperBound
      while end < level.rowCount, nextRow(end) == nextRow(end - 1) { end += 1 }
      if end > ends.last ?? 0 { ends.append(end) }
    }
    let states = states.base
    // What the last one has needs no count: nothing comes after it.
    let joinedCounts = workers.map(max(ends.count - 1, 0)) { number in
      // By the sign bit of a difference, which is not a branch: joined is the highest state.
      level.slots(ofRows: (number > 0 ? ends[number - 1] : 0)..<ends[number]).reduce(0) {
        $0 &+ 1 &+ ((Int(states[$1].rawValue) &- Int(ItemState.joined.rawValue)) &>> 63)
      }
    }
    var pieces: [LevelPiece] = []
    var (rowStart, clusterStart, leavingStart) = (0, 0, 0)
    for (number, rowEnd) in ends.enumerated() {
      let isLast = number == ends.count - 1
      let clusterEnd =
        isLast
        ? clusters.count
        : (0..<clusters.count).bisected { clusters[$0].row(next.rowShift) < nextRow(rowEnd) }
      pieces.append(
        LevelPiece(
          oldRows: rowStart..<rowEnd, clusters: clusterStart..<clusterEnd,
          start: Int(level.rows[rowStart].start) + clusterStart - leavingStart,
          leavingStart: leavingStart))
      if !isLast { leavingStart += joinedCounts[number] }
      rowStart = rowEnd
      clusterStart = clusterEnd
    }
    return pieces
  }

  private func nextRow(_ row: Int) -> UInt32 {
    level.rows.base[row].number >> UInt32(truncatingIfNeeded: next.rowShift &- level.rowShift)
  }
}

/// A piece of a level and the new clusters that come between its items.
///
/// Invariant: pieces of one level have disjoint rows, clusters and targets, so that several threads
/// may write the next level and the list of what leaves at the same time.
struct LevelPiece {
  let oldRows: Range<Int>
  let clusters: Range<Int>
  /// The position of its first item on the next level.
  let start: Int
  /// The position of its first item in the list of items that leave.
  let leavingStart: Int
}

/// Rows of items that one thread writes.
///
/// Invariant: the pointer points into a buffer with memory for all items, which does not grow
/// meanwhile. It is written only from the first position on and at the discard; both belong to one
/// piece of a level alone.
private struct RowWriter<Item: BitwiseCopyable> {
  private(set) var rows = Buffer<LevelRow>(capacity: 64)
  private let items: UnsafeMutablePointer<Item>
  private let discard: Int
  private var count: Int
  private var rowStart: Int

  init(_ items: Buffer<Item>, from start: Int, discard: Int) {
    self.items = items.base
    self.discard = discard
    (count, rowStart) = (start, start)
  }

  /// Items that do not belong here are written, too, to a slot that is not used: a branch would
  /// often be mispredicted.
  @inline(__always)
  mutating func write(_ item: Item, if isHere: Bool) {
    items[isHere ? count : discard] = item
    count &+= isHere ? 1 : 0
  }

  mutating func endRow(_ number: UInt32) {
    guard count > rowStart else { return }
    rows.append(LevelRow(number: number, start: UInt32(truncatingIfNeeded: rowStart)))
    rowStart = count
  }
}

extension LevelBuilder {
  /// The x of an exhausted range, greater than every x.
  private static let end = Int.max

  /// Merges the rows and new clusters of a piece into rows of the next level.
  @inline(__always)
  private func merge(
    _ piece: LevelPiece, _ frame: ItemFrame, staying: inout RowWriter<LevelItem>,
    leaving: inout RowWriter<PlacedItem>
  ) {
    let clusters = clusters.base
    var rows = piece.oldRows
    var cluster = piece.clusters.lowerBound
    /// The slots of the next row if it goes into a row of the next level, empty otherwise.
    func takeRow(_ number: UInt32) -> Range<Int> {
      guard let row = rows.first, nextRow(row) == number else { return 0..<0 }
      rows.removeFirst()
      return level.slots(ofRows: row..<(row + 1))
    }
    while !rows.isEmpty || cluster < piece.clusters.upperBound {
      let clusterNumber =
        cluster < piece.clusters.upperBound ? clusters[cluster].row(next.rowShift) : .max
      let number = min(rows.first.map(nextRow) ?? .max, clusterNumber)
      let (first, second) = (takeRow(number), takeRow(number))
      let start = cluster
      while cluster < piece.clusters.upperBound, clusters[cluster].row(next.rowShift) == number {
        cluster &+= 1
      }
      merge(first, second, start..<cluster) { item, isJoined in
        staying.write(item, if: !isJoined)
        leaving.write(frame.place(item), if: isJoined)
      }
      staying.endRow(number)
      leaving.endRow(number)
    }
  }

  /// Calls `body` with the items of up to two rows and the new clusters between them, by x.
  ///
  /// Which of two comes next cannot be predicted, so that it is computed without a branch: a
  /// difference shifted by 63 is -1 if it is negative, else 0.
  ///
  /// Invariant: the pointers point into buffers that do not grow meanwhile and have memory for one
  /// item past the end of each range, which is read.
  @inline(__always)
  private func merge(
    _ first: Range<Int>, _ second: Range<Int>, _ new: Range<Int>,
    _ body: (LevelItem, _ isJoined: Bool) -> Void
  ) {
    let (items, states, clusters) = (level.items.base, states.base, clusters.base)
    var (a, b, c) = (first.lowerBound, second.lowerBound, new.lowerBound)
    var x = a < first.upperBound ? Int(items[a].x) : Self.end
    var otherX = b < second.upperBound ? Int(items[b].x) : Self.end
    var clusterX = c < new.upperBound ? Int(clusters[c].x) : Self.end
    for _ in 0..<(first.count &+ second.count &+ new.count) {
      let isSecond = (otherX &- x) &>> 63
      if clusterX < x ^ ((x ^ otherX) & isSecond) {
        body(clusters[c], false)
        c &+= 1
        clusterX = c < new.upperBound ? Int(clusters[c].x) : Self.end
      } else {
        let slot = a ^ ((a ^ b) & isSecond)
        body(items[slot], states[slot] == .joined)
        a &+= 1 &+ isSecond
        b &-= isSecond
        let (next, otherNext) = (Int(items[a].x), Int(items[b].x))
        x = a < first.upperBound ? next : Self.end
        otherX = b < second.upperBound ? otherNext : Self.end
      }
    }
  }
}
