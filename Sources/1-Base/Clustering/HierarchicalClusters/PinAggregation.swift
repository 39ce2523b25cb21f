/// An aggregation of the values of pins to the value of a cluster.
///
/// Values are combined in an order that is the same in every build, and each pin's value is used
/// once for a cluster; a sum of floating point numbers is as exact as a sum of sums.
public protocol PinAggregation: Sendable {
  /// The value of a pin and of a cluster.
  associatedtype Value: Sendable

  /// The value of a single pin, by its index.
  func value(ofPin pin: Int) -> Value

  /// Combines the value of some pins with the value of others.
  func add(_ other: Value, to value: inout Value)
}

/// The sum of the values of pins.
///
/// The type must be able to hold the sum of all: an integer that overflows traps, as with `+`.
public struct SumOfPins<Value: AdditiveArithmetic & Sendable>: PinAggregation {
  private let values: [Value]

  /// - Parameter values: One for each pin, by its index.
  /// - Precondition: There are as many as the index has pins.
  public init(_ values: [Value]) { self.values = values }

  /// The value of a single pin.
  public func value(ofPin pin: Int) -> Value { values[pin] }
  /// Adds a value.
  public func add(_ other: Value, to value: inout Value) { value += other }
}

/// The minimum of the values of pins.
public struct MinimumOfPins<Value: Comparable & Sendable>: PinAggregation {
  private let values: [Value]

  /// - Parameter values: One for each pin, by its index.
  /// - Precondition: There are as many as the index has pins.
  public init(_ values: [Value]) { self.values = values }

  /// The value of a single pin.
  public func value(ofPin pin: Int) -> Value { values[pin] }
  /// Keeps the smaller of two values.
  public func add(_ other: Value, to value: inout Value) { value = min(value, other) }
}

/// The maximum of the values of pins.
public struct MaximumOfPins<Value: Comparable & Sendable>: PinAggregation {
  private let values: [Value]

  /// - Parameter values: One for each pin, by its index.
  /// - Precondition: There are as many as the index has pins.
  public init(_ values: [Value]) { self.values = values }

  /// The value of a single pin.
  public func value(ofPin pin: Int) -> Value { values[pin] }
  /// Keeps the larger of two values.
  public func add(_ other: Value, to value: inout Value) { value = max(value, other) }
}

/// The number of pins of each category, as for a pie chart in a cluster's view.
public struct CountsByCategory: PinAggregation {
  private let categories: [Int]
  private let categoryCount: Int

  /// - Parameters:
  ///   - categories: One for each pin, by its index; as many as the index has pins. A pin whose
  ///     category is not in `0..<categoryCount` is counted in none.
  ///   - categoryCount: The number of categories; a cluster's value has a count for each.
  public init(_ categories: [Int], categoryCount: Int) {
    self.categories = categories
    self.categoryCount = max(categoryCount, 0)
  }

  /// The counts of a single pin: 1 for its category.
  public func value(ofPin pin: Int) -> [Int] {
    var counts = [Int](repeating: 0, count: categoryCount)
    if counts.indices.contains(categories[pin]) { counts[categories[pin]] = 1 }
    return counts
  }

  /// Adds the counts of each category.
  public func add(_ other: [Int], to value: inout [Int]) {
    for category in value.indices { value[category] += other[category] }
  }
}

/// The values of all clusters of an index, combined from the values of their pins.
///
/// Immutable: any number of threads may read it. It keeps one value for each cluster.
public struct ClusterAggregates<Aggregation: PinAggregation>: Sendable {
  /// The aggregation that combined the values.
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
      guard parent != ClusterLink.none else { return }
      // Taken out while it changes, so that an array in it is not copied.
      guard var sum = values[Int(parent)].take() else {
        values[Int(parent)] = value
        return
      }
      aggregation.add(value, to: &sum)
      values[Int(parent)] = sum
    }
    for leaf in 0..<tree.leaves.count {
      let pin = Int(tree.leaves[leaf])
      add(aggregation.value(ofPin: pin), to: tree.pinParents[pin])
    }
    // A cluster's number is lower than its parent's: its value is complete when its turn comes.
    for number in values.indices {
      if let value = values[number] { add(value, to: tree.links[number].parent) }
    }
    self.values = values
  }

  /// The value of an item, or `nil` if the index has no such pin or cluster.
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
  /// Combines the values of pins to values of clusters: sums, extremes, counts by category, or an
  /// aggregation of your own.
  ///
  /// Complexity: O(n) for n pins. To aggregate the pins of a few clusters only, or filtered ones,
  /// use ``forEachPin(of:_:)``.
  public func aggregates<Aggregation: PinAggregation>(
    _ aggregation: Aggregation
  ) -> ClusterAggregates<Aggregation> {
    ClusterAggregates(self, aggregation)
  }
}
