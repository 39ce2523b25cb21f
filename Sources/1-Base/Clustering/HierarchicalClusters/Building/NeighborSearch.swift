/// A search for the items around an item of a level.
///
/// Invariant: the pointers point into the level's buffers, which the caller keeps alive and does
/// not grow meanwhile. Slots are below the start of the row that ends the rows.
struct NeighborSearch {
  private let items: UnsafeMutablePointer<LevelItem>
  private let rows: UnsafeMutablePointer<LevelRow>
  private let rowShift: UInt64
  private let radius: SearchRadius
  /// The number of pairs of items that were compared.
  private(set) var candidateCount = 0

  init(_ level: Level, radius: SearchRadius) {
    items = level.items.base
    rows = level.rows.base
    rowShift = level.rowShift
    self.radius = radius
  }

  /// Calls `body` with the slot of every other item within the radius.
  @inline(__always)
  mutating func forEachNeighbor(of slot: Int, inRow row: Int, _ body: (Int) -> Void) {
    let item = items[slot]
    let bounds = radius.bounds(item.x)
    let top = UInt64(rows[row].number) &<< rowShift
    let bottom = top &+ (1 &<< rowShift)
    if row > 0, rows[row &- 1].number &+ 1 == rows[row].number,
      UInt64(item.y) &- top <= radius.units
    {
      forEachItem(inRow: row - 1, around: item, bounds, body)
    }
    let start = Int(rows[row].start)
    var first = slot
    while first > start, items[first &- 1].x >= bounds.low { first &-= 1 }
    let end = Int(rows[row + 1].start)
    candidateCount &-= first
    while first < end, items[first].x <= bounds.high {
      if first != slot, radius.contains(items[first], from: item) { body(first) }
      first &+= 1
    }
    candidateCount &+= first
    if rows[row].number &+ 1 == rows[row + 1].number, bottom &- UInt64(item.y) <= radius.units {
      forEachItem(inRow: row + 1, around: item, bounds, body)
    }
  }

  @inline(__always)
  private mutating func forEachItem(
    inRow row: Int, around item: LevelItem, _ bounds: (low: UInt32, high: UInt32),
    _ body: (Int) -> Void
  ) {
    let end = Int(rows[row + 1].start)
    var low = (Int(rows[row].start)..<end).bisected { items[$0].x < bounds.low }
    candidateCount &-= low
    while low < end, items[low].x <= bounds.high {
      if radius.contains(items[low], from: item) { body(low) }
      low &+= 1
    }
    candidateCount &+= low
  }
}

/// The radius within which items join: a circle in fixed point units, edge included.
struct SearchRadius {
  let units: UInt64
  private let square: UInt64

  init(_ units: UInt64) {
    self.units = units
    // A radius of 2^32 is the width of the world: its square overflows, and every sum of two
    // squares below 2^64 is within it (2^64 itself is no such sum).
    let (square, overflows) = units.multipliedReportingOverflow(by: units)
    self.square = overflows ? .max : square
  }

  /// The minimum and the maximum x, or y, within the radius of one.
  @inline(__always)
  func bounds(_ center: UInt32) -> (low: UInt32, high: UInt32) {
    let center = UInt64(center)
    return (
      UInt32(truncatingIfNeeded: center &- min(center, units)),
      UInt32(truncatingIfNeeded: min(center &+ units, UInt64(UInt32.max)))
    )
  }

  @inline(__always)
  func contains(_ item: LevelItem, from center: LevelItem) -> Bool {
    let dy = UInt64(item.y > center.y ? item.y &- center.y : center.y &- item.y)
    let dx = UInt64(item.x > center.x ? item.x &- center.x : center.x &- item.x)
    // Both are computed, and one branch is taken on them: which one it is cannot be predicted.
    let isInBand = dy <= units ? 1 : 0
    let isInCircle = dx &* dx <= square &- dy &* dy ? 1 : 0
    return isInBand & isInCircle != 0
  }
}
