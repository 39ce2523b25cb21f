/// The clusters that form at one zoom in a part of a level, and what is needed to find them.
final class FormedClusters {
  let table = ClusterTable(capacity: 256)
  /// The slots that the clusters of a large group grow from.
  fileprivate let seeds = Buffer<UInt32>(capacity: 64)
  fileprivate let seedsScratch = Buffer<UInt32>(capacity: 64)
  /// The slots of the cluster that is being formed; it grows from the first one.
  fileprivate let members = Buffer<UInt32>(capacity: 64)
  fileprivate let visits = Buffer<GreedyMerge.Visit>(capacity: 64)
  fileprivate let scratch = Buffer<GreedyMerge.Visit>(capacity: 64)
}

/// The state of an item of a level.
enum ItemState: UInt8 {
  case free
  /// Visited with an item that had too few pins for a cluster: stays, and does not join.
  case passed
  /// Part of a new cluster.
  case joined
}

/// Finding the clusters of a zoom as supercluster (mapbox/supercluster) does: items are visited in
/// an order, and one that is not taken yet takes all items around it that are not.
///
/// Invariant: the pointers point into the builder's buffers, which do not grow meanwhile. Threads
/// visit different groups, and write only the states and the rings of their items.
struct GreedyMerge {
  /// A member of the group that is being visited.
  fileprivate struct Visit {
    let seed: UInt32
    let slot: UInt32
  }

  /// Members of a larger group search the rows.
  private static let smallGroup = 32

  private let level: Level
  private let items: UnsafeMutablePointer<LevelItem>
  private let radius: SearchRadius
  private let groups: NeighborGroups
  private let pinCount: Int
  /// All clusters of the zooms above.
  private let clusters: UnsafeMutablePointer<ClusterNode>
  private let states: UnsafeMutablePointer<ItemState>
  private let formed: FormedClusters
  private var search: NeighborSearch
  private var comparedCount = 0

  init(
    _ level: Level, radius: SearchRadius, groups: NeighborGroups, pinCount: Int,
    table: ClusterTable, states: Buffer<ItemState>, formed: FormedClusters
  ) {
    self.level = level
    items = level.items.base
    self.radius = radius
    self.groups = groups
    self.pinCount = pinCount
    clusters = table.clusters.base
    self.states = states.base
    self.formed = formed
    search = NeighborSearch(level, radius: radius)
    formed.table.removeAll()
  }

  /// The number of pairs of items that were compared.
  var candidateCount: Int { comparedCount + search.candidateCount }

  @inline(__always)
  private func weight(_ item: LevelItem) -> UInt64 {
    let node = Int(item.node)
    return node < pinCount ? 1 : UInt64(clusters[node &- pinCount].count)
  }

  /// Makes a cluster of the first members, at the mean of their pins.
  @inline(__always)
  private func join(memberCount: Int) {
    let members = formed.members.base
    let children = formed.table.addChildren(memberCount)
    var count: UInt64 = 0
    // Below 2^32 units times 2^30 pins: no overflow.
    var (x, y) = (0 as UInt64, 0 as UInt64)
    for position in 0..<memberCount {
      let slot = Int(members[position])
      let item = items[slot]
      let weight = weight(item)
      count &+= weight
      x &+= UInt64(item.x) &* weight
      y &+= UInt64(item.y) &* weight
      states[slot] = .joined
      children[position] = item.node
    }
    // Half a count more rounds to the nearest unit.
    let half = count / 2
    formed.table.add(
      ClusterNode(
        x: UInt32(truncatingIfNeeded: (x &+ half) / count),
        y: UInt32(truncatingIfNeeded: (y &+ half) / count),
        count: UInt32(truncatingIfNeeded: count), seed: items[Int(members[0])].seed),
      of: children)
  }
}

// MARK: - Two pins are enough for a cluster

