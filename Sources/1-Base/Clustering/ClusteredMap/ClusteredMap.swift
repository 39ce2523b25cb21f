/// An app's elements on a map: those that it shows, alone or as clusters, and what changes.
///
/// An element is whatever the app has: a stop, a vehicle, a search result. Insert, replace and
/// remove elements at any time; on every change of the map's region, ask for the difference and
/// give it to the map:
///
///     var stops = ClusteredMap<Stop>(coordinate: { $0.coordinate })
///     try stops.insert(contentsOf: allStops)
///
///     let difference = stops.update(visible: rect, in: viewport)
///     for id in difference.removals { remove(id) }
///     for item in difference.changes { move(item.id, to: item) }
///     for item in difference.insertions { add(item) }
///
/// An item is an element alone or a cluster (``Item``). Its identity stays while the map pans and
/// while elements come and go; a single element keeps its own identity. The clusters are the same
/// as in ``LiveClusters``: cells of a grid that stay where they are.
///
/// ## Errors
///
/// If an element exists already, is unknown, or has an invalid coordinate, its batch throws a
/// ``ClusteredMapError`` and changes nothing.
///
/// ## Cost
///
/// The cost of an update depends on the view, not on the number of elements: O(k log k) for k items
/// in view. For 100,000 elements it takes 1.1 times as long as a query of ``LiveClusters`` and an
/// ``AnnotationDifference`` by hand (`make bench`). A change of elements costs O(zoom levels) for
/// each of them.
///
/// It keeps 50 to 100 bytes an element besides the elements and their identities. New elements
/// reuse the memory of removed ones; all of it is freed when the last element is removed. A removed
/// element that is shown is kept until the next update.
///
/// ## Values and threads
///
/// It is a value, and `Sendable` if its elements are: it may be filled in the background and handed
/// to the main actor, which then updates it. It belongs to one map view, because it knows what that
/// view shows: keep it in one place, as a property of a class or an actor. A copy is independent,
/// and the first update after it copies everything, O(n). Like any variable, it may be changed by
/// one thread at a time.
public struct ClusteredMap<Element: Identifiable> where Element.ID: Sendable {
  // What runs for each item or element is inlinable: with types that the compiler does not know, an
  // update takes twice as long.
  @usableFromInline var clusters: LiveClusters
  @usableFromInline var slots = ElementSlots<Element>()
  /// The items of the latest update, and of the update before.
  @usableFromInline var newItems: [ClusterItem] = []
  @usableFromInline var oldItems: [ClusterItem] = []
  /// From the old items to the new ones.
  @usableFromInline var itemDifference = AnnotationDifference()
  @usableFromInline let coordinate: @Sendable (Element) -> Coordinate

  /// A map without elements, with the cells of ``GridCellSizes/clusterMap``.
  ///
  /// - Parameter coordinate: The place of an element, the same each time for the same element. A
  ///   key path may be given: `\.coordinate`.
  public init(coordinate: @escaping @Sendable (Element) -> Coordinate) {
    do {
      try self.init(cellSizes: .clusterMap, coordinate: coordinate)
    } catch {
      preconditionFailure("invalid standard settings: \(error)")
    }
  }

  /// A map without elements.
  ///
  /// - Parameters:
  ///   - cellSizes: The sizes of the cells whose elements become a cluster.
  ///   - minimumCount: The minimum number of elements of a cluster.
  ///   - coordinate: The place of an element, the same each time for the same element. A key path
  ///     may be given: `\.coordinate`.
  /// - Throws: ``ClusteringError/invalidOption(name:found:expected:)`` for a minimum count below 2.
  public init(
    cellSizes: GridCellSizes, minimumCount: Int = 2,
    coordinate: @escaping @Sendable (Element) -> Coordinate
  ) throws(ClusteringError) {
    clusters = try LiveClusters(cellSizes: cellSizes, minimumCount: minimumCount)
    self.coordinate = coordinate
  }

  /// The sizes of the cells.
  public var cellSizes: GridCellSizes { clusters.cellSizes }
  /// The minimum number of elements of a cluster.
  public var minimumCount: Int { clusters.minimumCount }
  /// The number of elements.
  public var count: Int { slots.count }

  /// Indicates whether there are no elements.
  public var isEmpty: Bool { count == 0 }

  /// The element of an identity, or `nil` if there is none.
  ///
  /// Complexity: O(1).
  @inlinable
  public subscript(id: Element.ID) -> Element? { slots.index(of: id).flatMap { slots[$0] } }

  /// The memory of the clusters and of the slots in bytes, for tests that it is given back. What
  /// elements and identities own is not counted.
  package var byteCount: Int { clusters.byteCount + slots.byteCount }

