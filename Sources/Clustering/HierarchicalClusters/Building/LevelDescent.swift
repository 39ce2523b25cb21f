/// Makes the level of the next lower zoom: carries the items that stay, merges the new clusters in.
///
/// Two rows become one where the rows of the next level are twice as high. All are sorted by x, so
/// they are merged rather than sorted again.
struct LevelDescent {
  private let level: Level
  private let formation: Formation
  private let next: Level
  private let pinCount: Int
  /// Where to write the items of both levels, if anywhere.
  private let band: UnsafeMutablePointer<ZoomBand.Item>?
  /// How much higher the rows of the next level are, as a power of two.
  private let rowGrowth: UInt32

  /// - Parameters:
  ///   - formation: The new clusters, in the order of the next level.
  ///   - band: Has room for the items of the level and the new clusters; `nil` leaves that out.
  init(
    from level: Level, with formation: Formation, to next: Level, pinCount: Int,
    band: UnsafeMutablePointer<ZoomBand.Item>?
  ) {
    self.level = level
    self.formation = formation
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
    // Behind the items, each piece has a place for what does not stay.
    next.items.resize(to: level.count + formation.clusters.count + pieces.count)
    workers.forEach(pieces.count) { number in
      merge(pieces[number], discard: level.count + formation.clusters.count + number)
    }
    for piece in pieces {
      next.rows.append(contentsOf: piece.rows)
      bandRows.append(contentsOf: piece.bandRows)
    }
    let count = pieces.last?.targetEnd ?? 0
    next.items.resize(to: count)
    next.rows.append(.end(at: count))
    bandRows.append(.end(at: level.count + formation.clusters.count))
  }

  /// Divides the rows, so that rows that become one are in one piece.
  private func pieces(_ workers: Workers) -> [DescentPiece] {
    var pieces: [DescentPiece] = []
    var rowStart = 0
    var clusterStart = 0
    var target = 0
    let parts = level.parts(workers.partCount(items: level.count))
    for (index, part) in parts.enumerated() {
      let isLast = index == parts.count - 1
      var rowEnd = part.upperBound
      while rowEnd < level.rowCount, nextRow(rowEnd) == nextRow(rowEnd - 1) { rowEnd += 1 }
      guard rowEnd > rowStart else { continue }
      let clusterEnd = isLast ? formation.clusters.count : firstCluster(notAbove: nextRow(rowEnd))
      let piece = DescentPiece(
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
    var low = 0
    var high = formation.clusters.count
    while low < high {
      let middle = (low + high) / 2
      if formation.clusters[middle].row(next.rowShift) < row {
        low = middle + 1
      } else {
        high = middle
      }
    }
    return low
  }

  private func survivorCount(_ rows: Range<Int>) -> Int {
    var count = 0
    for slot in Int(level.rows[rows.lowerBound].start)..<Int(level.rows[rows.upperBound].start)
    where formation.states[slot] != .joined {
      count += 1
    }
    return count
  }

  private func merge(_ piece: DescentPiece, discard: Int) {
    var merge = RowMerge(
      items: level.items.base, states: formation.states.base, clusters: formation.clusters.base,
      pinCount: pinCount, target: next.items.base, targetCount: piece.targetStart, discard: discard,
      band: band, bandCount: piece.bandStart)
    var row = piece.oldRows.lowerBound
    var cluster = piece.clusters.lowerBound
    while row < piece.oldRows.upperBound || cluster < piece.clusters.upperBound {
      let rowNumber = row < piece.oldRows.upperBound ? nextRow(row) : .max
      let clusterNumber =
        cluster < piece.clusters.upperBound
        ? formation.clusters[cluster].row(next.rowShift) : .max
      let number = min(rowNumber, clusterNumber)
      let first = takeRow(number, &row, of: piece)
      let second = takeRow(number, &row, of: piece)
      let start = cluster
      while cluster < piece.clusters.upperBound,
        formation.clusters[cluster].row(next.rowShift) == number
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

  /// The slots of a row of the level that goes into a row of the next, empty where there is none.
  private func takeRow(_ number: UInt32, _ row: inout Int, of piece: DescentPiece) -> Range<Int> {
    guard row < piece.oldRows.upperBound, nextRow(row) == number else { return 0..<0 }
    defer { row &+= 1 }
    return Int(level.rows[row].start)..<Int(level.rows[row &+ 1].start)
  }
}

/// A part of a level on its way to the next.
final class DescentPiece {
  let oldRows: Range<Int>
  let clusters: Range<Int>
  /// Where its items start on the next level and in the band.
  let targetStart: Int
  let bandStart: Int

  /// What comes of it.
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

/// Merges rows of a level and the new clusters into rows of the next level, by x.
struct RowMerge {
  /// What comes after everything: greater than every x.
  private static let end = Int.max

  let items: UnsafeMutablePointer<LevelItem>
  let states: UnsafeMutablePointer<Formation.State>
  let clusters: UnsafeMutablePointer<LevelItem>
  let pinCount: Int
  let target: UnsafeMutablePointer<LevelItem>
  var targetCount: Int
  /// Where to write what does not stay.
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
        // Always written, but where it does not matter: a branch would often be guessed wrong.
        target[isJoined ? discard : targetCount] = item
        targetCount &+= isJoined ? 0 : 1
      }
    }
    self.targetCount = targetCount
  }

  /// Calls `body` with the items in their new order.
  ///
  /// Which of two comes next is as good as random, so it is computed rather than branched on: a
  /// difference shifted by 63 is -1 where it is negative, else 0. Reads one item past each range,
  /// for which a level has room.
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
