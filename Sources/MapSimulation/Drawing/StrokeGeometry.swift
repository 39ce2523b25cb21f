/// Distances of a point from the lines and arcs that letters are drawn with, in font units.
///
/// y grows downwards, so "clockwise" is clockwise as seen on screen.
enum StrokeGeometry {
  /// The distance from a straight line between two points.
  @inline(__always)
  static func segment(
    _ x: Float, _ y: Float, from start: (x: Float, y: Float), to end: (x: Float, y: Float)
  ) -> Float {
    let lineX = end.x - start.x
    let lineY = end.y - start.y
    let offsetX = x - start.x
    let offsetY = y - start.y
    // Points known when compiling make this a constant, which saves the division.
    let perSquaredLength = 1 / (lineX * lineX + lineY * lineY)
    let along = (offsetX * lineX + offsetY * lineY) * perSquaredLength
    let clamped = min(max(along, 0), 1)
    return length(offsetX - clamped * lineX, offsetY - clamped * lineY)
  }

  /// The distance from a point.
  @inline(__always)
  static func dot(_ x: Float, _ y: Float, at center: (x: Float, y: Float)) -> Float {
    length(x - center.x, y - center.y)
  }

  /// The distance from a circle's line.
  @inline(__always)
  static func ring(
    _ x: Float, _ y: Float, center: (x: Float, y: Float), radius: Float
  ) -> Float {
    abs(length(x - center.x, y - center.y) - radius)
  }

  /// The distance from the line of a stadium: two half circles of one radius around the ends of
  /// an upright line, joined by straight sides.
  @inline(__always)
  static func stadium(
    _ x: Float, _ y: Float, centerX: Float, from top: Float, to bottom: Float, radius: Float
  ) -> Float {
    abs(length(x - centerX, y - min(max(y, top), bottom)) - radius)
  }

  /// The distance from an arc that runs clockwise between two directions (unit vectors).
  @inline(__always)
  static func arc(
    _ x: Float, _ y: Float, center: (x: Float, y: Float), radius: Float,
    from start: (x: Float, y: Float), to end: (x: Float, y: Float)
  ) -> Float {
    let dx = x - center.x
    let dy = y - center.y
    let isAfterStart = start.x * dy - start.y * dx >= 0
    let isBeforeEnd = dx * end.y - dy * end.x >= 0
    let isAtMostHalf = start.x * end.y - start.y * end.x >= 0
    let isBeside =
      isAtMostHalf ? isAfterStart && isBeforeEnd : isAfterStart || isBeforeEnd
    if isBeside { return abs(length(dx, dy) - radius) }
    return min(
      length(dx - radius * start.x, dy - radius * start.y),
      length(dx - radius * end.x, dy - radius * end.y))
  }

  @inline(__always)
  private static func length(_ x: Float, _ y: Float) -> Float {
    (x * x + y * y).squareRoot()
  }
}
