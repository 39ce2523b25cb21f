/// The opaque picture into which a map view composites its visible views.
///
/// One allocation of `width * height * 4` bytes. A frame buffer has one owner; it is not safe to
/// share between threads.
package final class FrameBuffer {
  let bitmap: Bitmap

  /// Creates a white frame buffer.
  ///
  /// - Precondition: both sides lie in `1...Bitmap.maximumSide`.
  package init(width: Int, height: Int) {
    bitmap = Bitmap(width: width, height: height)
    fill(with: .white)
  }

  /// The width in pixels.
  package var width: Int { bitmap.width }

  /// The height in pixels.
  package var height: Int { bitmap.height }

  /// The color of one pixel; the origin is the top left.
  ///
  /// - Precondition: the pixel lies in the frame buffer.
  package subscript(x x: Int, y y: Int) -> Color { bitmap[x: x, y: y] }

  /// Reads the pixels, row by row from the top; see ``Color/pixel`` for their layout.
  package func withPixels<Result, Failure: Error>(
    _ body: (Span<UInt32>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try bitmap.withPixels(body)
  }

  /// Replaces the picture by one color, which is opaque.
  ///
  /// - Complexity: O(width x height).
  package func fill(with color: Color) {
    bitmap.withMutablePixels { $0.update(repeating: color.pixel) }
  }

  /// Composites a bitmap source-over with its top left at a place, clipped on all sides.
  ///
  /// - Returns: the number of pixels painted: copied where the bitmap is opaque, blended where it
  ///   is translucent; transparent and clipped ones do not count.
  /// - Complexity: O(pixels of the bitmap inside the frame buffer). Allocates nothing.
  @discardableResult
  package func composite(_ source: Bitmap, x: Int, y: Int) -> Int {
    guard x < width, y < height, x > -source.width, y > -source.height else { return 0 }
    let columns = max(0, -x)..<min(source.width, width - x)
    let rows = max(0, -y)..<min(source.height, height - y)
    let stride = width
    let sourceStride = source.width
    return withExtendedLifetime((source, bitmap)) {
      var painted = 0
      for row in rows {
        painted += Self.compositeRow(
          source.pixels + (row * sourceStride + columns.lowerBound),
          onto: bitmap.pixels + ((y + row) * stride + x + columns.lowerBound),
          count: columns.count)
      }
      return painted
    }
  }

  /// Composites another frame buffer with its top left at a place, clipped on all sides.
  package func composite(_ source: FrameBuffer, x: Int, y: Int) {
    composite(source.bitmap, x: x, y: y)
  }

  /// Composites a row onto another.
  ///
  /// Both have `count` initialized pixels, as the caller has clipped rows and columns to both
  /// bitmaps, and every access below ends at `count` or before. Spans of the rows take 4 % longer.
  @inline(__always)
  private static func compositeRow(
    _ source: UnsafePointer<UInt32>, onto target: UnsafeMutablePointer<UInt32>, count: Int
  ) -> Int {
    let bytes = UnsafeRawPointer(source)
    let targetBytes = UnsafeMutableRawPointer(target)
    let opaque: UInt64 = 0xFF00_0000_FF00_0000
    var painted = 0
    var index = 0
    // Four pixels at a time: most are all transparent or all opaque.
    while index + 4 <= count {
      let first = bytes.loadUnaligned(fromByteOffset: index * 4, as: UInt64.self)
      let second = bytes.loadUnaligned(fromByteOffset: index * 4 + 8, as: UInt64.self)
      if first & second & opaque == opaque {
        targetBytes.storeBytes(of: first, toByteOffset: index * 4, as: UInt64.self)
        targetBytes.storeBytes(of: second, toByteOffset: index * 4 + 8, as: UInt64.self)
        painted += 4
      } else if (first | second) & opaque != 0 {
        for offset in index..<index + 4 { painted += blend(source[offset], onto: target + offset) }
      }
      index += 4
    }
    while index < count {
      painted += blend(source[index], onto: target + index)
      index += 1
    }
    return painted
  }

  /// Returns the number of pixels painted: 1, or 0 for a transparent one.
  @inline(__always)
  private static func blend(_ source: UInt32, onto target: UnsafeMutablePointer<UInt32>) -> Int {
    if source >> 24 == 0 { return 0 }
    target.pointee = Color(premultiplied: source).over(Color(premultiplied: target.pointee)).pixel
    return 1
  }

  /// Returns a smaller copy in which each pixel is the mean of a square of pixels (a box filter),
  /// rounded to the nearest in each channel.
  ///
  /// Squares that reach past the right or bottom edge take the mean of the pixels they have.
  /// - Precondition: the factor is at least 1.
  /// - Complexity: O(width x height).
  package func downsampled(by factor: Int) -> FrameBuffer {
    precondition(factor >= 1, "A frame buffer shrinks by a factor of at least 1; got \(factor).")
    let smaller = FrameBuffer(width: (width - 1) / factor + 1, height: (height - 1) / factor + 1)
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

  private func mean(of pixels: Span<UInt32>, columns: Range<Int>, rows: Range<Int>) -> UInt32 {
    var (red, green, blue) = (0, 0, 0)
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
