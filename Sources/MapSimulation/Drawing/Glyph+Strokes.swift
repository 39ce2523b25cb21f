extension Glyph {
  /// The distance of a point from the nearest stroke's middle, in font units.
  ///
  /// - Complexity: O(1), at most four strokes.
  @inline(__always)
  func distance(_ x: Float, _ y: Float) -> Float {
    typealias Stroke = StrokeGeometry
    switch self {
    case .zero:
      return Stroke.stadium(x, y, centerX: 1.8, from: 1.8, to: 4.2, radius: 1.8)
    case .one:
      return min(
        Stroke.segment(x, y, from: (0, 1.4), to: (1.8, 0)),
        Stroke.segment(x, y, from: (1.8, 0), to: (1.8, 6)))
    case .two:
      // The diagonal touches the arc: its end direction is (20, 21, 29)'s.
      return min(
        Stroke.arc(
          x, y, center: (1.8, 1.8), radius: 1.8, from: (-1, 0), to: (20.0 / 29, 21.0 / 29)),
        Stroke.segment(x, y, from: (3.0414, 3.1034), to: (0, 6)),
        Stroke.segment(x, y, from: (0, 6), to: (3.6, 6)))
    case .three:
      return min(
        Stroke.arc(x, y, center: (1.6, 1.4), radius: 1.4, from: (-0.96, -0.28), to: (0, 1)),
        Stroke.arc(x, y, center: (1.6, 4.4), radius: 1.6, from: (0, -1), to: (-0.96, 0.28)))
    case .four:
      return min(
        Stroke.segment(x, y, from: (2.8, 0), to: (0, 4.2)),
        Stroke.segment(x, y, from: (0, 4.2), to: (4, 4.2)),
        Stroke.segment(x, y, from: (2.8, 0), to: (2.8, 6)))
    case .five:
      return min(
        Stroke.segment(x, y, from: (0.6, 0), to: (3.3, 0)),
        Stroke.segment(x, y, from: (0.6, 0), to: (0.36, 2.75)),
        Stroke.arc(
          x, y, center: (1.7, 4.1), radius: 1.9, from: (-0.7071, -0.7071), to: (-0.8, 0.6)))
    case .six:
      return min(
        Stroke.ring(x, y, center: (1.8, 4.2), radius: 1.8),
        Stroke.arc(x, y, center: (4.3, 4.2), radius: 4.3, from: (-1, 0), to: (-0.3023, -0.9532)))
    case .seven:
      return min(
        Stroke.segment(x, y, from: (0, 0), to: (3.6, 0)),
        Stroke.segment(x, y, from: (3.6, 0), to: (1.2, 6)))
    case .eight:
      return min(
        Stroke.ring(x, y, center: (1.6, 1.4), radius: 1.4),
        Stroke.ring(x, y, center: (1.6, 4.4), radius: 1.6))
    case .nine:
      return min(
        Stroke.ring(x, y, center: (1.8, 1.8), radius: 1.8),
        Stroke.arc(x, y, center: (-0.7, 1.8), radius: 4.3, from: (1, 0), to: (0.3023, 0.9532)))
    case .point:
      return Stroke.dot(x, y, at: (0.15, 5.85)) - 0.15
    case .plus:
      return min(
        Stroke.segment(x, y, from: (0, 3.2), to: (3.2, 3.2)),
        Stroke.segment(x, y, from: (1.6, 1.6), to: (1.6, 4.8)))
    case .thousand:
      return min(
        Stroke.segment(x, y, from: (0, 0), to: (0, 6)),
        Stroke.segment(x, y, from: (3.3, 0), to: (0, 3.6)),
        Stroke.segment(x, y, from: (1.2, 2.3), to: (3.5, 6)))
    case .million:
      return min(
        Stroke.segment(x, y, from: (0, 6), to: (0, 0)),
        Stroke.segment(x, y, from: (0, 0), to: (2.2, 4)),
        Stroke.segment(x, y, from: (2.2, 4), to: (4.4, 0)),
        Stroke.segment(x, y, from: (4.4, 0), to: (4.4, 6)))
    }
  }
}
