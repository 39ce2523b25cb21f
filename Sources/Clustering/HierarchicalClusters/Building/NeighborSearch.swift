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
