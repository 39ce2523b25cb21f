/// A size in map points, as `MKMapSize`.
public struct MapSize: Hashable, Sendable, Codable {
  /// Map points eastwards.
  public var width: Double
  /// Map points southwards.
  public var height: Double

  /// A size of the given sides, in map points.
  @inlinable
  public init(width: Double, height: Double) {
    self.width = width
    self.height = height
  }

  /// The whole world: 2^28 map points in each direction.
  @inlinable
  public static var world: MapSize { MapSize(width: 268_435_456, height: 268_435_456) }
}

/// A rectangle of the flat world, as `MKMapRect`.
///
/// A rectangle across the antimeridian keeps its origin on the world and reaches past its right
/// edge, or starts left of 0; see ``spans180thMeridian`` and ``remainder()``.
public struct MapRect: Hashable, Sendable, Codable {
  /// The north-western corner.
  public var origin: MapPoint
  /// The sides.
  public var size: MapSize

  /// A rectangle from its north-western corner.
  public init(origin: MapPoint, size: MapSize) {
    self.origin = origin
    self.size = size
  }

  /// A rectangle from its north-western corner, in map points.
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

  /// The whole world.
  public static let world = MapRect(origin: MapPoint(x: 0, y: 0), size: .world)

  /// The western edge.
  public var minX: Double { origin.x }
  /// The northern edge.
  public var minY: Double { origin.y }
  /// The eastern edge; beyond the world's width where the antimeridian is crossed.
  public var maxX: Double { origin.x + size.width }
  /// The southern edge.
  public var maxY: Double { origin.y + size.height }
  /// The middle from west to east.
  public var midX: Double { origin.x + size.width / 2 }
  /// The middle from north to south.
  public var midY: Double { origin.y + size.height / 2 }
  /// The width in map points.
  public var width: Double { size.width }
  /// The height in map points.
  public var height: Double { size.height }
  /// Indicates whether it has no area, or is not a rectangle at all.
  public var isEmpty: Bool { !(size.width > 0 && size.height > 0) }

  /// Returns whether the point lies inside or on the edge; the antimeridian is not crossed.
  public func contains(_ point: MapPoint) -> Bool {
    point.x >= minX && point.x <= maxX && point.y >= minY && point.y <= maxY
  }

  /// Returns whether two rectangles share a point; the antimeridian is not crossed.
  public func intersects(_ other: MapRect) -> Bool {
    minX <= other.maxX && other.minX <= maxX && minY <= other.maxY && other.minY <= maxY
  }

  /// The common part of two rectangles, or `nil` where they share none.
  public func intersection(_ other: MapRect) -> MapRect? {
    guard intersects(other) else { return nil }
    let x = max(minX, other.minX)
    let y = max(minY, other.minY)
    return MapRect(x: x, y: y, width: min(maxX, other.maxX) - x, height: min(maxY, other.maxY) - y)
  }

  /// The rectangle with every edge moved inwards (outwards when negative), in map points.
  public func insetBy(dx: Double, dy: Double) -> MapRect {
    MapRect(x: minX + dx, y: minY + dy, width: width - 2 * dx, height: height - 2 * dy)
  }

  /// The rectangle extended on each side by a fraction of its width and height.
  public func padded(by fraction: Double) -> MapRect {
    insetBy(dx: -width * fraction, dy: -height * fraction)
  }

  /// Indicates whether the rectangle reaches over the left or the right edge of the world, as
  /// `MKMapRectSpans180thMeridian`.
  public var spans180thMeridian: Bool { minX < 0 || maxX > MapSize.world.width }

  /// The part that lies over the world's edge, wrapped to the other side, as `MKMapRectRemainder`;
  /// `nil` where the rectangle stays on the world, or is as wide as the world.
  public func remainder() -> MapRect? {
    guard spans180thMeridian, width < MapSize.world.width else { return nil }
    if minX < 0 { return wrapped(minX, min(width, -minX)) }
    let overhang = min(width, maxX - MapSize.world.width)
    return wrapped(maxX - overhang, overhang)
  }

  /// The parts of the rectangle that lie on the world: one, or two where it crosses the
  /// antimeridian. A rectangle as wide as the world is the whole width once.
  ///
  /// A point is in the region that the rectangle shows when one of these contains it.
  public var partsOnWorld: [MapRect] {
    let parts = WorldParts(unchecked: self)
    guard let second = parts.second else { return [parts.first] }
    return [parts.first, second]
  }

  /// The stretch of the rectangle that begins at an x off the world, moved onto it.
  private func wrapped(_ x: Double, _ width: Double) -> MapRect {
    let world = MapSize.world.width
    return MapRect(x: x - (x / world).rounded(.down) * world, y: minY, width: width, height: height)
  }
}

/// The parts of `MapRect.partsOnWorld` without an array, so that a query allocates nothing.
struct WorldParts {
  var first: MapRect
  /// The part across the antimeridian. Rounding may make it touch `first`.
  var second: MapRect?

  /// `nil` for a rectangle that contains nothing: of negative size, or not a number.
  init?(_ rect: MapRect) {
    guard rect.width >= 0, rect.height >= 0, !rect.minX.isNaN, !rect.minY.isNaN else { return nil }
    self.init(unchecked: rect)
  }

  init(unchecked rect: MapRect) {
    let world = MapSize.world.width
    let isWhole = rect.width >= world
    let left = isWhole ? 0 : max(rect.minX, 0)
    let right = isWhole ? world : min(rect.maxX, world)
    first = MapRect(x: left, y: rect.minY, width: right - left, height: rect.height)
    second = rect.remainder()
    if let remainder = second, !(first.width > 0) { (first, second) = (remainder, nil) }
  }

  /// Calls `body` with each part, the second without what the first has too.
  @inline(__always)
  func forEachPart(_ body: (MapRect) -> Void) {
    body(first)
    guard var rest = second else { return }
    if rest.intersects(first) {
      // One begins at the world's western edge or before, the other ends at its eastern edge or
      // beyond.
      if rest.minX > first.minX {
        rest.origin.x = first.maxX.nextUp
      } else {
        rest = MapRect(x: 0, y: rest.minY, width: first.minX.nextDown, height: rest.height)
      }
    }
    body(rest)
  }
}
