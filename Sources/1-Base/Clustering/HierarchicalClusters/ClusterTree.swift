/// The tree of the clusters and pins that each cluster is made of.
struct ClusterTree: Sendable {
  /// By number: from the highest zoom down.
  let clusters: FrozenBuffer<ClusterNode>
  /// By number. Links are stored apart from the clusters, so that four clusters share a cache line.
  let links: FrozenBuffer<ClusterLink>
  /// By zoom, the number of clusters that form there or above: their numbers are below it.
  let formedCounts: [UInt32]
  /// For each block of numbers, the zoom at which its first cluster formed: a search for the zoom
  /// of each item of a query would often be mispredicted.
  let blockZooms: [UInt8]
  /// The logarithm of the number of clusters in a block.
  static let blockBits: UInt32 = 10
  /// The number of the cluster that each pin is in, or `ClusterLink.none`.
  let pinParents: FrozenBuffer<UInt32>
  /// All pins; the pins of a cluster are adjacent, with its seed first.
  let leaves: FrozenBuffer<UInt32>

  /// - Parameter formedCounts: One for each zoom, and for the one above the highest, which is 0.
  init(
    clusters: Buffer<ClusterNode>, links: Buffer<ClusterLink>, formedCounts: [UInt32],
    pinParents: Buffer<UInt32>, leaves: Buffer<UInt32>
  ) {
    var zoom = formedCounts.count - 1
    blockZooms = stride(from: 0, to: clusters.count, by: 1 << Int(Self.blockBits)).map { number in
      while number >= formedCounts[zoom] { zoom -= 1 }
      return UInt8(zoom)
    }
    self.formedCounts = formedCounts
    self.clusters = clusters.frozen()
    self.links = FrozenBuffer(links)
    self.pinParents = FrozenBuffer(pinParents)
    self.leaves = FrozenBuffer(leaves)
  }

  var pinCount: Int { pinParents.count }

  var byteCount: Int {
    clusters.byteCount + links.byteCount + pinParents.byteCount + leaves.byteCount
      + formedCounts.count * MemoryLayout<UInt32>.stride + blockZooms.count
  }

  /// The zoom at which a cluster formed.
  ///
  /// - Parameter zoom: A zoom that is not above it.
  @inline(__always)
  func zoom(of number: UInt32, from zoom: Int) -> Int {
    var zoom = zoom
    while number < formedCounts[zoom + 1] { zoom += 1 }
    return zoom
  }

  /// The number of the cluster of an identity, or `nil` if there is none or it is a pin.
  ///
  /// Complexity: O(zoom levels).
  func cluster(of id: AnnotationID) -> UInt32? {
    guard let origin = id.clusterOrigin, origin.seed < pinCount,
      origin.zoom < formedCounts.count - 1
    else { return nil }
    let (first, end) = (formedCounts[origin.zoom + 1], formedCounts[origin.zoom])
    var number = pinParents[Int(origin.seed)]
    while number < first { number = links[Int(number)].parent }
    return number < end && clusters[Int(number)].seed == origin.seed ? number : nil
  }

  /// The number of the cluster that contains a pin at a zoom, or `nil` if the pin is single.
  ///
  /// Complexity: O(zoom levels).
  func cluster(ofPin pin: UInt32, atZoom zoom: Int) -> UInt32? {
    let end = formedCounts[zoom]
    var found: UInt32?
    var number = pinParents[Int(pin)]
    // Clusters that form at the zoom or above have lower numbers; `none` is higher than all.
    while number < end {
      found = number
      number = links[Int(number)].parent
    }
    return found
  }
}

/// A cluster in the tree of clusters, as it is shown.
struct ClusterNode: Sendable {
  /// The mean of its pins in fixed point units.
  let x: UInt32
  let y: UInt32
  /// The number of pins.
  let count: UInt32
  /// The pin from which it grew: the first of those whose item was visited first.
  let seed: UInt32

  func item(zoom: Int) -> ClusterItem {
    ClusterItem(
      id: .cluster(zoom: zoom, seed: seed), point: FixedPoint.mapPoint(x: x, y: y),
      count: Int(count))
  }
}

/// The connections of a cluster to the others.
struct ClusterLink: Sendable {
  /// The parent of a node that is in no cluster; no cluster has this number.
  static let none = UInt32.max

  /// The number of the cluster that contains it, or `none`.
  let parent: UInt32
  /// The position of its first pin, which is its seed, in the order of the leaves.
  let firstLeaf: UInt32
}

