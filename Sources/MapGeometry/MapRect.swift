/// A size in map points, as `MKMapSize`.
public struct MapSize: Hashable, Sendable, Codable {
  public var width: Double
  public var height: Double

  public init(width: Double, height: Double) {
    self.width = width
    self.height = height
  }

  /// The whole world: 2^28 map points in each direction.
  public static let world = MapSize(width: 268_435_456, height: 268_435_456)
}

/// A rectangle of the flat world, as `MKMapRect`.
///
/// A rectangle across the antimeridian keeps its origin on the world and reaches past its right
/// edge, or starts left of 0; see ``spans180thMeridian`` and ``remainder()``.
public struct MapRect: Hashable, Sendable, Codable {
  public var origin: MapPoint
  public var size: MapSize

  public init(origin: MapPoint, size: MapSize) {
    self.origin = origin
    self.size = size
  }

  public init(x: Double, y: Double, width: Double, height: Double) {
    self.init(origin: MapPoint(x: x, y: y), size: MapSize(width: width, height: height))
  }

  /// The rectangle of the given size around a centre.
  public init(center: MapPoint, size: MapSize) {
    self.init(
      origin: MapPoint(x: center.x - size.width / 2, y: center.y - size.height / 2),
      size: size
    )
  }

  public static let world = MapRect(origin: MapPoint(x: 0, y: 0), size: .world)

  public var minX: Double { origin.x }
  public var minY: Double { origin.y }
  public var maxX: Double { origin.x + size.width }
  public var maxY: Double { origin.y + size.height }
  public var midX: Double { origin.x + size.width / 2 }
  public var midY: Double { origin.y + size.height / 2 }
  public var width: Double { size.width }
  public var height: Double { size.height }
  public var isEmpty: Bool { !(size.width > 0 && size.height > 0) }

  /// Whether the point lies inside or on the edge; the antimeridian is not crossed.
  public func contains(_ point: MapPoint) -> Bool {
    point.x >= minX && point.x <= maxX && point.y >= minY && point.y <= maxY
  }

  public func intersects(_ other: MapRect) -> Bool {
    minX <= other.maxX && other.minX <= maxX && minY <= other.maxY && other.minY <= maxY
  }

  /// The common part of two rectangles, or `nil` where they share none.
  public func intersection(_ other: MapRect) -> MapRect? {
    guard intersects(other) else { return nil }
    let x = max(minX, other.minX)
    let y = max(minY, other.minY)
    return MapRect(
      x: x, y: y, width: min(maxX, other.maxX) - x, height: min(maxY, other.maxY) - y)
  }

  /// The rectangle with every edge moved inwards (outwards when negative), in map points.
  public func insetBy(dx: Double, dy: Double) -> MapRect {
    MapRect(x: minX + dx, y: minY + dy, width: width - 2 * dx, height: height - 2 * dy)
  }

  /// The rectangle grown on each side by a fraction of its own width and height.
  public func padded(by fraction: Double) -> MapRect {
    insetBy(dx: -width * fraction, dy: -height * fraction)
  }
}
