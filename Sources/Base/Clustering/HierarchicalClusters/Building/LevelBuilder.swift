/// The build of the level of the next lower zoom: copies the items that stay, and merges the new
/// clusters in.
///
/// Two rows become one where the rows of the next level are twice as high. All are sorted by x, so
/// they are merged rather than sorted again.
struct LevelBuilder {
  private let level: Level
  private let clusterSet: ClusterSet
  private let next: Level
  private let pinCount: Int
  /// The memory for the items of both levels, if they are wanted.
  private let band: UnsafeMutablePointer<ZoomBand.Item>?
  /// The ratio of the next level's row height to this one's, as a power of two.
  private let rowGrowth: UInt32

  /// - Parameters:
  ///   - clusterSet: The new clusters, in the order of the next level.
  ///   - band: Memory for the items of the level and the new clusters; `nil` leaves the band out.
  init(
    from level: Level, with clusterSet: ClusterSet, to next: Level, pinCount: Int,
    band: UnsafeMutablePointer<ZoomBand.Item>?
  ) {
    self.level = level
    self.clusterSet = clusterSet
    self.next = next
    self.pinCount = pinCount
    self.band = band
    rowGrowth = UInt32(truncatingIfNeeded: next.rowShift &- level.rowShift)
    // A row of the next level is made of two at most, as the radius doubles.
    assert(rowGrowth <= 1)
  }

  /// - Parameter bandRows: Gets the rows of the band.
  func run(bandRows: Buffer<LevelRow>, workers: Workers) {
    let pieces = pieces(workers)
    // After the items, each piece has a slot for items that do not stay.
    next.items.resize(to: level.count + clusterSet.clusters.count + pieces.count)
    workers.forEach(pieces.count) { number in
      merge(pieces[number], discard: level.count + clusterSet.clusters.count + number)
    }
    for piece in pieces {
      next.rows.append(contentsOf: piece.rows)
      bandRows.append(contentsOf: piece.bandRows)
    }
    let count = pieces.last?.targetEnd ?? 0
    next.items.resize(to: count)
    next.rows.append(.end(at: count))
    bandRows.append(.end(at: level.count + clusterSet.clusters.count))
  }

  /// Divides the rows into pieces; rows that become one are in one piece.
  private func pieces(_ workers: Workers) -> [LevelPiece] {
    var pieces: [LevelPiece] = []
    var (rowStart, clusterStart, target) = (0, 0, 0)
    let parts = level.parts(workers.partCount(items: level.count))
    for (index, part) in parts.enumerated() {
      let isLast = index == parts.count - 1
      var rowEnd = part.upperBound
      while rowEnd < level.rowCount, nextRow(rowEnd) == nextRow(rowEnd - 1) { rowEnd += 1 }
      guard rowEnd > rowStart else { continue }
      let clusterEnd = isLast ? clusterSet.clusters.count : firstCluster(notAbove: nextRow(rowEnd))
      let piece = LevelPiece(
        rows: rowStart..<rowEnd, clusters: clusterStart..<clusterEnd,
        target: target, band: Int(level.rows[rowStart].start) + clusterStart)
      pieces.append(piece)
      // A single piece needs no count: nothing comes after it.
      target += isLast && index == 0 ? 0 : survivorCount(rowStart..<rowEnd) + piece.clusters.count
      rowStart = rowEnd
      clusterStart = clusterEnd
    }
    return pieces
  }

  private func nextRow(_ row: Int) -> UInt32 { level.rows[row].number >> rowGrowth }

  private func firstCluster(notAbove row: UInt32) -> Int {
    (0..<clusterSet.clusters.count).bisected {
      clusterSet.clusters[$0].row(next.rowShift) < row
    }
  }

  private func survivorCount(_ rows: Range<Int>) -> Int {
    var count = 0
    for slot in Int(level.rows[rows.lowerBound].start)..<Int(level.rows[rows.upperBound].start)
    where clusterSet.states[slot] != .joined {
      count += 1
    }
    return count
  }

