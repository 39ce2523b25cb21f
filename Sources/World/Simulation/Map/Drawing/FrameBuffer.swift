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
    bitmap.withMutablePixels { $0.update(repeating: Color.white.pixel) }
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

  /// Replaces the picture by a backdrop.
  ///
  /// - Complexity: O(width x height).
  package func clear(with backdrop: MapBackdrop) {
    let land = backdrop.land.over(.white).pixel
    let gridLine = backdrop.gridLine.over(.white).pixel
    let width = width
    let height = height
    bitmap.withMutablePixels { pixels in
      guard let base = pixels.baseAddress else { return }
      // The first row between the lines is drawn, the others are copies of it.
      var pattern: UnsafeMutablePointer<UInt32>?
      for row in 0..<height {
        let start = base + row * width
        if backdrop.isLine(row: row) {
          start.update(repeating: gridLine, count: width)
        } else if let pattern {
          start.update(from: pattern, count: width)
        } else {
          for column in 0..<width {
            start[column] = backdrop.isLine(column: column) ? gridLine : land
          }
          pattern = start
        }
      }
    }
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

/// The background of a map's picture: plain land with a thin grid of tiles.
package struct MapBackdrop: Hashable, Sendable {
  /// The color between the lines.
  package var land: Color

  /// The color of the lines.
  package var gridLine: Color

  /// The side of a tile, in pixels.
  package var tileSize: Int

  /// The width of the grid's lines, in pixels.
  package var lineWidth: Int

  /// The distance of a tile's corner from the left edge, in pixels; moves the grid.
  package var originX: Int

  /// The distance of a tile's corner from the top edge, in pixels; moves the grid.
  package var originY: Int

  /// Creates a backdrop.
  ///
  /// - Precondition: the tile size is at least 1 and the line width is not negative.
  package init(
    land: Color = Color(red: 0xF5, green: 0xF1, blue: 0xE9),
    gridLine: Color = Color(red: 0xE4, green: 0xDE, blue: 0xD2),
    tileSize: Int = 256, lineWidth: Int = 1, originX: Int = 0, originY: Int = 0
  ) {
    precondition(
      tileSize >= 1 && lineWidth >= 0,
      "A tile has a side of at least 1 pixel and a line no negative width;"
        + " got \(tileSize) and \(lineWidth).")
    self.land = land
    self.gridLine = gridLine
    self.tileSize = tileSize
    self.lineWidth = lineWidth
    self.originX = originX
    self.originY = originY
  }

  /// Returns true if a column of pixels belongs to a vertical line of the grid.
  func isLine(column: Int) -> Bool { isLine(column, origin: originX) }

  /// Returns true if a row of pixels belongs to a horizontal line of the grid.
  func isLine(row: Int) -> Bool { isLine(row, origin: originY) }

  private func isLine(_ position: Int, origin: Int) -> Bool {
    // Both remainders first: a far origin must not overflow.
    let offset = (position % tileSize - origin % tileSize) % tileSize
    return (offset + tileSize) % tileSize < lineWidth
  }
}
