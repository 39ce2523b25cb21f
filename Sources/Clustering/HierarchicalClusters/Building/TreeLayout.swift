/// Puts the pins into an order in which those of every cluster lie side by side.
struct TreeLayout {
  private let clusters: UnsafeMutablePointer<ClusterNode>
  /// Where the next child of each cluster goes, counted from its first leaf.
  private let offsets: UnsafeMutablePointer<UInt32>
  private var rootEnd: UInt32 = 0

  /// Sets `firstLeaf` of all clusters and finds the order of the pins.
  ///
  /// The pins of the child that a cluster grew from come first, so the first leaf of a cluster is
  /// its seed.
  ///
  /// - Parameters:
  ///   - pins: The pins in the order of the highest level.
  ///   - leaves: Gets the order of the leaves.
  ///   - pinParents: Gets the numbers of the clusters that the pins are in, by the pins' index.
  static func run(
    _ nodes: NodeTable, pins: Buffer<UInt32>, leaves: Buffer<UInt32>, pinParents: Buffer<UInt32>
  ) {
    var layout = TreeLayout(clusters: nodes.clusters.base, offsets: nodes.seedCounts.base)
    layout.placeClusters(count: nodes.clusters.count)
    leaves.resize(to: nodes.pinCount)
    pinParents.resize(to: nodes.pinCount)
    for rank in 0..<nodes.pinCount {
      let pin = pins.base[rank]
      let parent = nodes.pinParents.base[rank]
      leaves.base[Int(layout.place(seed: pin, parent: parent, count: 1))] = pin
      pinParents.base[Int(pin)] = parent
    }
  }

  /// A cluster's number is higher than those of its children, so it is placed before them.
  private mutating func placeClusters(count: Int) {
    for number in stride(from: count - 1, through: 0, by: -1) {
      let cluster = clusters[number]
      clusters[number].firstLeaf = place(
        seed: cluster.seed, parent: cluster.parent, count: cluster.count)
    }
  }

  @inline(__always)
  private mutating func place(seed: UInt32, parent: UInt32, count: UInt32) -> UInt32 {
    guard parent != ClusterNode.none else {
      defer { rootEnd &+= count }
      return rootEnd
    }
    let parent = Int(parent)
    if clusters[parent].seed == seed { return clusters[parent].firstLeaf }
    let offset = offsets[parent]
    offsets[parent] = offset &+ count
    return clusters[parent].firstLeaf &+ offset
  }
}
