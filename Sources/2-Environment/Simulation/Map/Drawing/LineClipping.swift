/// A rectangle in pixels that lines are clipped to.
package struct ClippingRect: Hashable, Sendable {
  package let minX: Double
  package let minY: Double
  package let maxX: Double
  package let maxY: Double

  package init(minX: Double, minY: Double, maxX: Double, maxY: Double) {
    self.minX = minX
    self.minY = minY
    self.maxX = maxX
    self.maxY = maxY
  }
}

/// A segment in pixels.
package struct PixelSegment: Hashable, Sendable {
  package var startX: Double
  package var startY: Double
  package var endX: Double
  package var endY: Double

  package init(startX: Double, startY: Double, endX: Double, endY: Double) {
    self.startX = startX
    self.startY = startY
    self.endX = endX
    self.endY = endY
  }

  /// The part of the segment in a rectangle; `nil` if there is none.
  ///
  /// By Liang and Barsky ("A new concept and method for line clipping", ACM Transactions on Graphics
  /// 3, 1984).
  @inline(__always)
  package func clipped(to rect: ClippingRect) -> PixelSegment? {
    let (dx, dy) = (endX - startX, endY - startY)
    var first = 0.0
    var last = 1.0
    guard Self.clip(-dx, startX - rect.minX, &first, &last),
      Self.clip(dx, rect.maxX - startX, &first, &last),
      Self.clip(-dy, startY - rect.minY, &first, &last),
      Self.clip(dy, rect.maxY - startY, &first, &last)
    else { return nil }
    guard first > 0 || last < 1 else { return self }
    return PixelSegment(
      startX: startX + first * dx, startY: startY + first * dy, endX: startX + last * dx,
      endY: startY + last * dy)
  }

  /// Narrows the part of a segment that is inside of one edge; `false` if nothing is left.
  @inline(__always)
  private static func clip(
    _ direction: Double, _ distance: Double, _ first: inout Double, _ last: inout Double
  ) -> Bool {
    if direction == 0 { return distance >= 0 }
    let share = distance / direction
    if direction < 0 {
      if share > last { return false }
      first = max(first, share)
    } else {
      if share < first { return false }
      last = min(last, share)
    }
    return true
  }
}
