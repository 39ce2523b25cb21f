extension FrameBuffer {
  /// Composites a bitmap source-over with its top left at a place, clipped on all sides.
  ///
  /// - Returns: the number of pixels painted: copied where the bitmap is opaque, blended where it
  ///   is translucent; transparent and clipped ones do not count.
  /// - Complexity: O(pixels of the bitmap inside the frame buffer). Allocates nothing.
  @discardableResult
  public func composite(_ source: Bitmap, x: Int, y: Int) -> Int {
    guard x < width, y < height, x > -source.width, y > -source.height else { return 0 }
    let columns = max(0, -x)..<min(source.width, width - x)
    let rows = max(0, -y)..<min(source.height, height - y)
    let stride = width
    let sourceStride = source.width
    return source.withPixels { sourcePixels in
      bitmap.withMutablePixels { pixels in
        guard let from = sourcePixels.baseAddress, let onto = pixels.baseAddress else { return 0 }
        var painted = 0
        for row in rows {
          painted += Self.compositeRow(
            from + (row * sourceStride + columns.lowerBound),
            onto: onto + ((y + row) * stride + x + columns.lowerBound),
            count: columns.count)
        }
        return painted
      }
    }
  }

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
        for offset in index..<index + 4 {
          painted += blend(source[offset], onto: target + offset)
        }
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
}
