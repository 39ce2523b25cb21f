/// Finds the clusters of a zoom where more than two pins are asked for.
///
/// The rule is that of supercluster (mapbox/supercluster): an item that is visited and has too few
/// pins around it stays, and so do those around it, which are not visited any more. They come next
/// in the order in which they were found, and this is the order of visit at the zoom below. So the
/// order of all items matters, not of each group alone, and it is carried from level to level.
struct VisitOrderMerge {
  private let minPoints: UInt64
  /// The seeds of the level's items in the order of visit.
  private var sequence: [UInt32]
  private var nextSequence: [UInt32] = []
  /// The slot of each item by its seed.
  private var slots: [UInt32]
  private var neighbors: [(slot: Int, rank: UInt32)] = []

  private(set) var candidateCount = 0

  init(pinCount: Int, minPoints: Int) {
    self.minPoints = UInt64(minPoints)
    sequence = (0..<pinCount).map { UInt32($0) }
    slots = Array(repeating: 0, count: pinCount)
  }

  mutating func run(
    _ level: Level, reach: Reach, groups: NeighborGroups, nodes: NodeTable, formation: Formation
  ) {
    for slot in 0..<level.count { slots[Int(level.items[slot].seed)] = UInt32(slot) }
    nextSequence.removeAll(keepingCapacity: true)
    nextSequence.reserveCapacity(sequence.count)
    var search = NeighborSearch(level, reach: reach)
    // Only the neighbours of an item with too few of them are put in order.
    var ranks: [UInt32]?
    for seed in sequence {
      let slot = Int(slots[Int(seed)])
      guard formation.states[slot] == .free else { continue }
      nextSequence.append(seed)
      guard groups.isGrouped(slot) else { continue }
      let count = findMembers(around: slot, level, &search, nodes, formation)
      if formation.members.count > 1, count >= minPoints {
        formation.join(
          memberCount: formation.members.count, of: level.items.base, nodes: nodes)
      } else {
        passMembers(level, formation, ranks: &ranks)
      }
    }
    swap(&sequence, &nextSequence)
    candidateCount += search.candidateCount
  }

  /// Sets the members of `formation` to an item and its free neighbours; answers how many pins they
  /// have.
  private func findMembers(
    around slot: Int, _ level: Level, _ search: inout NeighborSearch, _ nodes: NodeTable,
    _ formation: Formation
  ) -> UInt64 {
    let item = level.items[slot]
    var count = nodes.pinCount(of: item)
    formation.members.removeAll()
    formation.members.append(UInt32(slot))
    search.forEachNeighbor(of: slot, inRow: level.rowIndex(of: item)) { neighbor in
      if formation.states[neighbor] == .free {
        formation.members.append(UInt32(neighbor))
        count += nodes.pinCount(of: level.items[neighbor])
      }
    }
    return count
  }

  private mutating func passMembers(
    _ level: Level, _ formation: Formation, ranks: inout [UInt32]?
  ) {
    for position in 0..<formation.members.count {
      formation.states[Int(formation.members[position])] = .passed
    }
    guard formation.members.count > 1 else { return }
    let ranking = ranks ?? rank(level)
    ranks = ranking
    neighbors.removeAll(keepingCapacity: true)
    for position in 1..<formation.members.count {
      let slot = Int(formation.members[position])
      neighbors.append((slot, ranking[slot]))
    }
    neighbors.sort { $0.rank < $1.rank }
    for neighbor in neighbors { nextSequence.append(level.items[neighbor.slot].seed) }
  }

  /// For each slot, when supercluster's search meets its item.
  private func rank(_ level: Level) -> [UInt32] {
    let places = sequence.map { seed in
      let item = level.items[Int(slots[Int(seed)])]
      return (x: item.x, y: item.y)
    }
    let ranks = SearchTreeOrder.ranks(of: places)
    var bySlot = [UInt32](repeating: 0, count: level.count)
    for (seed, rank) in zip(sequence, ranks) { bySlot[Int(slots[Int(seed)])] = rank }
    return bySlot
  }
}
