import MapGeometry

/// What every clusterer of this library answers: which items a part of the map shows, and which
/// pins they stand for.
///
/// Code that is written against this protocol can change its clusterer without another change.
/// An index does not change while it is queried; any number of threads may query it at once.
public protocol ClusterIndex: Sendable {
  /// The zoom levels that can show different items. Zooms are those of 256-point tiles, as
  /// `Viewport.zoom(showing:)`; a query rounds its zoom down and clamps it to this range.
  var zoomRange: ClosedRange<Int> { get }

  /// Replaces the contents of an array by the items in a rectangle at a zoom level, each once.
  ///
  /// At least those whose place is in the rectangle: clusterers of cells answer every cell that it
  /// touches, so some of their items lie a little outside.
  ///
  /// A rectangle across the antimeridian finds the items on both sides. The order is the same for
  /// the same index and arguments. Nothing is allocated but room in the array.
  func items(in rect: MapRect, zoom: Double, into items: inout [ClusterItem])

  /// As ``items(in:zoom:into:)``, as though only some of the pins were there: items have the counts
  /// and the places that the included pins give them, and items without such pins are left out.
  ///
  /// Which pins form an item does not change, so that an annotation keeps its identity while
  /// filters come and go. An item of which one pin is left keeps its identity too.
  ///
  /// - Parameters:
  ///   - rect: The part of the map, edges included.
  ///   - zoom: Rounded down and clamped to ``zoomRange``.
  ///   - isIncluded: Answers for the index of a pin. Must answer the same each time.
  ///   - items: Gets the items.
  func items(
    in rect: MapRect, zoom: Double, where isIncluded: (Int) -> Bool,
    into items: inout [ClusterItem])

  /// The item of an identity, or `nil` where this index has no such pin or cluster.
  func item(of id: AnnotationID) -> ClusterItem?

  /// Calls `body` with every pin that an item stands for, each once; with none for an unknown
  /// identity. Nothing is allocated.
  func forEachPin(of id: AnnotationID, _ body: (Int) -> Void)
}

extension ClusterIndex {
  /// Replaces the contents of an array by the items in a region at a zoom level.
  ///
  /// - Parameters:
  ///   - region: The part of the map.
  ///   - padding: By how much of its own width and height the region's rectangle grows on each side:
  ///     0.5 doubles both. Items that are just off screen are then at hand when the map moves.
  ///   - zoom: Rounded down and clamped to ``zoomRange``.
  ///   - items: Gets the items.
  public func items(
    in region: Region, padding: Double = 0, zoom: Double, into items: inout [ClusterItem]
  ) {
    self.items(in: MapRect(region).padded(by: padding), zoom: zoom, into: &items)
  }
}
