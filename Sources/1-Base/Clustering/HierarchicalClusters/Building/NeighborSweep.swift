/// A sweep over a level that groups the items with neighbours within a radius, which may join. All
/// others are copied to the next level.
///
/// It passes the rows once. Every pair of near items is found at its first item, which looks
/// ahead in its own row and in the next row. Where items crowd, it stops looking after a few
/// candidates and puts the whole stretch ahead into one group, so that its cost is linear in the
/// items. A group may then contain items that are not near; near items are never in two groups.
///
/// Invariant: the pointers point into the buffers of the level and of the groups, which the builder
/// owns and does not grow during a sweep. Threads sweep disjoint rows, and write only the groups of
/// the slots of these rows.
struct NeighborSweep {
  /// The number of candidates of an item after which the items ahead are grouped without comparing.
  private static let candidateLimit = 12

  private let items: UnsafeMutablePointer<LevelItem>
  private let rows: UnsafeMutablePointer<LevelRow>
  private let rowShift: UInt64
  private let radius: SearchRadius
  private let groups: NeighborGroups
  /// The items of two rows that are near the edge between them, by x.
  private let above = Buffer<Place>(capacity: 256)
  private let below = Buffer<Place>(capacity: 256)
  /// The number of pairs of items that were compared.
  private(set) var candidateCount = 0

  private struct Place {
    let x: UInt32
    let slot: UInt32
  }

  init(_ level: Level, radius: SearchRadius, groups: NeighborGroups) {
    items = level.items.base
    rows = level.rows.base
    rowShift = level.rowShift
    self.radius = radius
    self.groups = groups
  }

  /// Groups the items of some rows, but not across the last row's end, which is left to
  /// `sweepAcross(row:)`, so that several threads can sweep parts of a level.
  mutating func sweep(rows range: Range<Int>) {
    guard let last = range.last else { return }
    for row in range.lowerBound..<last {
      sweepWithin(row: row)
      sweepAcross(row: row)
    }
    sweepWithin(row: last)
  }

  private mutating func sweepWithin(row: Int) {
    let items = items
    let start = Int(rows[row].start)
    let end = Int(rows[row + 1].start)
    var groupedEnd = start
    var slot = start
    while slot &+ 1 < end {
      let right = UInt64(items[slot].x) &+ radius.units
      // In a crowd, all items up to its end are in the group of this one already.
      let next = max(slot &+ 1, groupedEnd)
      if next < end, UInt64(items[next].x) <= right {
        look(from: slot, at: next, to: end, &groupedEnd) {
          Place(x: items[$0].x, slot: UInt32(truncatingIfNeeded: $0))
        }
      }
      slot &+= 1
    }
  }

  /// Groups near items across the edge between a row and the one below it.
  mutating func sweepAcross(row: Int) {
    guard rows[row + 1].number == rows[row].number &+ 1 else { return }
    let (above, below) = (above, below)
    let edge = Int(rows[row + 1].number) &<< Int(rowShift)
    let units = Int(radius.units)
    collect(row, into: above) { Int($0.y) &+ units &- edge }
    collect(row + 1, into: below) { edge &+ units &- Int($0.y) }
    // The two are merged by x. Of two near items, the one that comes first meets the other among
    // those that are still to come.
    var (upper, lower) = (0, 0)
    var (upperGroupedEnd, lowerGroupedEnd) = (0, 0)
    while upper < above.count, lower < below.count {
      let gap = Int(below.base[lower].x) &- Int(above.base[upper].x)
      // -1 if the lower item comes first, else 0; not a branch, which would be mispredicted.
      let isLower = gap &>> 63
      if (gap ^ isLower) &- isLower <= units {
        if gap >= 0 {
          look(from: Int(above.base[upper].slot), at: lower, to: below.count, &lowerGroupedEnd) {
            below.base[$0]
          }
        } else {
          look(from: Int(below.base[lower].slot), at: upper, to: above.count, &upperGroupedEnd) {
            above.base[$0]
          }
        }
      }
      upper &+= 1 &+ isLower
      lower &-= isLower
    }
  }

