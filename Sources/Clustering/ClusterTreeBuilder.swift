import MapGeometry

/// Builds the levels of a ``HierarchicalClusters`` from the highest zoom down.
///
/// The rule is supercluster's (mapbox/supercluster, ISC license). At each zoom the items of the
/// zoom above are visited in order; at the highest, that is the order of the pins. An item that is
/// not taken yet, together with the items around it that are not taken, becomes a cluster where
/// they are pins enough; where they are not, all of them stay as they are. Either way they are
/// taken, and what they became is next in the order of the next zoom.
struct ClusterTreeBuilder {
  private let options: HierarchicalClusters.Options
  private(set) var tree: ClusterTree
  /// The levels from `maxZoom + 1` down.
  private(set) var levels: [ClusterLevel] = []

  // Reused from level to level.
  private var slots: [UInt32] = []
  private var isTaken: [Bool] = []
  private var neighbors: [Int] = []
  private var nodes: [UInt32] = []
  /// The order of neighbours by slot; empty where it cannot matter.
  private var searchRanks: [UInt32] = []

  init(points: [MapPoint], options: HierarchicalClusters.Options) {
    self.options = options
    tree = ClusterTree(pinCount: points.count)
    let rounding = options.positionRounding
    var items = points.indices.map {
      ClusterLevel.Item(
        x: rounding.units(points[$0].x), y: rounding.units(points[$0].y), node: UInt32($0))
    }
    for zoom in (options.minZoom...options.maxZoom).reversed() {
      let radius = options.radiusInUnits(atZoom: zoom)
      let level = ClusterLevel(items, minimumRowHeight: radius, slots: &slots)
      levels.append(level)
      rankNeighbors(items)
      items = merge(level, radius: radius, zoom: zoom)
    }
    let radius = options.radiusInUnits(atZoom: options.minZoom)
    levels.append(ClusterLevel(items, minimumRowHeight: radius, slots: &slots))
    tree.finish(roots: items.map(\.node))
  }

  private mutating func rankNeighbors(_ items: [ClusterLevel.Item]) {
    // An item and a neighbour are always enough for a cluster of 2: none are left over.
    guard options.minPoints > 2 else { return }
    let ranks = SearchTreeOrder.ranks(of: items)
    searchRanks = ranks
    for position in items.indices { searchRanks[Int(slots[position])] = ranks[position] }
  }

  /// The items of a zoom in their order, made of the level of the zoom above.
  private mutating func merge(
    _ level: ClusterLevel, radius: UInt64, zoom: Int
  ) -> [ClusterLevel.Item] {
    isTaken.removeAll(keepingCapacity: true)
    isTaken.append(contentsOf: repeatElement(false, count: level.count))
    var merged: [ClusterLevel.Item] = []
    for slot in slots.lazy.map({ Int($0) }) where !isTaken[slot] {
      isTaken[slot] = true
      let count = takeNeighbors(of: slot, on: level, radius: radius)
      if !neighbors.isEmpty, count >= options.minPoints {
        merged.append(addCluster(from: slot, on: level, count: count, zoom: zoom))
      } else {
        merged.append(level.item(slot))
        neighbors.sort { searchRanks[$0] < searchRanks[$1] }
        for neighbor in neighbors { merged.append(level.item(neighbor)) }
      }
    }
    return merged
  }

  /// Sets `neighbors` to the slots around a slot that were not taken, takes them, and answers how
  /// many pins they and the slot have.
  private mutating func takeNeighbors(
    of slot: Int, on level: ClusterLevel, radius: UInt64
  ) -> Int {
    neighbors.removeAll(keepingCapacity: true)
    var count = tree.pinCount(of: level.nodes[slot])
    level.forEachSlot(within: radius, ofX: level.xs[slot], y: level.ys[slot]) { neighbor in
      guard !isTaken[neighbor] else { return }
      isTaken[neighbor] = true
      neighbors.append(neighbor)
      count += tree.pinCount(of: level.nodes[neighbor])
    }
    return Int(count)
  }

  /// Makes a cluster of a slot and `neighbors`, at the mean of their pins.
  private mutating func addCluster(
    from slot: Int, on level: ClusterLevel, count: Int, zoom: Int
  ) -> ClusterLevel.Item {
    nodes.removeAll(keepingCapacity: true)
    // Below 2^32 units times 2^30 pins: no overflow. Half a count more rounds to nearest.
    var x = UInt64(count / 2)
    var y = UInt64(count / 2)
    add(slot, on: level, x: &x, y: &y)
    for neighbor in neighbors { add(neighbor, on: level, x: &x, y: &y) }
    let mean = (x: UInt32(x / UInt64(count)), y: UInt32(y / UInt64(count)))
    let node = tree.add(nodes, x: mean.x, y: mean.y, count: UInt32(count), zoom: zoom)
    return ClusterLevel.Item(x: mean.x, y: mean.y, node: node)
  }

  private mutating func add(_ slot: Int, on level: ClusterLevel, x: inout UInt64, y: inout UInt64) {
    let node = level.nodes[slot]
    let count = UInt64(tree.pinCount(of: node))
    nodes.append(node)
    x += UInt64(level.xs[slot]) * count
    y += UInt64(level.ys[slot]) * count
  }
}
