/// The clusters that form at one zoom, and what became of the items of the level above.
final class Formation {
  enum State: UInt8 {
    case free
    /// Visited with another item that was too little for a cluster: stays, but joins no more.
    case passed
    /// Part of a new cluster.
    case joined
  }

  /// At which zoom.
  private(set) var zoom = 0
  /// What became of each item of the level.
  let states: Buffer<State>
  /// The new clusters, in the order in which they were found.
  let clusters: Buffer<LevelItem>
  /// The slots of the cluster that is being put together, the first that from which it grows.
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
  func join(
    memberCount: Int, of items: UnsafeMutablePointer<LevelItem>, nodes: NodeTable
  ) {
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
