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

/// What a clusterer puts on the map: a pin that stands for itself, or a cluster of several.
public struct ClusterItem: Identifiable, Hashable, Sendable {
  /// Which pin or which cluster.
  public let id: AnnotationID
  /// Where to show it: the pin's own place, or the mean of the cluster's pins.
  public let point: MapPoint
  /// How many pins it stands for: 1 for a pin.
  public let count: Int

  public init(id: AnnotationID, point: MapPoint, count: Int) {
    self.id = id
    self.point = point
    self.count = count
  }

  /// The same place in degrees.
  public var coordinate: Coordinate { point.coordinate }
}

/// `MapRect.partsOnWorld` without the array, so that a query allocates nothing.
struct WorldParts {
  let first: MapRect
  /// What lies across the antimeridian. Where rounding makes it touch `first`, what it shares with
  /// `first` belongs to `first`.
  let second: MapRect?

  /// `nil` for a rectangle that holds nothing: of negative size, or not a number.
  init?(_ rect: MapRect) {
    guard rect.width >= 0, rect.height >= 0, !rect.minX.isNaN, !rect.minY.isNaN else { return nil }
    let world = MapSize.world.width
    guard rect.width < world else {
      first = MapRect(x: 0, y: rect.minY, width: world, height: rect.height)
      second = nil
      return
    }
    let left = max(rect.minX, 0)
    let main = MapRect(
      x: left, y: rect.minY, width: min(rect.maxX, world) - left, height: rect.height)
    let remainder = rect.remainder()
    if let remainder, !(main.width > 0) {
      first = remainder
      second = nil
    } else {
      first = main
      second = remainder
    }
  }
}

/// The whole zoom level that answers for a fractional one.
enum WholeZoom {
  /// Rounds down and keeps within a range; NaN gives the lowest level.
  static func level(_ zoom: Double, in range: ClosedRange<Int>) -> Int {
    guard zoom >= Double(range.lowerBound) else { return range.lowerBound }
    guard zoom < Double(range.upperBound) else { return range.upperBound }
    return Int(zoom)
  }
}
