/// Finds the items around an item of a level.
struct NeighborSearch {
  private let items: UnsafeMutablePointer<LevelItem>
  private let rows: UnsafeMutablePointer<LevelRow>
  private let rowShift: UInt64
  private let reach: Reach
  /// How many pairs of items were looked at.
  private(set) var candidateCount = 0

  init(_ level: Level, reach: Reach) {
    items = level.items.base
    rows = level.rows.base
    rowShift = level.rowShift
    self.reach = reach
  }

  /// Calls `body` with the slot of every other item within the radius.
  @inline(__always)
  mutating func forEachNeighbor(of slot: Int, inRow row: Int, _ body: (Int) -> Void) {
    let item = items[slot]
    let bounds = reach.bounds(item.x)
    let top = UInt64(rows[row].number) &<< rowShift
    let bottom = top &+ (1 &<< rowShift)
    if row > 0, rows[row &- 1].number &+ 1 == rows[row].number,
      UInt64(item.y) &- top <= reach.radius
    {
      forEachItem(inRow: row - 1, around: item, bounds, body)
    }
    let start = Int(rows[row].start)
    var first = slot
    while first > start, items[first &- 1].x >= bounds.low { first &-= 1 }
    let end = Int(rows[row + 1].start)
    candidateCount &-= first
    while first < end, items[first].x <= bounds.high {
      if first != slot, reach.contains(items[first], from: item) { body(first) }
      first &+= 1
    }
    candidateCount &+= first
    if rows[row].number &+ 1 == rows[row + 1].number, bottom &- UInt64(item.y) <= reach.radius {
      forEachItem(inRow: row + 1, around: item, bounds, body)
    }
  }

  @inline(__always)
  private mutating func forEachItem(
    inRow row: Int, around item: LevelItem, _ bounds: (low: UInt32, high: UInt32),
    _ body: (Int) -> Void
  ) {
    let end = Int(rows[row + 1].start)
    var low = Int(rows[row].start)
    var length = end &- low
    // Without branches: each would be guessed wrong half of the time.
    while length > 0 {
      let half = (length &+ 1) / 2
      let isBelow = (Int(items[low &+ half &- 1].x) &- Int(bounds.low)) &>> 63
      low &+= half & isBelow
      length &-= half
    }
    candidateCount &-= low
    while low < end, items[low].x <= bounds.high {
      if reach.contains(items[low], from: item) { body(low) }
      low &+= 1
    }
    candidateCount &+= low
  }
}

/// How far an item reaches for others: a circle in fixed point units, edge included.
struct Reach {
  let radius: UInt64
  private let square: UInt64

  init(radius: UInt64) {
    self.radius = radius
    // A radius of 2^32 is the width of the world: its square overflows, and every sum of two
    // squares below 2^64 is within it (2^64 itself is no such sum).
    let (square, overflows) = radius.multipliedReportingOverflow(by: radius)
    self.square = overflows ? .max : square
  }

  /// The least and the greatest x, or y, that is reached from one.
  @inline(__always)
  func bounds(_ center: UInt32) -> (low: UInt32, high: UInt32) {
    let center = UInt64(center)
    return (
      UInt32(truncatingIfNeeded: center &- min(center, radius)),
      UInt32(truncatingIfNeeded: min(center &+ radius, UInt64(UInt32.max)))
    )
  }

  @inline(__always)
  func contains(_ item: LevelItem, from center: LevelItem) -> Bool {
    let dy = UInt64(item.y > center.y ? item.y &- center.y : center.y &- item.y)
    let dx = UInt64(item.x > center.x ? item.x &- center.x : center.x &- item.x)
    // Both are computed, and one branch is taken on them: near or not is as good as random here.
    let isInBand = dy <= radius ? 1 : 0
    let isInCircle = dx &* dx <= square &- dy &* dy ? 1 : 0
    return isInBand & isInCircle != 0
  }
}
