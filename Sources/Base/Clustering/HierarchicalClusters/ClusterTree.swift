/// The tree of the clusters and pins that each cluster is made of.
struct ClusterTree: Sendable {
  private let maxZoom: Int
  /// By number: from the highest zoom down.
  let clusters: FrozenBuffer<ClusterNode>
  /// The number of the first cluster of each zoom, from `maxZoom` down.
  private let firstNumbers: [UInt32]
  /// The number of the cluster that each pin is in, or `ClusterNode.none`.
  let pinParents: FrozenBuffer<UInt32>
  /// All pins, those of a cluster adjacent, its seed first.
  let leaves: FrozenBuffer<UInt32>

  init(
    maxZoom: Int, clusters: Buffer<ClusterNode>, firstNumbers: [UInt32],
    pinParents: Buffer<UInt32>, leaves: Buffer<UInt32>
  ) {
    self.maxZoom = maxZoom
    self.firstNumbers = firstNumbers
    self.clusters = FrozenBuffer(clusters)
    self.pinParents = FrozenBuffer(pinParents)
    self.leaves = FrozenBuffer(leaves)
  }

  var pinCount: Int { pinParents.count }

  var byteCount: Int {
    clusters.byteCount + pinParents.byteCount + leaves.byteCount
      + firstNumbers.count * MemoryLayout<UInt32>.stride
  }

  /// The number of the first cluster that forms at a zoom or below it.
  func firstNumber(atZoom zoom: Int) -> UInt32 {
    let index = maxZoom - zoom
    return index < firstNumbers.count ? firstNumbers[max(index, 0)] : UInt32(clusters.count)
  }

  /// The number of the cluster of an identity, or `nil` if there is none or it is a pin.
  ///
  /// Complexity: O(zoom levels).
  func cluster(of id: AnnotationID) -> UInt32? {
    guard let origin = id.clusterOrigin, origin.seed < pinCount else { return nil }
    var number = pinParents[Int(origin.seed)]
    while number != ClusterNode.none {
      let cluster = clusters[Int(number)]
      if cluster.id == id { return number }
      guard cluster.seed == origin.seed, cluster.zoom > origin.zoom else { return nil }
      number = cluster.parent
    }
    return nil
  }

  /// The number of the cluster that contains a pin at a zoom, or `nil` if the pin is single.
  ///
  /// Complexity: O(zoom levels).
  func cluster(ofPin pin: UInt32, atZoom zoom: Int) -> UInt32? {
    let end = firstNumber(atZoom: zoom - 1)
    var found: UInt32?
    var number = pinParents[Int(pin)]
    // Clusters that form at the zoom or above have lower numbers; `none` is higher than all.
    while number < end {
      found = number
      number = clusters[Int(number)].parent
    }
    return found
  }
}

/// A cluster in the tree of clusters.
///
/// 32 bytes: two share a cache line, and none is in two.
struct ClusterNode: Sendable {
  /// The parent of a node that is in no cluster; no cluster has this number.
  static let none = UInt32.max

  /// The zoom at which it formed and the pin from which it grew: the first of those whose item was
  /// visited first.
  let id: AnnotationID
  /// The mean of its pins in fixed point units.
  let x: UInt32
  let y: UInt32
  /// The number of pins.
  let count: UInt32
  /// The number of the cluster that contains it, or `none`.
  var parent: UInt32 = none
  /// The position of its first pin in the order of the leaves.
  var firstLeaf: UInt32 = 0

  init(zoom: Int, seed: UInt32, x: UInt32, y: UInt32, count: UInt32) {
    id = .cluster(zoom: zoom, seed: seed)
    self.x = x
    self.y = y
    self.count = count
  }

  var seed: UInt32 { id.clusterSeed }
  var zoom: Int { id.clusterZoom }

  var item: ClusterItem {
    ClusterItem(id: id, point: FixedPoint.mapPoint(x: x, y: y), count: Int(count))
  }
}

/// The tree of clusters while it grows.
///
/// A node is a pin or a cluster: the pins first, numbered in the order of the highest level, then
/// the clusters as they form, from the highest zoom down, at one zoom in the order of the level.
/// So nodes that are near on the map are near in memory.
final class NodeTable {
  let pinCount: Int
  /// The number of the cluster that each pin is in, in the order of the highest level;
  /// `ClusterNode.none` where it is in none.
  let pinParents: Buffer<UInt32>
  let clusters: Buffer<ClusterNode>
  /// For each cluster, the number of pins of the child that it grew from.
  let seedCounts: Buffer<UInt32>

  init(pinCount: Int) {
    self.pinCount = pinCount
    pinParents = Buffer(capacity: pinCount)
    pinParents.fill(ClusterNode.none, count: pinCount)
    clusters = Buffer(capacity: pinCount / 8 * 5)
    seedCounts = Buffer(capacity: pinCount / 8 * 5)
  }

  func pinCount(of item: LevelItem) -> UInt64 {
    let node = Int(item.node)
    return node < pinCount ? 1 : UInt64(clusters.base[node &- pinCount].count)
  }

  /// Takes an item into the cluster that is added next, and returns the number of its pins.
  @inline(__always)
  func take(_ item: LevelItem) -> UInt64 {
    let number = UInt32(truncatingIfNeeded: clusters.count)
    let node = Int(item.node)
    if node < pinCount {
      pinParents.base[node] = number
      return 1
    }
    clusters.base[node &- pinCount].parent = number
    return UInt64(clusters.base[node &- pinCount].count)
  }

  /// Adds the cluster whose members were taken.
  ///
  /// - Parameters:
  ///   - seedCount: The number of pins of the item that the cluster grew from.
  ///   - zoom: The zoom at which it forms.
  @inline(__always)
  func addCluster(
    x: UInt32, y: UInt32, count: UInt64, seed: UInt32, seedCount: UInt64, zoom: Int
  ) -> LevelItem {
    let node = UInt32(truncatingIfNeeded: pinCount &+ clusters.count)
    clusters.append(
      ClusterNode(
        zoom: zoom, seed: seed, x: x, y: y, count: UInt32(truncatingIfNeeded: count)))
    seedCounts.append(UInt32(truncatingIfNeeded: seedCount))
    return LevelItem(x: x, y: y, node: node, seed: seed)
  }
}

/// The order of the pins in which those of every cluster are adjacent.
///
/// Invariant of the pointers: they are those of the node table, which its builder owns and does not
/// grow any more; numbers of clusters are below its count. One thread runs the layout.
struct TreeLayout {
  private let clusters: UnsafeMutablePointer<ClusterNode>
  /// For each cluster, the position of its next child after its first leaf.
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
