import MapGeometry

/// What a map shows, or will show.
struct FittedRegion: Hashable, Sendable {
  var rect: MapRect
  /// The centre in the digits in which it was asked for; `nil` where the rectangle alone says it.
  var center: Coordinate?

  /// The least movement of a map, in map points: far below what a screen shows, and above what the
  /// last digits of a conversion make of a rectangle.
  static let leastMovement = 1e-5

  /// Whether a map that shows a rectangle would have to move.
  func differs(from other: MapRect) -> Bool {
    let world = MapSize.world.width
    var east = abs(rect.minX - other.minX)
    // The two names of the antimeridian.
    if east > world / 2 { east = abs(east - world) }
    return east > Self.leastMovement || abs(rect.minY - other.minY) > Self.leastMovement
      || abs(rect.width - other.width) > Self.leastMovement
      || abs(rect.height - other.height) > Self.leastMovement
  }
}
