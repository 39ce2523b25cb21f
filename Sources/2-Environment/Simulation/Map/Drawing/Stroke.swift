extension Bitmap {
  /// Draws a line with round ends over the bitmap's content, with smooth edges, clipped to the
  /// bitmap.
  ///
  /// A pixel is covered by as much as its centre lies inside, as in ``fill(_:color:)``. Where two
  /// lines meet, the edge pixels of both are blended. Allocates nothing.
  ///
  /// - Precondition: the ends are at most a million pixels away, and the width is positive.
  package func stroke(_ segment: PixelSegment, width: Double, color: Color) {
    let stroke = Stroke(segment, radius: width / 2)
    let (outer, inner) = (stroke.radius + 0.5, stroke.radius - 0.5)
    let top = min(segment.startY, segment.endY) - outer
    let bottom = max(segment.startY, segment.endY) + outer
    guard bottom > 0, top < Double(height) else { return }
    let rows = Int(max(top, 0))..<min(Int(bottom.rounded(.up)) + 1, height)
    let columns = self.width
    withMutablePixels { pixels in
      // Rows lie in the bitmap, and each span of columns is clipped to it.
      for row in rows {
        let y = Double(row) + 0.5
        guard let span = stroke.span(row: y, distance: outer) else { continue }
        let first = max(0, Int((span.lowerBound - 0.5).rounded(.up)))
        let end = min(columns, Int((span.upperBound - 0.5).rounded(.down)) + 1)
        guard first < end else { continue }
        let base = row * columns
        var solid = end..<end
        if inner > 0, let span = stroke.span(row: y, distance: inner) {
          let start = max(first, Int((span.lowerBound - 0.5).rounded(.up)))
          let last = min(end, Int((span.upperBound - 0.5).rounded(.down)) + 1)
          if start < last { solid = start..<last }
        }
        for column in first..<solid.lowerBound {
          stroke.blend(color, column, y, into: &pixels[base + column])
        }
        Self.paint(color, from: base + solid.lowerBound, upTo: base + solid.upperBound, in: pixels)
        for column in solid.upperBound..<max(end, solid.upperBound) {
          stroke.blend(color, column, y, into: &pixels[base + column])
        }
      }
    }
  }
}

/// The shape of a thick line with round ends.
private struct Stroke {
  let radius: Double
  private let segment: PixelSegment
  private let dx: Double
  private let dy: Double
  private let length: Double

  init(_ segment: PixelSegment, radius: Double) {
    self.segment = segment
    self.radius = radius
    dx = segment.endX - segment.startX
    dy = segment.endY - segment.startY
    length = (dx * dx + dy * dy).squareRoot()
  }

  /// The part of a row that is no farther from the line than a distance; `nil` if there is none.
  @inline(__always)
  func span(row y: Double, distance: Double) -> ClosedRange<Double>? {
    var low = Double.infinity
    var high = -Double.infinity
    func extend(_ x: Double) {
      low = min(low, x)
      high = max(high, x)
    }
    func extend(circleX x: Double, circleY: Double) {
      let drop = y - circleY
      let rest = distance * distance - drop * drop
      guard rest >= 0 else { return }
      let half = rest.squareRoot()
      extend(x - half)
      extend(x + half)
    }
    extend(circleX: segment.startX, circleY: segment.startY)
    extend(circleX: segment.endX, circleY: segment.endY)
    if length > 0 {
      // The two long sides of the rectangle between the ends.
      let (normalX, normalY) = (-dy / length * distance, dx / length * distance)
      for side in [1.0, -1.0] {
        let (sideX, sideY) = (segment.startX + side * normalX, segment.startY + side * normalY)
        guard dy != 0 else { continue }
        let share = (y - sideY) / dy
        if share >= 0, share <= 1 { extend(sideX + share * dx) }
      }
    }
    return low <= high ? low...high : nil
  }

  @inline(__always)
  func blend(_ color: Color, _ column: Int, _ y: Double, into pixel: inout UInt32) {
    let (toX, toY) = (Double(column) + 0.5 - segment.startX, y - segment.startY)
    let share = length > 0 ? min(max((toX * dx + toY * dy) / (length * length), 0), 1) : 0
    let (offX, offY) = (toX - share * dx, toY - share * dy)
    let distance = (offX * offX + offY * offY).squareRoot() - radius
    let coverage = Bitmap.coverage(Float(0.5 - distance))
    guard coverage > 0 else { return }
    pixel = color.scaled(by: coverage).over(Color(premultiplied: pixel)).pixel
  }
}
