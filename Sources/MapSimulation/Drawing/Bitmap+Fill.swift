extension Bitmap {
  /// Fills a shape over what the bitmap holds, with smooth edges; what lies outside is clipped.
  ///
  /// Allocates nothing.
  public func fill(_ shape: some SymmetricShape, color: Color) {
    fill(shape, color: color, border: Border(width: 0, color: color))
  }

  /// Fills a shape with a border over what the bitmap holds, with smooth edges; what lies outside
  /// is clipped.
  ///
  /// A pixel is covered by as much as its centre lies inside, from half a pixel outside (nothing)
  /// to half a pixel inside (all). Allocates nothing.
  /// - Precondition: the axis and the half width are at most a million pixels.
  /// - Complexity: O(pixels of the outline) distances, O(area) pixel writes.
  public func fill(_ shape: some SymmetricShape, color: Color, border: Border) {
    let edge = EdgeColors(fill: color, border: border)
    precondition(
      abs(shape.axisX) <= 1_000_000 && shape.halfWidth <= 1_000_000,
      "A shape lies within a million pixels; got \(shape).")
    let firstRow = row(near: shape.minY - 1)
    let endRow = row(near: shape.maxY + 2)
    // A left pixel and its mirror image add up to this; twice the axis is a whole number.
    let mirrorSum = Int((2 * shape.axisX).rounded()) - 1
    let axisX = Float(mirrorSum + 1) / 2
    let firstColumn = Int((axisX - shape.halfWidth - 1).rounded(.down))
    let width = width
    withMutablePixels { pixels in
      var row = firstRow
      while row < endRow {
        let y = Float(row) + 0.5
        let start = row * width
        var left = firstColumn
        while 2 * left <= mirrorSum {
          let right = mirrorSum - left
          let distance = shape.signedDistance(dx: axisX - (Float(left) + 0.5), y: y)
          if distance >= 0.5 {
            // At most one closer a pixel: those in between are outside as well.
            left += Int(distance + 0.5)
            continue
          }
          if distance <= edge.solidDistance {
            Self.paint(
              color, from: start + max(left, 0), upTo: start + min(right + 1, width), in: pixels)
            break
          }
          let mixed = edge.color(at: distance)
          if left >= 0 && left < width {
            pixels[start + left] = mixed.over(Color(premultiplied: pixels[start + left])).pixel
          }
          if right != left && right >= 0 && right < width {
            pixels[start + right] = mixed.over(Color(premultiplied: pixels[start + right])).pixel
          }
          left += 1
        }
        row += 1
      }
    }
  }

  /// The row at a height, or the nearest end of the bitmap.
  private func row(near y: Float) -> Int { Int(min(Float(height), max(0, y))) }

  @inline(__always)
  private static func paint(
    _ color: Color, from start: Int, upTo end: Int, in pixels: UnsafeMutableBufferPointer<UInt32>
  ) {
    var index = start
    if color.isOpaque {
      while index < end {
        pixels[index] = color.pixel
        index += 1
      }
    } else {
      while index < end {
        pixels[index] = color.over(Color(premultiplied: pixels[index])).pixel
        index += 1
      }
    }
  }
}
