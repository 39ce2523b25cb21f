/// Finds the clusters of a zoom where two pins are enough for a cluster.
///
/// The rule is that of supercluster (mapbox/supercluster): items are visited in the order of their
/// seeds; one that is not taken yet takes all items around it that are not. Items of two groups of
/// a sweep never meet, so each group is visited on its own: the order matters only within it, and
/// what it needs is near in memory. In a small group every item is compared with those after it;
/// in a large one it searches the rows.
///
/// Complexity: linear in the items, but for the sorting of large groups: items that take others
/// are farther apart than the radius, so that few of them search any one stretch of a row.
struct SeedOrderMerge {
  /// A member of the group that is being visited.
  private struct Visit {
    let seed: UInt32
    let slot: UInt32
  }

  /// Members of a larger group search the rows.
  private static let smallGroup = 32

  private let level: Level
  private let reach: Reach
  private let groups: NeighborGroups
  private let nodes: NodeTable
  private let formation: Formation
  private let visits: Buffer<Visit>
  private let scratch: Buffer<Visit>
  /// How many bits a seed has.
  private let seedBits: Int
  private var search: NeighborSearch

  /// How many pairs of items were looked at.
  private(set) var candidateCount = 0

  init(
    _ level: Level, reach: Reach, groups: NeighborGroups, nodes: NodeTable, formation: Formation
  ) {
    self.level = level
    self.reach = reach
    self.groups = groups
    self.nodes = nodes
    self.formation = formation
    search = NeighborSearch(level, reach: reach)
    visits = Buffer(capacity: 1024)
    scratch = Buffer(capacity: 1024)
    seedBits = Int.bitWidth - nodes.pinCount.leadingZeroBitCount
  }

  /// Visits the groups that start in some rows.
  mutating func run(rows: Range<Int>) {
    for row in rows {
      for slot in Int(level.rows[row].start)..<Int(level.rows[row + 1].start)
      where groups.isRoot(slot) {
        visitGroup(of: slot, row: row)
      }
    }
    candidateCount += search.candidateCount
  }

  private mutating func visitGroup(of root: Int, row: Int) {
    let items = level.items.base
    let second = groups.next(root)
    if groups.next(second) == root {
      if items[root].seed < items[second].seed {
        formation.join(root, second, of: items, nodes: nodes)
      } else {
        formation.join(second, root, of: items, nodes: nodes)
      }
      return
    }
    visits.resize(to: Self.smallGroup)
    let visits = self.visits.base
    var count = 0
    var slot = root
    repeat {
      guard count < Self.smallGroup else {
        visitLargeGroup(of: root, row: row)
        return
      }
      // Sorted as they come: most groups have three or four members.
      let visit = Visit(seed: items[slot].seed, slot: UInt32(truncatingIfNeeded: slot))
      var position = count
      while position > 0, visits[position &- 1].seed > visit.seed {
        visits[position] = visits[position &- 1]
        position &-= 1
      }
      visits[position] = visit
      count &+= 1
      slot = groups.next(slot)
    } while slot != root
    formation.members.resize(to: count)
    visitSmallGroup(visits, count: count)
  }

  private mutating func visitSmallGroup(_ visits: UnsafeMutablePointer<Visit>, count: Int) {
    let items = level.items.base
    let states = formation.states.base
    let members = formation.members.base
    for position in 0..<count {
      let slot = Int(visits[position].slot)
      guard states[slot] == .free else { continue }
      let item = items[slot]
      members[0] = visits[position].slot
      var memberCount = 1
      for next in (position &+ 1)..<max(count, position &+ 1) {
        let other = Int(visits[next].slot)
        guard states[other] == .free, reach.contains(items[other], from: item) else { continue }
        members[memberCount] = visits[next].slot
        memberCount &+= 1
      }
      candidateCount &+= count &- position
      if memberCount > 1 { formation.join(memberCount: memberCount, of: items, nodes: nodes) }
    }
  }

  /// - Parameter row: The first row of the group. Every row from there to the last of the group has
  ///   items of it, so the rows follow each other.
  private mutating func visitLargeGroup(of root: Int, row: Int) {
    let items = level.items.base
    visits.removeAll()
    var next = root
    repeat {
      visits.append(Visit(seed: items[next].seed, slot: UInt32(truncatingIfNeeded: next)))
      next = groups.next(next)
    } while next != root
    scratch.resize(to: visits.count)
    formation.members.resize(to: visits.count)
    RadixSort.sort(visits.elements, scratch: scratch.elements, bits: 0..<seedBits) {
      UInt64($0.seed)
    }
    let states = formation.states.base
    let visits = self.visits.base
    let members = formation.members.base
    let firstNumber = level.rows.base[row].number
    let rowShift = level.rowShift
    for position in 0..<self.visits.count {
      let slot = Int(visits[position].slot)
      guard states[slot] == .free else { continue }
      members[0] = visits[position].slot
      var memberCount = 1
      let row = row &+ Int(items[slot].row(rowShift) &- firstNumber)
      search.forEachNeighbor(of: slot, inRow: row) { neighbor in
        guard states[neighbor] == .free else { return }
        members[memberCount] = UInt32(truncatingIfNeeded: neighbor)
        memberCount &+= 1
      }
      if memberCount > 1 { formation.join(memberCount: memberCount, of: items, nodes: nodes) }
    }
  }
}
