/// A sweep over a level that groups the items with neighbours within a radius, which may join. All
/// others are copied to the next level.
///
/// It passes the rows once. Every pair of near items is found at its first item, which looks
/// ahead in its own row and in the next row. Where items crowd, it stops looking after a few
/// candidates and puts the whole stretch ahead into one group, so that its cost is linear in the
/// items. A group may then contain items that are not near; near items are never in two groups.
///
/// Invariant of the pointers: they are those of the level's buffers and of the groups', which the
/// builder owns and does not grow during a sweep. Threads sweep disjoint rows, and write only the
/// groups of the slots of these rows.
struct NeighborSweep {
  /// The number of candidates of an item after which the items ahead are grouped without comparing.
  private static let candidateLimit = 12

  private let items: UnsafeMutablePointer<LevelItem>
  private let rows: UnsafeMutablePointer<LevelRow>
  private let rowShift: UInt64
  private let radius: SearchRadius
  private let groups: NeighborGroups
  private let above = RowSeam()
  private let below = RowSeam()
  /// The number of pairs of items that were compared.
  private(set) var candidateCount = 0

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
    let start = Int(rows[row].start)
    let end = Int(rows[row + 1].start)
    var groupedEnd = start
    var slot = start
    while slot &+ 1 < end {
      let right = UInt64(items[slot].x) &+ radius.units
      // In a crowd, all items up to its end are in the group of this one already.
      let next = max(slot &+ 1, groupedEnd)
      if next < end, UInt64(items[next].x) <= right {
        look(from: slot, at: next, to: end, right: right, &groupedEnd)
      }
      slot &+= 1
    }
  }

  /// Groups near items across the edge between a row and the one below it.
  mutating func sweepAcross(row: Int) {
    guard rows[row + 1].number == rows[row].number &+ 1 else { return }
    let edge = Int(rows[row + 1].number) &<< Int(rowShift)
    let units = Int(radius.units)
    above.collect(items, Int(rows[row].start)..<Int(rows[row + 1].start)) {
      Int($0.y) &+ units &- edge
    }
    below.collect(items, Int(rows[row + 1].start)..<Int(rows[row + 2].start)) {
      edge &+ units &- Int($0.y)
    }
    // The two are merged by x. Of two near items, the one that comes first meets the other among
    // those that are still to come.
    var (upper, lower) = (0, 0)
    var (upperGroupedEnd, lowerGroupedEnd) = (0, 0)
    while upper < above.count, lower < below.count {
      let gap = Int(below[lower].x) &- Int(above[upper].x)
      // -1 if the lower item comes first, else 0; not a branch, which would be mispredicted.
      let isLower = gap &>> 63
      if (gap ^ isLower) &- isLower <= units {
        if gap >= 0 {
          look(from: above[upper], at: lower, in: below, &lowerGroupedEnd)
        } else {
          look(from: below[lower], at: upper, in: above, &upperGroupedEnd)
        }
      }
      upper &+= 1 &+ isLower
      lower &-= isLower
    }
  }

  /// Groups an item at a row's edge with its neighbours after it across the edge.
  private mutating func look(
    from place: RowSeam.Place, at first: Int, in edge: RowSeam, _ groupedEnd: inout Int
  ) {
    let slot = Int(place.slot)
    let item = items[slot]
    let right = UInt64(place.x) &+ radius.units
    let limit = min(edge.count, first &+ Self.candidateLimit)
    var other = first
    while other < limit, UInt64(edge[other].x) <= right {
      let otherSlot = Int(edge[other].slot)
      if radius.contains(items[otherSlot], from: item) { groups.join(slot, otherSlot) }
      other &+= 1
    }
    candidateCount &+= other &- first
    guard other == limit, other < edge.count, UInt64(edge[other].x) <= right else { return }
    // A crowd: all items ahead become one group, with those that were grouped from one before.
    if groupedEnd > first {
      other = groupedEnd
      groups.join(slot, Int(edge[other &- 1].slot))
    } else {
      other = first
    }
    let start = other
    while other < edge.count, UInt64(edge[other].x) <= right {
      groups.join(slot, Int(edge[other].slot))
      other &+= 1
    }
    candidateCount &+= other &- start
    groupedEnd = other
  }

  /// Groups an item with its neighbours from `first` to `right`.
  ///
  /// - Parameter groupedEnd: The end of the items that are in the group of the last crowd.
  @inline(__always)
  private mutating func look(
    from slot: Int, at first: Int, to end: Int, right: UInt64, _ groupedEnd: inout Int
  ) {
    let item = items[slot]
    let limit = min(end, first &+ Self.candidateLimit)
    var other = first
    while other < limit, UInt64(items[other].x) <= right {
      if radius.contains(items[other], from: item) { groups.join(slot, other) }
      other &+= 1
    }
    candidateCount &+= other &- first
    guard other == limit, other < end, UInt64(items[other].x) <= right else { return }
    // A crowd: all items ahead become one group, with those that were grouped from one before.
    other = max(groupedEnd, first)
    groups.join(slot, other &- 1)
    let start = other
    while other < end, UInt64(items[other].x) <= right {
      groups.join(slot, other)
      other &+= 1
    }
    candidateCount &+= other &- start
    groupedEnd = other
  }
}

/// The items of a row that are near one of its edges, by x.
final class RowSeam {
  struct Place {
    let x: UInt32
    let slot: UInt32
  }

  private let places = Buffer<Place>(capacity: 256)
  private(set) var count = 0

  subscript(index: Int) -> Place { places.base[index] }

  /// Takes those of a row's items that are near the edge.
  ///
  /// - Parameter margin: Returns the radius minus an item's distance from the edge. Items for which
  ///   it is negative are left out.
  @inline(__always)
  func collect(
    _ items: UnsafeMutablePointer<LevelItem>, _ row: Range<Int>, margin: (LevelItem) -> Int
  ) {
    places.resize(to: row.count)
    let places = self.places.base
    var count = 0
    for slot in row {
      places[count] = Place(x: items[slot].x, slot: UInt32(truncatingIfNeeded: slot))
      // Counts by the sign bit: a branch would often be mispredicted.
      count &+= 1 &+ (margin(items[slot]) &>> 63)
    }
    self.count = count
  }
}

/// Groups of items that are connected by being near each other: disjoint sets with the members of
/// each in a ring.
///
/// Invariant: the root of a group is its lowest slot. The pointers are those of the builder's
/// buffers, which have an element for each slot of the level and do not grow while groups are used.
/// A slot is written by one thread only, as a group has slots of one part of the level until the
/// parts are joined by a single thread.
struct NeighborGroups {
  /// 0 for an item in no group, else one more than the slot of another item of the group that is
  /// closer to the root; one more than its own for the root.
  let links: UnsafeMutablePointer<UInt32>
  /// The next item around the ring of the group.
  let nexts: UnsafeMutablePointer<UInt32>

  func removeAll(_ slots: Range<Int>) {
    (links + slots.lowerBound).update(repeating: 0, count: slots.count)
  }

  func isGrouped(_ slot: Int) -> Bool { links[slot] != 0 }

  func isRoot(_ slot: Int) -> Bool {
    links[slot] == UInt32(truncatingIfNeeded: slot &+ 1)
  }

  func next(_ slot: Int) -> Int { Int(nexts[slot]) }

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
