/// The clusters that form at one zoom, and the states of the items of the level above.
final class ClusterSet {
  enum State: UInt8 {
    case free
    /// Visited with an item that had too few pins for a cluster: stays, and does not join.
    case passed
    /// Part of a new cluster.
    case joined
  }

  /// The zoom at which they form.
  private(set) var zoom = 0
  /// The state of each item of the level.
  let states: Buffer<State>
  /// The new clusters, in the order in which they were found.
  let clusters: Buffer<LevelItem>
  /// The slots of the cluster that is being formed; it grows from the first one.
  let members = Buffer<UInt32>(capacity: 64)

  init(capacity: Int) {
    states = Buffer(capacity: capacity)
    clusters = Buffer(capacity: capacity / 16)
  }

  func start(zoom: Int, itemCount: Int) {
    self.zoom = zoom
    states.fill(.free, count: itemCount)
    clusters.removeAll()
  }

  /// Makes a cluster of the first `memberCount` members, at the mean of their pins.
  func join(memberCount: Int, of items: UnsafeMutablePointer<LevelItem>, nodes: NodeTable) {
    let members = self.members.base
    let states = self.states.base
    let center = items[Int(members[0])]
    let seedCount = nodes.take(center)
    states[Int(members[0])] = .joined
    var count = seedCount
    // Below 2^32 units times 2^30 pins: no overflow.
    var x = UInt64(center.x) &* seedCount
    var y = UInt64(center.y) &* seedCount
    for position in 1..<memberCount {
      let slot = Int(members[position])
      let item = items[slot]
      let weight = nodes.take(item)
      count &+= weight
      x &+= UInt64(item.x) &* weight
      y &+= UInt64(item.y) &* weight
      states[slot] = .joined
    }
    add(x: x, y: y, count: count, seed: center.seed, seedCount: seedCount, nodes: nodes)
  }

  /// Makes a cluster of two items, the first of which it grows from.
  @inline(__always)
  func join(
    _ first: Int, _ second: Int, of items: UnsafeMutablePointer<LevelItem>, nodes: NodeTable
  ) {
    let (a, b) = (items[first], items[second])
    let (m, n) = (nodes.take(a), nodes.take(b))
    states.base[first] = .joined
    states.base[second] = .joined
    add(
      x: UInt64(a.x) &* m &+ UInt64(b.x) &* n, y: UInt64(a.y) &* m &+ UInt64(b.y) &* n,
      count: m &+ n, seed: a.seed, seedCount: m, nodes: nodes)
  }

  @inline(__always)
  private func add(
    x: UInt64, y: UInt64, count: UInt64, seed: UInt32, seedCount: UInt64, nodes: NodeTable
  ) {
    // Half a count more rounds to the nearest unit.
    let half = count / 2
    clusters.append(
      nodes.addCluster(
        x: UInt32(truncatingIfNeeded: (x &+ half) / count),
        y: UInt32(truncatingIfNeeded: (y &+ half) / count), count: count, seed: seed,
        seedCount: seedCount, zoom: zoom))
  }
}

/// Finding the clusters of a zoom as supercluster (mapbox/supercluster) does: items are visited in
/// an order, and one that is not taken yet takes all items around it that are not.
enum GreedyMerge {}

extension GreedyMerge {
  /// The merge of a zoom where two pins are enough for a cluster: in the order of the items' seeds.
  ///
  /// Items of two groups of a sweep never meet, so that each group is visited alone: the order
  /// matters only within it, and its items are near in memory. In a small group every item is
  /// compared with those after it; in a large one it searches the rows.
  ///
  /// Complexity: linear in the items, but for the sorting of large groups: items that take others
  /// are farther apart than the radius, so that few of them search any one stretch of a row.
  struct BySeed {
    /// A member of the group that is being visited.
    private struct Visit {
      let seed: UInt32
      let slot: UInt32
    }

    /// Members of a larger group search the rows.
    private static let smallGroup = 32

    private let level: Level
    private let radius: SearchRadius
    private let groups: NeighborGroups
    private let nodes: NodeTable
    private let clusterSet: ClusterSet
    private let visits: Buffer<Visit>
    private let scratch: Buffer<Visit>
    /// The number of bits of a seed.
    private let seedBits: Int
    private var search: NeighborSearch

    /// The number of pairs of items that were compared.
    private(set) var candidateCount = 0

    init(
      _ level: Level, radius: SearchRadius, groups: NeighborGroups, nodes: NodeTable,
      clusterSet: ClusterSet
    ) {
      self.level = level
      self.radius = radius
      self.groups = groups
      self.nodes = nodes
      self.clusterSet = clusterSet
      search = NeighborSearch(level, radius: radius)
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
          clusterSet.join(root, second, of: items, nodes: nodes)
        } else {
          clusterSet.join(second, root, of: items, nodes: nodes)
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
      clusterSet.members.resize(to: count)
      visitSmallGroup(visits, count: count)
    }