  /// Takes the items of a row that are near an edge.
  ///
  /// - Parameter margin: Returns the radius minus an item's distance from the edge. Items for which
  ///   it is negative are left out.
  @inline(__always)
  private func collect(_ row: Int, into seam: Buffer<Place>, margin: (LevelItem) -> Int) {
    let slots = Int(rows[row].start)..<Int(rows[row + 1].start)
    seam.resize(to: slots.count)
    let places = seam.base
    var count = 0
    for slot in slots {
      places[count] = Place(x: items[slot].x, slot: UInt32(truncatingIfNeeded: slot))
      // Counts by the sign bit: a branch would often be mispredicted.
      count &+= 1 &+ (margin(items[slot]) &>> 63)
    }
    seam.resize(to: count)
  }

  /// Groups an item with its neighbours among the places from `first` to `end`, which are sorted by
  /// x.
  ///
  /// - Parameter groupedEnd: The end of the places that are in the group of the last crowd.
  @inline(__always)
  private mutating func look(
    from slot: Int, at first: Int, to end: Int, _ groupedEnd: inout Int,
    in place: (Int) -> Place
  ) {
    let item = items[slot]
    let right = UInt64(item.x) &+ radius.units
    let limit = min(end, first &+ Self.candidateLimit)
    var other = first
    while other < limit, UInt64(place(other).x) <= right {
      let otherSlot = Int(place(other).slot)
      if radius.contains(items[otherSlot], from: item) { groups.join(slot, otherSlot) }
      other &+= 1
    }
    candidateCount &+= other &- first
    guard other == limit, other < end, UInt64(place(other).x) <= right else { return }
    // A crowd: all items ahead become one group, with those that were grouped from one before.
    other = max(groupedEnd, first)
    if groupedEnd > first { groups.join(slot, Int(place(other &- 1).slot)) }
    let start = other
    while other < end, UInt64(place(other).x) <= right {
      groups.join(slot, Int(place(other).slot))
      other &+= 1
    }
    candidateCount &+= other &- start
    groupedEnd = other
  }
}

/// Groups of items that are connected by being near each other: disjoint sets with the members of
/// each in a ring.
///
/// Invariant: the root of a group is its lowest slot. The pointers point into the builder's
/// buffers, which have an element for each slot of the level and do not grow while groups are used.
/// A slot is written by one thread only, as a group has slots of one part of the level until the
/// parts are joined by a single thread.
struct NeighborGroups {
  /// 0 for an item in no group, else one more than the slot of another item of the group that is
  /// closer to the root; one more than its own for the root.
  let links: UnsafeMutablePointer<UInt32>
  /// The next item around the ring of the group, or of a new cluster in it.
  let nexts: UnsafeMutablePointer<UInt32>

  func removeAll(_ slots: Range<Int>) {
    (links + slots.lowerBound).update(repeating: 0, count: slots.count)
  }

  func isGrouped(_ slot: Int) -> Bool { links[slot] != 0 }

  func isRoot(_ slot: Int) -> Bool {
    links[slot] == UInt32(truncatingIfNeeded: slot &+ 1)
  }

  func next(_ slot: Int) -> Int { Int(nexts[slot]) }

  /// Makes a ring of some slots, in their order.
  func link(_ slots: Slice<UnsafeMutableBufferPointer<UInt32>>) {
    guard var last = slots.last else { return }
    for slot in slots {
      nexts[Int(last)] = slot
      last = slot
    }
  }

  @inline(__always)
  func join(_ slot: Int, _ other: Int) {
    let first = root(slot)
    let second = root(other)
    guard first != second else { return }
    let root = min(first, second)
    links[max(first, second)] = UInt32(truncatingIfNeeded: root &+ 1)
    let next = nexts[first]
    nexts[first] = nexts[second]
    nexts[second] = next
  }

  /// The root of an item's group; an item without a group becomes one.
  @inline(__always)
  private func root(_ slot: Int) -> Int {
    let own = UInt32(truncatingIfNeeded: slot &+ 1)
    if links[slot] == 0 {
      links[slot] = own
      nexts[slot] = UInt32(truncatingIfNeeded: slot)
      return slot
    }
    var slot = slot
    while true {
      let parent = Int(links[slot] &- 1)
      if parent == slot { return slot }
      // Halves the path of later searches.
      links[slot] = links[parent]
      slot = Int(links[parent] &- 1)
    }
  }
}
