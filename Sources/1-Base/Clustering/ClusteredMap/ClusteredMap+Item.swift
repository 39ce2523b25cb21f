extension ClusteredMap {
  /// A thing that the map shows: an element alone, or a cluster of several.
  public struct Item: Identifiable {
    /// The identity of an element or of a cluster, the same as long as it is shown.
    public enum ID: Hashable, Sendable {
      /// An element by its own identity.
      case element(Element.ID)
      /// A cluster.
      case cluster(AnnotationID)
    }

    /// An element, or a cluster.
    public enum Content {
      /// An element alone.
      case element(Element)
      /// A cluster of elements, by its identity, its place and its count.
      case cluster(ClusterItem)
    }

    /// The element or the cluster.
    public let content: Content
    /// The place on the map: the element's place, or the mean of the cluster's elements.
    public let point: MapPoint

    @inlinable
    init(_ content: Content, at point: MapPoint) {
      self.content = content
      self.point = point
    }

    /// The identity.
    @inlinable
    public var id: ID {
      switch content {
      case .element(let element): .element(element.id)
      case .cluster(let cluster): .cluster(cluster.id)
      }
    }

    /// The element, or `nil` for a cluster.
    @inlinable
    public var element: Element? {
      if case .element(let element) = content { element } else { nil }
    }

    /// The cluster, or `nil` for an element alone.
    @inlinable
    public var cluster: ClusterItem? {
      if case .cluster(let cluster) = content { cluster } else { nil }
    }

    /// The number of elements: 1 for an element alone.
    @inlinable
    public var count: Int { cluster?.count ?? 1 }

    /// The same place in degrees.
    public var coordinate: Coordinate { point.coordinate }
  }

  /// The changes of the map from one update to the next: items that leave, new items, and items
  /// that stay but are changed.
  ///
  /// No identity is in two of the lists, or twice in one. Apply all differences, in their order.
  public struct Difference {
    /// The identities of the items that leave the map.
    public let removals: [Item.ID]
    /// The items that are new on the map.
    public let insertions: [Item]
    /// The items that stay in another state: a cluster with another place or another count, an
    /// element that was moved or replaced.
    public let changes: [Item]

    @inlinable
    init(removals: [Item.ID] = [], insertions: [Item] = [], changes: [Item] = []) {
      self.removals = removals
      self.insertions = insertions
      self.changes = changes
    }

    /// Indicates whether the map stays as it is.
    @inlinable
    public var isEmpty: Bool { removals.isEmpty && insertions.isEmpty && changes.isEmpty }
  }
}

extension ClusteredMap.Item.Content: Sendable where Element: Sendable {}
extension ClusteredMap.Item: Sendable where Element: Sendable {}
extension ClusteredMap.Difference: Sendable where Element: Sendable {}

extension ClusteredMap.Item.Content: Equatable where Element: Equatable {}
extension ClusteredMap.Item: Equatable where Element: Equatable {}
extension ClusteredMap.Difference: Equatable where Element: Equatable {}

extension ClusteredMap.Difference {
  /// Updates the annotations of a map, by the identities of their items.
  ///
  /// An annotation that stays is the same object as before.
  ///
  /// Complexity: O(removals + insertions + changes).
  ///
  /// - Parameters:
  ///   - annotations: The annotations after all differences before this one.
  ///   - insert: Makes the annotation of an item.
  ///   - change: Gives an annotation the new state of its item.
  /// - Returns: The annotations that left, the new ones, and those that were changed, in the order
  ///   of ``removals``, ``insertions`` and ``changes``.
  /// - Precondition: The map has an annotation for each removal and each change, and none for an
  ///   insertion.
  @inlinable
  public func apply<Annotation>(
    to annotations: inout [ClusteredMap.Item.ID: Annotation],
    inserting insert: (ClusteredMap.Item) -> Annotation,
    changing change: (inout Annotation, ClusteredMap.Item) -> Void
  ) -> (removed: [Annotation], inserted: [Annotation], changed: [Annotation]) {
    func expected(_ annotation: Annotation?, _ id: ClusteredMap.Item.ID) -> Annotation {
      guard let annotation else {
        preconditionFailure("expected an annotation of \(id); apply every difference, in order")
      }
      return annotation
    }
    let removed = removals.map { expected(annotations.removeValue(forKey: $0), $0) }
    let inserted = insertions.map { item in
      let annotation = insert(item)
      precondition(
        annotations.updateValue(annotation, forKey: item.id) == nil,
        "expected no annotation of \(item.id) yet; apply every difference once")
      return annotation
    }
    let changed = changes.map { item in
      var annotation = expected(annotations[item.id], item.id)
      change(&annotation, item)
      annotations[item.id] = annotation
      return annotation
    }
    return (removed, inserted, changed)
  }
}