/// The clusters of a build with the nodes that each was made of.
///
/// A node is a pin or a cluster: the pins first, by their indexes, then the clusters as they form,
/// from the highest zoom down, at one zoom in the order of the level. So clusters that are near on
/// the map are near in memory.
final class ClusterTable {
  /// Marks the first of the nodes of a cluster, which it grew from.
  private static let firstBit: UInt32 = 1 << 31

  let clusters: Buffer<ClusterNode>
  /// The nodes that the clusters were made of, in the order of the clusters.
  private let children: Buffer<UInt32>

  init(capacity: Int) {
    clusters = Buffer(capacity: capacity)
    children = Buffer(capacity: capacity * 2)
  }

  /// Memory for the nodes that the next cluster is made of, which the caller writes.
  @inline(__always)
  func addChildren(_ count: Int) -> UnsafeMutablePointer<UInt32> {
    let start = children.count
    children.resize(to: start &+ count)
    return children.base + start
  }

  /// Adds the cluster of the last children.
  @inline(__always)
  func add(_ cluster: ClusterNode, of children: UnsafeMutablePointer<UInt32>) {
    children[0] |= Self.firstBit
    clusters.append(cluster)
  }

  /// Appends the clusters of a zoom, and returns a run for each of the tables that has them.
  func append(_ tables: [ClusterTable], workers: Workers) -> [Run] {
    let runs = tables.map { table in
      let (cluster, child) = (clusters.count, children.count)
      clusters.resize(to: cluster + table.clusters.count)
      children.resize(to: child + table.children.count)
      return Run(clusters: cluster..<clusters.count, children: child..<children.count)
    }
    workers.forEach(tables.count) { number in
      let (table, run) = (tables[number], runs[number])
      (clusters.base + run.clusters.lowerBound)
        .update(from: table.clusters.base, count: run.clusters.count)
      (children.base + run.children.lowerBound)
        .update(from: table.children.base, count: run.children.count)
    }
    return runs
  }

  func removeAll() {
    clusters.removeAll()
    children.removeAll()
  }

  /// Clusters of one zoom with their children, which one thread lays out.
  struct Run {
    let clusters: Range<Int>
    let children: Range<Int>
  }

  /// Sets the parents of all nodes, and orders the pins so that the pins of every cluster are
  /// adjacent.
  ///
  /// The pins of the child that a cluster grew from come first, so the first leaf of a cluster is
  /// its seed. The pins' parents are set by the pins' index.
  ///
  /// Invariant: a node has one parent at most, so several threads can lay out the clusters of one
  /// zoom, after the clusters of the zooms below. The pointers point into buffers that do not grow
  /// meanwhile; numbers of nodes are below the counts.
  ///
  /// - Parameters:
  ///   - roots: The nodes of the lowest level.
  ///   - runs: For each zoom, from the highest, its clusters in runs.
  ///   - leaves: Gets the order of the leaves; has memory for all pins.
  ///   - pinParents: Likewise.
  /// - Returns: The links of the clusters.
  func layOut(
    roots: Level, runs: [[Run]], leaves: Buffer<UInt32>, pinParents: Buffer<UInt32>,
    workers: Workers
  ) -> Buffer<ClusterLink> {
    let pinCount = UInt32(truncatingIfNeeded: leaves.count)
    let links = Buffer<ClusterLink>(capacity: clusters.count)
    links.resize(to: clusters.count)
    let (counts, children, linkBase) = (clusters.base, children.base, links.base)
    let (order, parents) = (leaves.base, pinParents.base)
    func place(_ node: UInt32, parent: UInt32, at leaf: inout UInt32) {
      if node < pinCount {
        order[Int(leaf)] = node
        parents[Int(node)] = parent
        leaf &+= 1
      } else {
        let number = Int(node &- pinCount)
        linkBase[number] = ClusterLink(parent: parent, firstLeaf: leaf)
        leaf &+= counts[number].count
      }
    }
    var leaf: UInt32 = 0
    for slot in 0..<roots.count {
      place(roots.items[slot].node, parent: ClusterLink.none, at: &leaf)
    }
    for runs in runs.reversed() {
      workers.forEach(runs.count) { part in
        let run = runs[part]
        var child = run.children.lowerBound
        for number in run.clusters {
          var leaf = linkBase[number].firstLeaf
          repeat {
            place(
              children[child] & ~Self.firstBit, parent: UInt32(truncatingIfNeeded: number),
              at: &leaf)
            child &+= 1
          } while child < run.children.upperBound && children[child] & Self.firstBit == 0
        }
      }
    }
    return links
  }
}
