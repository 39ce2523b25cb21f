extension FrameBuffer {
  /// A smaller copy in which each pixel is the mean of a square of pixels (a box filter), rounded
  /// to the nearest in each channel.
  ///
  /// Squares that reach past the right or bottom edge take the mean of the pixels they have.
  /// - Precondition: the factor is at least 1.
  /// - Complexity: O(width x height).
  public func downsampled(by factor: Int) -> FrameBuffer {
    precondition(factor >= 1, "A frame buffer shrinks by a factor of at least 1; got \(factor).")
    let smaller = FrameBuffer(
      width: (width - 1) / factor + 1, height: (height - 1) / factor + 1)
    let columns = smaller.width
    let rows = smaller.height
    withPixels { pixels in
      smaller.bitmap.withMutablePixels { target in
        for row in 0..<rows {
          for column in 0..<columns {
            target[row * columns + column] = mean(
              of: pixels,
              columns: column * factor..<min(width, column * factor + factor),
              rows: row * factor..<min(height, row * factor + factor))
          }
        }
      }
    }
    return smaller
  }

  private func mean(
    of pixels: UnsafeBufferPointer<UInt32>, columns: Range<Int>, rows: Range<Int>
  ) -> UInt32 {
    var red = 0
    var green = 0
    var blue = 0
    for row in rows {
      for column in columns {
        let pixel = Int(pixels[row * width + column])
        red += pixel & 0xFF
        green += pixel >> 8 & 0xFF
        blue += pixel >> 16 & 0xFF
      }
    }
    let count = columns.count * rows.count
    func rounded(_ sum: Int) -> UInt32 { UInt32((sum + count / 2) / count) }
    return rounded(red) | rounded(green) << 8 | rounded(blue) << 16 | 0xFF00_0000
  }
}