/// Items are visited in the order of their seeds.
///
/// Items of two groups of a sweep never meet, so that each group is visited alone: the order
/// matters only within it, and its items are near in memory. In a small group every item is
/// compared with those after it; in a large one it searches the rows.
///
/// Complexity: linear in the items, but for the sorting of large groups: items that take others
/// are farther apart than the radius, so that few of them search any one stretch of a row.
extension GreedyMerge {
  /// Visits the groups that start in some rows.
  mutating func visitGroups(rows: Range<Int>) {
    formed.members.resize(to: Self.smallGroup)
    formed.visits.resize(to: Self.smallGroup)
    // A copy, as a visit changes the merge, and the loop would read it again for each slot.
    let groups = groups
    for slot in level.slots(ofRows: rows) where groups.isRoot(slot) { visitGroup(of: slot) }
  }

  @inline(__always)
  private mutating func visitGroup(of root: Int) {
    let second = groups.next(root)
    if groups.next(second) == root {
      let isFirst = items[root].seed < items[second].seed
      formed.members.base[0] = UInt32(truncatingIfNeeded: isFirst ? root : second)
      formed.members.base[1] = UInt32(truncatingIfNeeded: isFirst ? second : root)
      join(memberCount: 2)
      return
    }
    let visits = formed.visits.base
    var count = 0
    var slot = root
    repeat {
      guard count < Self.smallGroup else {
        visitLargeGroup(of: root)
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
    visitSmallGroup(count: count)
  }

  private mutating func visitSmallGroup(count: Int) {
    let visits = formed.visits.base
    let members = formed.members.base
    for position in 0..<count {
      let slot = Int(visits[position].slot)
      guard states[slot] == .free else { continue }
      let item = items[slot]
      members[0] = visits[position].slot
      var memberCount = 1
      for next in (position &+ 1)..<max(count, position &+ 1) {
        let other = Int(visits[next].slot)
        guard states[other] == .free, radius.contains(items[other], from: item) else { continue }
        members[memberCount] = visits[next].slot
        memberCount &+= 1
      }
      comparedCount &+= count &- position
      if memberCount > 1 { join(memberCount: memberCount) }
    }
  }

  private mutating func visitLargeGroup(of root: Int) {
    let visits = formed.visits
    visits.removeAll()
    var next = root
    repeat {
      visits.append(Visit(seed: items[next].seed, slot: UInt32(truncatingIfNeeded: next)))
      next = groups.next(next)
    } while next != root
    // A crowd's ring goes backwards, where pins in one place are in the order of their seeds.
    var tail = UnsafeMutableBufferPointer(rebasing: visits.elements[1...])
    tail.reverse()
    formed.scratch.resize(to: visits.count)
    formed.members.resize(to: visits.count)
    let seedBits = Int.bitWidth - pinCount.leadingZeroBitCount
    RadixSort.sort(visits.elements, scratch: formed.scratch.elements, bits: 0..<seedBits) {
      UInt64($0.seed)
    }
    // Every row from there to the last of the group has items of it, so the rows follow each other.
    let firstRow = level.rowIndex(of: items[root])
    let firstNumber = level.rows.base[firstRow].number
    for visit in visits.elements {
      let slot = Int(visit.slot)
      guard states[slot] == .free else { continue }
      let row = firstRow &+ Int(items[slot].row(level.rowShift) &- firstNumber)
      let memberCount = findMembers(around: slot, inRow: row)
      guard memberCount > 1 else { continue }
      formed.seeds.append(visit.slot)
      groups.link(formed.members.elements[..<memberCount])
      for member in formed.members.elements[..<memberCount] { states[Int(member)] = .joined }
    }
    joinLargeGroup()
    formed.members.resize(to: Self.smallGroup)
    visits.resize(to: Self.smallGroup)
  }

  /// Makes the clusters of a large group in the order of the level: those that are near on the map
  /// are then near in memory.
  private func joinLargeGroup() {
    let (seeds, members) = (formed.seeds, formed.members.base)
    formed.seedsScratch.resize(to: seeds.count)
    RadixSort.sort(
      seeds.elements, scratch: formed.seedsScratch.elements,
      bits: 0..<(Int.bitWidth - level.count.leadingZeroBitCount)
    ) { UInt64($0) }
    for seed in seeds.elements {
      var memberCount = 0
      var slot = Int(seed)
      repeat {
        members[memberCount] = UInt32(truncatingIfNeeded: slot)
        memberCount &+= 1
        slot = groups.next(slot)
      } while slot != Int(seed)
      join(memberCount: memberCount)
    }
    seeds.removeAll()
  }
}

// MARK: - More than two pins are needed for a cluster

/// The order of visit where more than two pins are needed for a cluster.
///
/// An item that is visited and has too few pins around it stays. The items around it stay as well,
/// and are not visited again. They come next in the order in which they were found, and this is the
/// order of visit at the zoom below. So the order of all items matters, not of each group alone,
/// and it is passed on from level to level.
struct VisitOrder {
  fileprivate let minPoints: UInt64
  /// The seeds of the level's items in the order of visit.
  fileprivate var sequence: [UInt32]
  fileprivate var nextSequence: [UInt32] = []
  /// The slot of each item by its seed.
  fileprivate var slots: [UInt32]

  init(pinCount: Int, minPoints: Int) {
    self.minPoints = UInt64(minPoints)
    sequence = (0..<pinCount).map { UInt32($0) }
    slots = Array(repeating: 0, count: pinCount)
  }

  /// Finds the clusters of the level, and the order of the next one.
  mutating func visit(_ merge: inout GreedyMerge) { merge.visitItems(in: &self) }

  /// For each slot, the position of its item in the order of supercluster's search.
  fileprivate func ranks(_ level: Level) -> [UInt32] {
    SearchTreeOrder.ranks(
      of: sequence.map { seed in
        let slot = slots[Int(seed)]
        let item = level.items[Int(slot)]
        return SearchTreeOrder.Entry(x: item.x, y: item.y, slot: slot)
      })
  }
}

extension GreedyMerge {
  /// Visits all items of the level in an order, and finds the order of the next level.
  fileprivate mutating func visitItems(in order: inout VisitOrder) {
    for slot in 0..<level.count { order.slots[Int(items[slot].seed)] = UInt32(slot) }
    order.nextSequence.removeAll(keepingCapacity: true)
    order.nextSequence.reserveCapacity(order.sequence.count)
    formed.members.resize(to: level.count)
    // Only the neighbours of an item with too few of them are put in order.
    var ranks: [UInt32]?
    for seed in order.sequence {
      let slot = Int(order.slots[Int(seed)])
      guard states[slot] == .free else { continue }
      order.nextSequence.append(seed)
      guard groups.isGrouped(slot) else { continue }
      let count = findMembers(around: slot, inRow: level.rowIndex(of: items[slot]))
      let members = formed.members.elements[..<count]
      if count > 1, members.reduce(0, { $0 + weight(items[Int($1)]) }) >= order.minPoints {
        join(memberCount: count)
        continue
      }
      for slot in members { states[Int(slot)] = .passed }
      let neighbors = members.dropFirst()
      guard !neighbors.isEmpty else { continue }
      let ranking = ranks ?? order.ranks(level)
      ranks = ranking
      order.nextSequence.append(
        contentsOf: neighbors.sorted { ranking[Int($0)] < ranking[Int($1)] }
          .map { items[Int($0)].seed })
    }
    swap(&order.sequence, &order.nextSequence)
  }

  /// Sets the first members to an item and its free neighbours, and returns their number.
  @inline(__always)
  private mutating func findMembers(around slot: Int, inRow row: Int) -> Int {
    let members = formed.members.base
    members[0] = UInt32(truncatingIfNeeded: slot)
    var count = 1
    search.forEachNeighbor(of: slot, inRow: row) { [states] neighbor in
      guard states[neighbor] == .free else { return }
      members[count] = UInt32(truncatingIfNeeded: neighbor)
      count &+= 1
    }
    return count
  }
}
