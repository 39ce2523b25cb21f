/// The values of all clusters of an index, put together from those of their pins.
///
/// Immutable: any number of threads may read it. It keeps one value a cluster.
public struct ClusterAggregates<Aggregation: PinAggregation>: Sendable {
  /// How values were put together.
  public let aggregation: Aggregation
  private let clusters: HierarchicalClusters
  /// By the number of the cluster.
  private let values: [Aggregation.Value?]

  init(_ clusters: HierarchicalClusters, _ aggregation: Aggregation) {
    self.clusters = clusters
    self.aggregation = aggregation
    let tree = clusters.tree
    var values = [Aggregation.Value?](repeating: nil, count: tree.clusters.count)
    func add(_ value: Aggregation.Value, to parent: UInt32) {
      guard parent != ClusterNode.none else { return }
      guard var sum = values[Int(parent)] else {
        values[Int(parent)] = value
        return
      }
      // Taken out while it changes, so that an array in it is not copied.
      values[Int(parent)] = nil
      aggregation.add(value, to: &sum)
      values[Int(parent)] = sum
    }
    for leaf in 0..<tree.leaves.count {
      let pin = Int(tree.leaves[leaf])
      add(aggregation.value(ofPin: pin), to: tree.pinParents[pin])
    }
    // A cluster's number is lower than its parent's: its value is complete when its turn comes.
    for number in values.indices {
      if let value = values[number] { add(value, to: tree.clusters[number].parent) }
    }
    self.values = values
  }

  /// The value of an item, or `nil` where the index has no such pin or cluster.
  ///
  /// Complexity: O(zoom levels).
  public subscript(id: AnnotationID) -> Aggregation.Value? {
    if let pin = id.pinIndex {
      return pin < clusters.points.count ? aggregation.value(ofPin: pin) : nil
    }
    return clusters.tree.cluster(of: id).flatMap { values[Int($0)] }
  }
}

extension HierarchicalClusters {
  /// Puts the values of pins together into values of clusters: sums, extremes, counts by category,
  /// or an aggregation of your own.
  ///
  /// Complexity: O(n) for n pins. To aggregate the pins of a few clusters only, or filtered ones,
  /// go through ``forEachPin(of:_:)``.
  public func aggregates<Aggregation: PinAggregation>(
    _ aggregation: Aggregation
  ) -> ClusterAggregates<Aggregation> {
    ClusterAggregates(self, aggregation)
  }
}
