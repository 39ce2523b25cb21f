/// Groups of items that are connected by being near each other: disjoint sets with the members of
/// each in a ring.
///
/// Invariant: the root of a group is its lowest slot.
struct NeighborGroups {
  /// 0 for an item in no group, else one more than the slot of another item of the group that is
  /// closer to the root; one more than its own for the root.
  let links: UnsafeMutablePointer<UInt32>
  /// The next item around the ring of the group.
  let nexts: UnsafeMutablePointer<UInt32>

  func isGrouped(_ slot: Int) -> Bool {
    links[slot] != 0
  }

  func isRoot(_ slot: Int) -> Bool {
    links[slot] == UInt32(truncatingIfNeeded: slot &+ 1)
  }

  func next(_ slot: Int) -> Int {
    Int(nexts[slot])
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

  /// The root of an item's group, which becomes a group of its own if it is in none.
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
      // Halves the path for those who come after.
      links[slot] = links[parent]
      slot = Int(links[parent] &- 1)
    }
  }
}
