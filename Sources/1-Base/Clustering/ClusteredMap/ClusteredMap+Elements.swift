extension ClusteredMap {
  /// Inserts an element.
  ///
  /// - Throws: as ``insert(contentsOf:)``.
  @inlinable
  public mutating func insert(_ element: Element) throws(ClusteredMapError<Element.ID>) {
    try insert(contentsOf: CollectionOfOne(element))
  }

  /// Inserts elements, all or none.
  ///
  /// An element that was removed since the latest update, and is inserted again, is the same item
  /// as before.
  ///
  /// Complexity: O(k × zoom levels) for k elements; O(n + k) where k is a large part of all n.
  ///
  /// - Throws: ``ClusteredMapError/duplicateID(_:)`` for an identity that is there already or twice
  ///   in the batch, ``ClusteredMapError/invalidCoordinate(_:_:)``, and
  ///   ``ClusteredMapError/tooManyElements(count:)``.
  @inlinable
  public mutating func insert(
    contentsOf elements: some Collection<Element>
  ) throws(ClusteredMapError<Element.ID>) {
    let newCount = elements.count
    guard newCount <= AnnotationID.maximumPinCount - slots.usedCount else {
      throw .tooManyElements(count: newCount)
    }
    let elements = Array(elements)
    let points = try points(of: elements)
    let indexes = try slots.insert(elements)
    change { clusters throws(LiveClusters.UpdateError) in
      try clusters.insert(contentsOf: zip(indexes, points).map { .init(index: $0, point: $1) })
    }
  }

  /// Replaces the element of the same identity, and moves it if its coordinate differs.
  ///
  /// - Throws: as ``replace(contentsOf:)``.
  @inlinable
  public mutating func replace(_ element: Element) throws(ClusteredMapError<Element.ID>) {
    try replace(contentsOf: CollectionOfOne(element))
  }

  /// Replaces the elements of the same identities, all or none, and moves those whose coordinates
  /// differ. If an identity is repeated, the last element counts.
  ///
  /// An element that the map shows alone is among the ``Difference/changes`` of the next update,
  /// moved or not; an element in a cluster changes the cluster's place at most.
  ///
  /// Complexity: O(k × zoom levels) for k elements; O(n + k) where k is a large part of all n.
  ///
  /// - Throws: ``ClusteredMapError/unknownID(_:)`` and
  ///   ``ClusteredMapError/invalidCoordinate(_:_:)``.
  @inlinable
  public mutating func replace(
    contentsOf elements: some Collection<Element>
  ) throws(ClusteredMapError<Element.ID>) {
    let elements = Array(elements)
    let points = try points(of: elements)
    let indexes = try elements.map { element throws(ClusteredMapError<Element.ID>) in
      guard let index = slots.index(of: element.id) else { throw .unknownID(element.id) }
      return index
    }
    for (element, index) in zip(elements, indexes) { slots.put(element, in: index) }
    // Most elements of a list that is loaded again are where they were.
    var moves: [LiveClusters.Pin] = []
    var moved: Set<Int> = []
    for (index, point) in zip(indexes, points)
    where clusters.point(of: index) != point || moved.contains(index) {
      moves.append(.init(index: index, point: point))
      moved.insert(index)
    }
    change { clusters throws(LiveClusters.UpdateError) in try clusters.move(moves) }
  }

  /// Removes an element.
  ///
  /// - Throws: as ``remove(contentsOf:)``.
  @inlinable
  public mutating func remove(_ id: Element.ID) throws(ClusteredMapError<Element.ID>) {
    try remove(contentsOf: CollectionOfOne(id))
  }

  /// Removes the elements of some identities, all or none.
  ///
  /// What the map shows of them is kept until the next update, which removes it from the map.
  ///
  /// Complexity: O(k × zoom levels) for k elements; O(n + k) where k is a large part of all n.
  ///
  /// - Throws: ``ClusteredMapError/unknownID(_:)``, also for an identity that is repeated.
  @inlinable
  public mutating func remove(
    contentsOf ids: some Collection<Element.ID>
  ) throws(ClusteredMapError<Element.ID>) {
    let indexes = try slots.remove(Array(ids))
    if slots.indexes.isEmpty {
      clusters.removeAll()
      slots.freeMemoryIfUnused()
    } else {
      change { clusters throws(LiveClusters.UpdateError) in try clusters.remove(indexes) }
    }
  }

  /// Removes all elements.
  ///
  /// Complexity: O(n).
  public mutating func removeAll() {
    do {
      try remove(contentsOf: Array(slots.indexes.keys))
    } catch {
      preconditionFailure("an element's own identity is unknown: \(error)")
    }
  }

  @inlinable
  func points(of elements: [Element]) throws(ClusteredMapError<Element.ID>) -> [MapPoint] {
    try elements.map { element throws(ClusteredMapError<Element.ID>) in
      let coordinate = coordinate(element)
      guard coordinate.isValid else { throw .invalidCoordinate(element.id, coordinate) }
      return MapPoint(coordinate)
    }
  }

  /// Changes the clusters as the slots were changed, which have checked everything.
  @inlinable
  mutating func change(_ body: (inout LiveClusters) throws(LiveClusters.UpdateError) -> Void) {
    do {
      try body(&clusters)
    } catch {
      preconditionFailure("slots and pins differ: \(error)")
    }
  }
}

/// The reason why elements cannot be inserted, replaced or removed. Nothing is changed then, not
/// even by the valid elements of a batch.
public enum ClusteredMapError<ID: Hashable & Sendable>: Error, Hashable, CustomStringConvertible {
  /// There is no element of this identity: it was never inserted, or was removed.
  case unknownID(ID)
  /// There is an element of this identity already, or the batch has two of them.
  case duplicateID(ID)
  /// The coordinate of the element is not finite, or outside of the earth's range.
  case invalidCoordinate(ID, Coordinate)
  /// With the new elements, there would be more than ``AnnotationID/maximumPinCount``.
  case tooManyElements(count: Int)

  public var description: String {
    switch self {
    case .unknownID(let id):
      return "expected the identity of an element, found \(id); insert the element first"
    case .duplicateID(let id):
      return "expected a new identity, found \(id) of an element; replace that element instead"
    case .invalidCoordinate(let id, let coordinate):
      return """
        element \(id): expected a latitude in -90...90 and a longitude in -180...180, found \
        (\(coordinate.latitude), \(coordinate.longitude)); leave out elements without a place
        """
    case .tooManyElements(let count):
      return """
        expected at most \(AnnotationID.maximumPinCount) elements in all, found \(count) new ones; \
        divide them among several maps
        """
    }
  }
}