  /// Finds what a map must show now, and returns how it differs from what it showed before.
  ///
  /// Afterwards, ``shownItems`` is what it must show. A rectangle across the antimeridian has the
  /// items on both sides; one that contains nothing, of negative size or not a number, has none.
  ///
  /// Complexity: O(k log k) for k items in the rectangle, before and now.
  ///
  /// - Parameters:
  ///   - rect: The visible part of the map.
  ///   - zoom: The zoom level of 256-point tiles, as `Viewport.zoom(showing:)`; rounded down and
  ///     clamped to ``GridCellSizes/zoomRange``.
  ///   - padding: The fraction of its width and height by which the rectangle grows on each side,
  ///     so that items just off the screen are there when the map moves.
  /// - Returns: The difference, empty if the map is to stay as it is.
  @inlinable
  public mutating func update(
    visible rect: MapRect, zoom: Double, padding: Double = 0.25
  ) -> Difference {
    updateItems(in: rect.padded(by: padding), zoom: zoom)
    guard !itemDifference.isEmpty || !slots.replaced.isEmpty else { return Difference() }
    let difference = takeDifference()
    slots.releaseRetired()
    return difference
  }

  /// Allocates nothing but space for more items than ever before.
  @usableFromInline
  mutating func updateItems(in rect: MapRect, zoom: Double) {
    swap(&newItems, &oldItems)
    clusters.cellTrees.items(in: rect, zoom: zoom, into: &newItems)
    itemDifference.update(from: oldItems, to: newItems)
  }

  /// Finds what a map must show of a region now, see
  /// ``update(visible:zoom:padding:)-(MapRect,_,_)``.
  public mutating func update(
    visible region: Region, zoom: Double, padding: Double = 0.25
  ) -> Difference {
    update(visible: MapRect(region), zoom: zoom, padding: padding)
  }

  /// Finds what a view must show now, at the zoom level at which it shows the rectangle, see
  /// ``update(visible:zoom:padding:)-(MapRect,_,_)``.
  ///
  /// Nothing changes while the view has no size or the rectangle is empty, as before a view is laid
  /// out.
  ///
  /// - Parameters:
  ///   - rect: The visible part of the map.
  ///   - viewport: The size of the map's view.
  ///   - padding: The fraction by which the rectangle grows on each side.
  public mutating func update(
    visible rect: MapRect, in viewport: Viewport, padding: Double = 0.25
  ) -> Difference {
    guard viewport.width > 0, viewport.height > 0, !rect.isEmpty else { return Difference() }
    return update(visible: rect, zoom: viewport.zoom(showing: rect), padding: padding)
  }

  /// The items of the latest update, in the order of their cells: rows from the north, in a row
  /// from the west.
  ///
  /// An element removed since then is still among them; a replaced one is the new element.
  ///
  /// Complexity: O(k) for k items; it makes an array of them.
  @inlinable
  public var shownItems: [Item] { newItems.map(makeItem) }

  /// Makes the difference of the latest update, and notes which elements are shown.
  @inlinable
  mutating func takeDifference() -> Difference {
    let removals = itemDifference.removals.map { position in
      let item = oldItems[position]
      if let pin = item.id.pinIndex { slots.slots[pin].isShown = false }
      return makeItem(item).id
    }
    let insertions = itemDifference.insertions.map { position in
      let item = newItems[position]
      if let pin = item.id.pinIndex { slots.slots[pin].isShown = true }
      return makeItem(item)
    }
    var changes = itemDifference.changes.map { change in
      let item = newItems[change.newPosition]
      if let pin = item.id.pinIndex { slots.slots[pin].isReplaced = false }
      return makeItem(item)
    }
    // What stayed in its place, with another element.
    for pin in slots.takeReplaced() {
      guard let point = clusters.point(of: pin) else { continue }
      changes.append(makeItem(ClusterItem(id: .pin(pin), point: point, count: 1)))
    }
    return Difference(removals: removals, insertions: insertions, changes: changes)
  }

  /// The items in a rectangle at a zoom level, whatever is shown.
  ///
  /// Complexity: O(k log k) for k items.
  @inlinable
  public func items(in rect: MapRect, zoom: Double) -> [Item] {
    clusters.snapshot.items(in: rect, zoom: zoom).map(makeItem)
  }

  /// The elements of a cluster; none for an unknown one.
  ///
  /// They are the elements at this moment: elements may have come and gone since the update that
  /// gave the cluster.
  ///
  /// Complexity: O(zoom levels + members).
  @inlinable
  public func members(of cluster: AnnotationID) -> [Element] {
    // The identities of pins are the numbers of slots, which only this type knows.
    guard cluster.pinIndex == nil else { return [] }
    return clusters.snapshot.pins(of: cluster).compactMap { slots[$0] }
  }

  /// The smallest rectangle around the elements of a cluster; `nil` for an unknown one.
  ///
  /// Complexity: O(zoom levels + members).
  public func boundingRect(of cluster: AnnotationID) -> MapRect? {
    cluster.pinIndex == nil ? clusters.snapshot.boundingRect(of: cluster) : nil
  }

  /// The lowest zoom level above a cluster's own at which its elements are in several cells; `nil`
  /// where they are together at every zoom, and for an unknown cluster.
  ///
  /// Complexity: O(zoom levels + members).
  public func expansionZoom(of cluster: AnnotationID) -> Int? {
    clusters.snapshot.expansionZoom(of: cluster)
  }

  @inlinable
  func makeItem(_ item: ClusterItem) -> Item {
    guard let pin = item.id.pinIndex else { return Item(.cluster(item), at: item.point) }
    guard let element = slots[pin] else { preconditionFailure("a pin has no element: \(item)") }
    return Item(.element(element), at: item.point)
  }
}

extension ClusteredMap: Sendable where Element: Sendable {}
