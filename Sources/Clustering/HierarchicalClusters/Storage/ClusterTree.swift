/// Which cluster is made of which clusters and pins.
struct ClusterTree: Sendable {
  private let maxZoom: Int
  /// By number: from the highest zoom down.
  let clusters: FrozenBuffer<ClusterNode>
  /// The number of the first cluster of each zoom, from `maxZoom` down.
  private let firstNumbers: [UInt32]
  /// The number of the cluster that each pin is in, or `ClusterNode.none`.
  let pinParents: FrozenBuffer<UInt32>
  /// All pins, those of a cluster side by side, its seed first.
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

  /// The number of the cluster of an identity, or `nil` where there is none or it is a pin.
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

  /// What stands for a pin at a zoom: the number of a cluster, or `nil` for the pin itself.
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