    private mutating func visitSmallGroup(_ visits: UnsafeMutablePointer<Visit>, count: Int) {
      let items = level.items.base
      let states = clusterSet.states.base
      let members = clusterSet.members.base
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
        candidateCount &+= count &- position
        if memberCount > 1 { clusterSet.join(memberCount: memberCount, of: items, nodes: nodes) }
      }
    }

    /// - Parameter row: The first row of the group. Every row from there to the last of the group
    ///   has items of it, so the rows follow each other.
    private mutating func visitLargeGroup(of root: Int, row: Int) {
      let items = level.items.base
      visits.removeAll()
      var next = root
      repeat {
        visits.append(Visit(seed: items[next].seed, slot: UInt32(truncatingIfNeeded: next)))
        next = groups.next(next)
      } while next != root
      scratch.resize(to: visits.count)
      clusterSet.members.resize(to: visits.count)
      RadixSort.sort(visits.elements, scratch: scratch.elements, bits: 0..<seedBits) {
        UInt64($0.seed)
      }
      let states = clusterSet.states.base
      let visits = self.visits.base
      let members = clusterSet.members.base
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
        if memberCount > 1 { clusterSet.join(memberCount: memberCount, of: items, nodes: nodes) }
      }
    }
  }

  /// The merge of a zoom where more than two pins are needed for a cluster.
  ///
  /// An item that is visited and has too few pins around it stays, and so do those around it, which
  /// are not visited any more. They come next in the order in which they were found, and this is
  /// the order of visit at the zoom below. So the order of all items matters, not of each group
  /// alone, and it is passed on from level to level.
  struct ByVisit {
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
      _ level: Level, radius: SearchRadius, groups: NeighborGroups, nodes: NodeTable,
      clusterSet: ClusterSet
    ) {
      for slot in 0..<level.count { slots[Int(level.items[slot].seed)] = UInt32(slot) }
      nextSequence.removeAll(keepingCapacity: true)
      nextSequence.reserveCapacity(sequence.count)
      var search = NeighborSearch(level, radius: radius)
      // Only the neighbours of an item with too few of them are put in order.
      var ranks: [UInt32]?
      for seed in sequence {
        let slot = Int(slots[Int(seed)])
        guard clusterSet.states[slot] == .free else { continue }
        nextSequence.append(seed)
        guard groups.isGrouped(slot) else { continue }
        let count = findMembers(around: slot, level, &search, nodes, clusterSet)
        if clusterSet.members.count > 1, count >= minPoints {
          clusterSet.join(memberCount: clusterSet.members.count, of: level.items.base, nodes: nodes)
        } else {
          passMembers(level, clusterSet, ranks: &ranks)
        }
      }
      swap(&sequence, &nextSequence)
      candidateCount += search.candidateCount
    }

    /// Sets the members of the cluster set to an item and its free neighbours, and returns the
    /// number of their pins.
    private func findMembers(
      around slot: Int, _ level: Level, _ search: inout NeighborSearch, _ nodes: NodeTable,
      _ clusterSet: ClusterSet
    ) -> UInt64 {
      let item = level.items[slot]
      var count = nodes.pinCount(of: item)
      clusterSet.members.removeAll()
      clusterSet.members.append(UInt32(slot))
      search.forEachNeighbor(of: slot, inRow: level.rowIndex(of: item)) { neighbor in
        if clusterSet.states[neighbor] == .free {
          clusterSet.members.append(UInt32(neighbor))
          count += nodes.pinCount(of: level.items[neighbor])
        }
      }
      return count
    }

    private mutating func passMembers(
      _ level: Level, _ clusterSet: ClusterSet, ranks: inout [UInt32]?
    ) {
      for position in 0..<clusterSet.members.count {
        clusterSet.states[Int(clusterSet.members[position])] = .passed
      }
      guard clusterSet.members.count > 1 else { return }
      let ranking = ranks ?? rank(level)
      ranks = ranking
      neighbors.removeAll(keepingCapacity: true)
      for position in 1..<clusterSet.members.count {
        let slot = Int(clusterSet.members[position])
        neighbors.append((slot, ranking[slot]))
      }
      neighbors.sort { $0.rank < $1.rank }
      for neighbor in neighbors { nextSequence.append(level.items[neighbor.slot].seed) }
    }

    /// For each slot, the position of its item in the order of supercluster's search.
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
}
