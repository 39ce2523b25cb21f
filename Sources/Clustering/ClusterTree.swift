/// Which cluster is made of which clusters and pins.
///
/// Nodes are numbered: the pins first, by index, then the clusters in the order they formed,
/// from the highest zoom down.
struct ClusterTree: Sendable {
  struct Cluster: Sendable {
    let x: UInt32
    let y: UInt32
    /// How many pins.
    let count: UInt32
    /// The pin from which it grew: the seed of the item that was visited first.
    let seed: UInt32
    /// Where its children start in `children`; they end where those of the next cluster start.
    let firstChild: UInt32
    /// Where its pins start in `members`.
    var firstMember: UInt32 = 0
    /// The zoom at which it formed.
    let zoom: UInt8

    /// Whether the cluster is looked up before one of a zoom and a seed.
    func precedes(zoom otherZoom: UInt8, _ otherSeed: UInt32) -> Bool {
      zoom == otherZoom ? seed < otherSeed : zoom > otherZoom
    }
  }

  let pinCount: Int
  private(set) var clusters: [Cluster] = []
  private(set) var children: [UInt32] = []
  /// Indexes in `clusters` by descending zoom, then ascending seed.
  private var lookup: [UInt32] = []
  /// All pins, those of a cluster side by side.
  private(set) var members: [UInt32] = []

  init(pinCount: Int) {
    self.pinCount = pinCount
  }

  /// The cluster that a node is, or `nil` where it is a pin.
  func cluster(_ node: UInt32) -> Cluster? {
    node < pinCount ? nil : clusters[Int(node) - pinCount]
  }

  func pinCount(of node: UInt32) -> UInt32 {
    node < pinCount ? 1 : clusters[Int(node) - pinCount].count
  }

  func seed(of node: UInt32) -> UInt32 {
    node < pinCount ? node : clusters[Int(node) - pinCount].seed
  }

  /// Adds a cluster of at least two nodes, the first of which is the one it grew from.
  mutating func add(_ nodes: [UInt32], x: UInt32, y: UInt32, count: UInt32, zoom: Int) -> UInt32 {
    let node = UInt32(pinCount + clusters.count)
    clusters.append(
      Cluster(
        x: x, y: y, count: count, seed: seed(of: nodes[0]),
        firstChild: UInt32(children.count), zoom: UInt8(zoom)))
    children.append(contentsOf: nodes)
    return node
  }

  /// Makes the tree ready for questions once all clusters are added.
  ///
  /// - Parameter roots: The nodes that are in no cluster.
  mutating func finish(roots: [UInt32]) {
    layOutMembers(roots: roots)
    lookup = clusters.indices.map { UInt32($0) }
    // Sorted already where the least number of pins is 2; never far from it.
    lookup.sort { clusters[Int($0)].precedes(zoom: clusters[Int($1)].zoom, clusters[Int($1)].seed) }
  }

  private mutating func layOutMembers(roots: [UInt32]) {
    members = [UInt32](repeating: 0, count: pinCount)
    var next: UInt32 = 0
    for root in roots { place(root, at: &next) }
    // A cluster's number is higher than those of its children, so it is placed before them.
    for index in clusters.indices.reversed() {
      var next = clusters[index].firstMember
      for child in childRange(ofClusterAt: index) { place(children[child], at: &next) }
    }
  }

  private mutating func place(_ node: UInt32, at next: inout UInt32) {
    if node < pinCount {
      members[Int(next)] = node
      next += 1
    } else {
      let index = Int(node) - pinCount
      clusters[index].firstMember = next
      next += clusters[index].count
    }
  }

  private func childRange(ofClusterAt index: Int) -> Range<Int> {
    let isLast = index + 1 == clusters.count
    let end = isLast ? children.count : Int(clusters[index + 1].firstChild)
    return Int(clusters[index].firstChild)..<end
  }

  /// The nodes that a node was made of; none for a pin.
  func children(of node: UInt32) -> ArraySlice<UInt32> {
    node < pinCount ? [] : children[childRange(ofClusterAt: Int(node) - pinCount)]
  }

  /// The node of an identity, or `nil` where no such pin or cluster exists.
  ///
  /// Complexity: O(log n).
  func node(of id: AnnotationID) -> UInt32? {
    if let pin = id.pinIndex { return pin < pinCount ? UInt32(pin) : nil }
    guard let origin = id.clusterOrigin, let zoom = UInt8(exactly: origin.zoom) else { return nil }
    var low = 0
    var high = lookup.count
    while low < high {
      let middle = (low + high) / 2
      if clusters[Int(lookup[middle])].precedes(zoom: zoom, origin.seed) {
        low = middle + 1
      } else {
        high = middle
      }
    }
    guard low < lookup.count else { return nil }
    let found = clusters[Int(lookup[low])]
    guard found.zoom == zoom, found.seed == origin.seed else { return nil }
    return UInt32(pinCount) + lookup[low]
  }

  func id(of node: UInt32) -> AnnotationID {
    guard let cluster = cluster(node) else { return .pin(Int(node)) }
    return .cluster(zoom: Int(cluster.zoom), seed: cluster.seed)
  }
}
