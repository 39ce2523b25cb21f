/// The items of one zoom level while the zoom below is built from them: sorted by row, in a row by
/// x.
///
/// Rows are at least as high as the radius of the zoom below, so that the items near an item lie
/// in its own row and the two next to it.
final class Level {
  /// A row is 2^`rowShift` fixed point units high.
  private(set) var rowShift: UInt64 = 0
  let items: Buffer<LevelItem>
  /// Ended by `LevelRow.end`.
  let rows: Buffer<LevelRow>

  /// - Parameter capacity: The number of items, and of `LevelBuilder.discardCount(pieces:)` more.
  init(capacity: Int) {
    items = Buffer(capacity: capacity)
    rows = Buffer(capacity: 64)
  }

  var count: Int { items.count }
  var rowCount: Int { rows.count - 1 }

  func removeAll(rowShift: UInt64) {
    self.rowShift = rowShift
    items.removeAll()
    rows.removeAll()
  }

  /// Finds the rows of sorted items.
  func findRows(rowShift: UInt64) {
    self.rowShift = rowShift
    rows.removeAll()
    var number = LevelRow.endNumber
    for slot in 0..<items.count {
      let row = items[slot].row(rowShift)
      guard row != number else { continue }
      rows.append(LevelRow(number: row, start: UInt32(slot)))
      number = row
    }
    rows.append(.end(at: items.count))
  }

  /// The height of the rows, as a power of two, for a search within a radius: four times the
  /// minimum, which was measured to be faster than the minimum and than more.
  static func rowShift(radius: UInt64) -> UInt64 {
    var shift: UInt64 = 0
    while (1 as UInt64) << shift < radius { shift += 1 }
    return min(shift + 2, 32)
  }

  /// The index of the row of an item.
  ///
  /// Complexity: O(log rows).
  func rowIndex(of item: LevelItem) -> Int {
    let number = item.row(rowShift)
    return (0..<rowCount).bisected { rows[$0].number < number }
  }

  @inline(__always)
  func slots(ofRows range: Range<Int>) -> Range<Int> {
    Int(rows.base[range.lowerBound].start)..<Int(rows.base[range.upperBound].start)
  }

  /// The rows in parts of about equally many items, for several threads.
  func parts(_ count: Int) -> [Range<Int>] {
    var parts: [Range<Int>] = []
    var start = 0
    for part in 1...max(count, 1) {
      let goal = UInt32(items.count * part / max(count, 1))
      let end = part == count ? rowCount : (start..<rowCount).bisected { rows[$0].start < goal }
      if end > start { parts.append(start..<end) }
      start = max(start, end)
    }
    return parts
  }
}

/// An item of a level during the build: a pin or a cluster, at its place.
///
/// 16 bytes, so that four share a line of the cache.
struct LevelItem {
  /// The place in fixed point units.
  var x: UInt32
  var y: UInt32
  /// The pin's index, or the number of pins plus the cluster's number.
  var node: UInt32
  /// The pin from which it grew, by which items are visited in order.
  var seed: UInt32

  /// The key of the order of a level: by row, in a row by x.
  @inline(__always)
  func key(_ rowShift: UInt64) -> UInt64 { (UInt64(y) &>> rowShift) &<< 32 | UInt64(x) }

  /// The row of a level whose rows are 2^`shift` units high.
  func row(_ shift: UInt64) -> UInt32 {
    UInt32(truncatingIfNeeded: UInt64(y) &>> shift)
  }
}

/// A row of a level that contains items: a strip around the world.
///
/// The rows of a level are in order, without empty ones. One more, whose number no row has, ends
/// them.
struct LevelRow {
  static let endNumber = UInt32.max

  /// The row's place from the north, in heights of a row.
  let number: UInt32
  /// The slot of its first item; they end where those of the next row start.
  let start: UInt32

  static func end(at count: Int) -> LevelRow {
    LevelRow(number: endNumber, start: UInt32(count))
  }
}