  private func merge(_ piece: LevelPiece, discard: Int) {
    var merge = RowMerge(
      items: level.items.base, states: clusterSet.states.base, clusters: clusterSet.clusters.base,
      pinCount: pinCount, target: next.items.base, targetCount: piece.targetStart, discard: discard,
      band: band, bandCount: piece.bandStart)
    var row = piece.oldRows.lowerBound
    var cluster = piece.clusters.lowerBound
    while row < piece.oldRows.upperBound || cluster < piece.clusters.upperBound {
      let rowNumber = row < piece.oldRows.upperBound ? nextRow(row) : .max
      let clusterNumber =
        cluster < piece.clusters.upperBound
        ? clusterSet.clusters[cluster].row(next.rowShift) : .max
      let number = min(rowNumber, clusterNumber)
      let first = takeRow(number, &row, of: piece)
      let second = takeRow(number, &row, of: piece)
      let start = cluster
      while cluster < piece.clusters.upperBound,
        clusterSet.clusters[cluster].row(next.rowShift) == number
      {
        cluster &+= 1
      }
      let targetStart = merge.targetCount
      if band != nil {
        piece.bandRows.append(
          LevelRow(number: number, start: UInt32(truncatingIfNeeded: merge.bandCount)))
      }
      merge.run(first, second, start..<cluster)
      if merge.targetCount > targetStart {
        piece.rows.append(LevelRow(number: number, start: UInt32(truncatingIfNeeded: targetStart)))
      }
    }
    piece.targetEnd = merge.targetCount
  }

  /// The slots of a row of the level that goes into a row of the next, empty if there is none.
  private func takeRow(_ number: UInt32, _ row: inout Int, of piece: LevelPiece) -> Range<Int> {
    guard row < piece.oldRows.upperBound, nextRow(row) == number else { return 0..<0 }
    defer { row &+= 1 }
    return Int(level.rows[row].start)..<Int(level.rows[row &+ 1].start)
  }
}

/// A part of a level that one thread copies to the next.
///
/// Invariant: pieces of one level have disjoint rows, clusters and targets, so that several threads
/// may write the next level and the band at the same time.
final class LevelPiece {
  let oldRows: Range<Int>
  let clusters: Range<Int>
  /// The positions of its first item on the next level and in the band.
  let targetStart: Int
  let bandStart: Int

  /// The rows that it becomes.
  let rows = Buffer<LevelRow>(capacity: 64)
  let bandRows = Buffer<LevelRow>(capacity: 64)
  var targetEnd = 0

  init(rows: Range<Int>, clusters: Range<Int>, target: Int, band: Int) {
    oldRows = rows
    self.clusters = clusters
    targetStart = target
    bandStart = band
  }
}

/// The merging of rows of a level and new clusters into rows of the next level, by x.
///
/// Invariant of the pointers: they are those of the buffers of a `LevelBuilder`, which owns them,
/// does not grow them during the merge, and has memory for one item past the end of each range that
/// is read. A target is written only from `targetCount` on and at `discard`, a band only from
/// `bandCount` on; both belong to one piece alone.
struct RowMerge {
  /// The x of an exhausted range, greater than every x.
  private static let end = Int.max

  let items: UnsafeMutablePointer<LevelItem>
  let states: UnsafeMutablePointer<ClusterSet.State>
  let clusters: UnsafeMutablePointer<LevelItem>
  let pinCount: Int
  let target: UnsafeMutablePointer<LevelItem>
  var targetCount: Int
  /// The slot for items that do not stay.
  let discard: Int
  let band: UnsafeMutablePointer<ZoomBand.Item>?
  var bandCount: Int

  /// Makes one row of the slots of up to two rows and the new clusters that belong there.
  @inline(__always)
  mutating func run(_ first: Range<Int>, _ second: Range<Int>, _ new: Range<Int>) {
    var targetCount = targetCount
    if let band {
      var bandCount = bandCount
      merge(first, second, new) { item, isJoined in
        let node = item.node < pinCount ? item.seed : item.node
        band[bandCount] = ZoomBand.Item(x: item.x, y: item.y, node: node, isJoined: isJoined)
        bandCount &+= 1
        target[isJoined ? discard : targetCount] = item
        targetCount &+= isJoined ? 0 : 1
      }
      self.bandCount = bandCount
    } else {
      merge(first, second, new) { item, isJoined in
        // Always written, to a slot that is not used: a branch would often be mispredicted.
        target[isJoined ? discard : targetCount] = item
        targetCount &+= isJoined ? 0 : 1
      }
    }
    self.targetCount = targetCount
  }

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
