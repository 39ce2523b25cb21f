/// A rectangle in fixed point units that may reach across the antimeridian.
///
/// The world is as many units wide as `UInt32` has values, so that unsigned arithmetic which
/// overflows goes around the world.
struct WrappedBox {
  var top: UInt32
  var bottom: UInt32
  var left: UInt32
  /// How far the right edge, which is included, lies east of the left one; the greatest value is
  /// the whole world.
  var width: UInt32

  static let world = WrappedBox(top: 0, bottom: .max, left: 0, width: .max)

  func intersects(_ box: FixedBox) -> Bool {
    // Two arcs of a circle meet where one of them holds the beginning of the other.
    top <= box.maxY && box.minY <= bottom
      && (box.minX &- left <= width || left &- box.minX <= box.maxX &- box.minX)
  }
}
