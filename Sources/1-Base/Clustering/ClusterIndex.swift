/// A clusterer of this library: finds the items that a part of the map shows, and the pins of each.
///
/// Code that uses this protocol can switch to another clusterer without other changes. An index
/// does not change while it is queried; any number of threads may query it at once.
public protocol ClusterIndex: Sendable {
  /// The zoom levels that can show different items. Zooms are those of 256-point tiles, as
  /// `Viewport.zoom(showing:)`; a query rounds its zoom down and clamps it to this range.
  var zoomRange: ClosedRange<Int> { get }

  /// Replaces the contents of an array by the items in a rectangle at a zoom level, each once.
  ///
  /// The items whose place is in the rectangle are always there. Clusterers of cells return every
  /// cell that it touches, so some of their items lie a little outside.
  ///
  /// A rectangle across the antimeridian finds the items on both sides. The order is the same for
  /// the same index and arguments. Nothing is allocated but space in the array.
  func items(in rect: MapRect, zoom: Double, into items: inout [ClusterItem])

  /// Replaces the contents of an array by the items of some of the pins in a rectangle: items have
  /// the counts and the places that the included pins give them, and items without such pins are
  /// left out.
  ///
  /// Which pins form an item does not change, so that an annotation keeps its identity while
  /// filters come and go. An item keeps its identity even if only one of its pins is left.
  ///
  /// - Parameters:
  ///   - rect: The part of the map, edges included.
  ///   - zoom: Rounded down and clamped to ``zoomRange``.
  ///   - isIncluded: Returns whether the pin of an index is included, the same each time.
  ///   - items: Gets the items.
  func items(
    in rect: MapRect, zoom: Double, where isIncluded: (Int) -> Bool,
    into items: inout [ClusterItem])

  /// The item of an identity, or `nil` if this index has no such pin or cluster.
  func item(of id: AnnotationID) -> ClusterItem?

  /// Calls `body` with every pin of an item, each once; with none for an unknown identity. Nothing
  /// is allocated.
  func forEachPin(of id: AnnotationID, _ body: (Int) -> Void)
}

extension ClusterIndex {
  /// Replaces the contents of an array by the items in a region at a zoom level.
  ///
  /// - Parameters:
  ///   - region: The part of the map.
  ///   - padding: The fraction of its width and height by which the region's rectangle grows on
  ///     each side: 0.5 doubles both. Items just off the screen are then there when the map moves.
  ///   - zoom: Rounded down and clamped to ``zoomRange``.
  ///   - items: Gets the items.
  public func items(
    in region: Region, padding: Double = 0, zoom: Double, into items: inout [ClusterItem]
  ) {
    self.items(in: MapRect(region).padded(by: padding), zoom: zoom, into: &items)
  }

  // Queries that return arrays, for callers without an array to reuse.

  /// The items in a rectangle at a zoom level, see ``items(in:zoom:into:)``.
  public func items(in rect: MapRect, zoom: Double) -> [ClusterItem] {
    Array { items(in: rect, zoom: zoom, into: &$0) }
  }

  /// The items of some of the pins in a rectangle, see ``items(in:zoom:where:into:)``.
  public func items(
    in rect: MapRect, zoom: Double, where isIncluded: (Int) -> Bool
  ) -> [ClusterItem] {
    Array { items(in: rect, zoom: zoom, where: isIncluded, into: &$0) }
  }

  /// The items in a region at a zoom level, see ``items(in:padding:zoom:into:)``.
  public func items(in region: Region, padding: Double = 0, zoom: Double) -> [ClusterItem] {
    items(in: MapRect(region).padded(by: padding), zoom: zoom)
  }

  /// The pins of an item in the order of ``forEachPin(of:_:)``; none for an unknown identity.
  public func pins(of id: AnnotationID) -> [Int] {
    Array { pins in forEachPin(of: id) { pins.append($0) } }
  }

  /// The smallest rectangle around the pins of an item, without size if they are in one place;
  /// `nil` for an unknown identity.
  ///
  /// Complexity: as ``forEachPin(of:_:)``, and ``item(of:)`` for each pin.
  public func boundingRect(of id: AnnotationID) -> MapRect? {
    var extent = MapExtent()
    forEachPin(of: id) { pin in
      if let item = item(of: .pin(pin)) { extent.add(item.point) }
    }
    return extent.rect
  }
}

/// An item that a clusterer puts on the map: a single pin, or a cluster of several.
public struct ClusterItem: Identifiable, Hashable, Sendable {
  /// The identity of the pin or the cluster.
  public let id: AnnotationID
  /// The place on the map: the pin's place, or the mean of the cluster's pins.
  public let point: MapPoint
  /// The number of pins: 1 for a pin.
  public let count: Int

  /// An item of your own clusterer.
  public init(id: AnnotationID, point: MapPoint, count: Int) {
    self.id = id
    self.point = point
    self.count = count
  }

  /// The same place in degrees.
  public var coordinate: Coordinate { point.coordinate }
}

extension Array {
  /// Creates an array of the elements that `body` appends.
  init(filledBy body: (inout [Element]) -> Void) {
    self.init()
    body(&self)
  }
}

extension ClosedRange<Int> {
  /// The whole zoom level in this range for a fractional one: rounds down and clamps; NaN gives the
  /// lowest level.
  func level(of zoom: Double) -> Int {
    guard zoom >= Double(lowerBound) else { return lowerBound }
    guard zoom < Double(upperBound) else { return upperBound }
    return Int(zoom)
  }
}
