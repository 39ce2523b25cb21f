/// The build of the level of the next lower zoom: copies the items that stay, and merges the new
/// clusters in. Those that joined, and so leave, become a list of the index where it needs one.
///
/// Two rows become one where the rows of the next level are twice as high. All are sorted by x, so
/// they are merged rather than sorted again.
struct LevelBuilder {
  /// The number of slots from the discard of a piece to that of the next: threads that write to the
  /// same line of the cache wait for each other.
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
      let piece = pieces[number]
      let merge = RowMerge(
        builder: self, piece: piece, items: level.items.base, states: states.base,
        clusters: clusters.base, stayingItems: next.items.base, leavingItems: leaving.base,
        frame: frame)
      let discard = (number + 1) * Self.discardStride
      return merge.run(
        staying: .init(count: piece.start, discard: count + discard),
        leaving: .init(count: piece.leavingStart, discard: leavingCount + discard))
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
    // What the last one has needs no count: nothing comes after it.
    let counts = workers.map(max(ends.count - 1, 0)) { number in
      survivorCount((number > 0 ? ends[number - 1] : 0)..<ends[number])
    }
    var pieces: [LevelPiece] = []
    var (rowStart, clusterStart, target) = (0, 0, 0)
    for (number, rowEnd) in ends.enumerated() {
      let isLast = number == ends.count - 1
      let clusterEnd = isLast ? clusters.count : firstCluster(notAbove: nextRow(rowEnd))
      pieces.append(
        LevelPiece(
          oldRows: rowStart..<rowEnd, clusters: clusterStart..<clusterEnd, start: target,
          leavingStart: Int(level.rows[rowStart].start) + clusterStart - target))
      if !isLast { target += counts[number] + clusterEnd - clusterStart }
      rowStart = rowEnd
      clusterStart = clusterEnd
    }
    return pieces
  }

  fileprivate func nextRow(_ row: Int) -> UInt32 {
    level.rows.base[row].number >> UInt32(truncatingIfNeeded: next.rowShift &- level.rowShift)
  }

  private func firstCluster(notAbove row: UInt32) -> Int {
    (0..<clusters.count).bisected { clusters[$0].row(next.rowShift) < row }
  }

  private func survivorCount(_ rows: Range<Int>) -> Int {
    let states = states.base
    // By the sign bit of a difference, which is not a branch: joined is the highest state.
    return level.slots(ofRows: rows).reduce(0) {
      $0 &- ((Int(states[$1].rawValue) &- Int(ItemState.joined.rawValue)) &>> 63)
    }
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
  /// That of its first item in the list of those that leave.
  let leavingStart: Int
}

/// The merging of a piece's rows and new clusters into rows of the next level, by x.
///
/// Invariant of the pointers: they are those of the buffers of a `LevelBuilder`, which owns them,
/// does not grow them during the merge, and has memory for one item past the end of each range that
/// is read. A target is written only from its count on and at its discard; both belong to one piece
/// alone.
private struct RowMerge {
  /// Where items go. All are written, also those that go elsewhere, to a slot that is not used: a
  /// branch would often be mispredicted.
  struct Target {
    var count: Int
    let discard: Int

    @inline(__always)
    mutating func slot(taking isTaken: Bool) -> Int {
      let slot = isTaken ? count : discard
      count &+= isTaken ? 1 : 0
      return slot
    }
  }

  /// The x of an exhausted range, greater than every x.
  private static let end = Int.max

  let builder: LevelBuilder
  let piece: LevelPiece
  let items: UnsafeMutablePointer<LevelItem>
  let states: UnsafeMutablePointer<ItemState>
  let clusters: UnsafeMutablePointer<LevelItem>
  let stayingItems: UnsafeMutablePointer<LevelItem>
  let leavingItems: UnsafeMutablePointer<PlacedItem>
  let frame: ItemFrame

  /// Merges, and returns the rows that the piece becomes, and those of its items that leave.
  @inline(__always)
  func run(
    staying: Target, leaving: Target
  ) -> (staying: Buffer<LevelRow>, leaving: Buffer<LevelRow>) {
    let rows = (staying: Buffer<LevelRow>(capacity: 64), leaving: Buffer<LevelRow>(capacity: 64))
    var (staying, leaving) = (staying, leaving)
    let rowShift = builder.next.rowShift
    var row = piece.oldRows.lowerBound
    var cluster = piece.clusters.lowerBound
    while row < piece.oldRows.upperBound || cluster < piece.clusters.upperBound {
      let rowNumber = row < piece.oldRows.upperBound ? builder.nextRow(row) : .max
      let clusterNumber =
        cluster < piece.clusters.upperBound ? clusters[cluster].row(rowShift) : .max
      let number = min(rowNumber, clusterNumber)
      let first = takeRow(number, &row)
      let second = takeRow(number, &row)
      let start = cluster
      while cluster < piece.clusters.upperBound, clusters[cluster].row(rowShift) == number {
        cluster &+= 1
      }
      let starts = (staying: staying.count, leaving: leaving.count)
      merge(first, second, start..<cluster) { item, isJoined in
        stayingItems[staying.slot(taking: !isJoined)] = item
        leavingItems[leaving.slot(taking: isJoined)] = frame.place(item)
      }
      append(number, staying, from: starts.staying, to: rows.staying)
      append(number, leaving, from: starts.leaving, to: rows.leaving)
    }
    return rows
  }

  private func append(
    _ number: UInt32, _ target: Target, from start: Int, to rows: Buffer<LevelRow>
  ) {
    guard target.count > start else { return }
    rows.append(LevelRow(number: number, start: UInt32(truncatingIfNeeded: start)))
  }

  /// The slots of a row of the level that goes into a row of the next, empty if there is none.
  private func takeRow(_ number: UInt32, _ row: inout Int) -> Range<Int> {
    guard row < piece.oldRows.upperBound, builder.nextRow(row) == number else { return 0..<0 }
    defer { row &+= 1 }
    return builder.level.slots(ofRows: row..<(row + 1))
  }

  /// Makes one row of the slots of up to two rows and the new clusters that belong there.
  ///
  /// Calls `body` with the items in their new order.
  ///
  /// Which of two comes next cannot be predicted, so that it is computed without a branch: a
  /// difference shifted by 63 is -1 if it is negative, else 0. Reads one item past each range, for
  /// which a level has memory.
  @inline(__always)
  private func merge(
    _ first: Range<Int>, _ second: Range<Int>, _ new: Range<Int>,
    _ body: (LevelItem, _ isJoined: Bool) -> Void
  ) {
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
