/// A picture in memory: premultiplied RGBA pixels of 8 bits a channel, as the backing store of an
/// annotation view.
///
/// The pixels are one allocation of `width * height * 4` bytes from `malloc`, so an allocator's
/// counters see each bitmap, and every byte is written once at creation, so it is resident.
/// A bitmap has one owner; it is not safe to share between threads.
public final class Bitmap {
  /// The width in pixels, at least 1.
  public let width: Int

  /// The height in pixels, at least 1.
  public let height: Int

  /// ``pixelCount`` initialized pixels, row by row from the top, as long as the bitmap lives.
  let pixels: UnsafeMutablePointer<UInt32>

  /// The largest width and the largest height of a bitmap, in pixels.
  public static let maximumSide = 16_384

  /// Creates a transparent bitmap.
  ///
  /// - Precondition: both sides lie in `1...maximumSide`, so that the byte count is positive and
  ///   at most 1 GiB.
  /// - Complexity: O(width x height).
  public init(width: Int, height: Int) {
    let sides = 1...Self.maximumSide
    precondition(
      sides.contains(width) && sides.contains(height),
      "A bitmap's sides are \(sides) pixels; got \(width) x \(height).")
    self.width = width
    self.height = height
    pixels = .allocate(capacity: width * height)
    pixels.initialize(repeating: 0, count: width * height)
  }

  deinit { pixels.deallocate() }

  /// The number of bytes of the pixels.
  public var byteCount: Int { pixelCount * MemoryLayout<UInt32>.stride }

  /// The number of pixels.
  public var pixelCount: Int { width * height }

  /// Makes every pixel transparent.
  public func clear() { pixels.update(repeating: 0, count: pixelCount) }

  /// The color of one pixel; the origin is the top left.
  ///
  /// - Precondition: the pixel lies in the bitmap.
  public subscript(x x: Int, y y: Int) -> Color {
    get { Color(premultiplied: pixels[index(x: x, y: y)]) }
    set { pixels[index(x: x, y: y)] = newValue.pixel }
  }

  /// Reads the pixels, row by row from the top; see ``Color/pixel`` for their layout.
  public func withPixels<Result, Failure: Error>(
    _ body: (Span<UInt32>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try body(UnsafeBufferPointer(start: pixels, count: pixelCount).span)
  }

  /// Reads and writes the pixels, row by row from the top; see ``Color/pixel`` for their layout.
  ///
  /// The buffer has ``pixelCount`` initialized pixels and is valid only inside the closure. What is
  /// written must be premultiplied: no channel is greater than the alpha.
  public func withMutablePixels<Result, Failure: Error>(
    _ body: (UnsafeMutableBufferPointer<UInt32>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try body(UnsafeMutableBufferPointer(start: pixels, count: pixelCount))
  }

  private func index(x: Int, y: Int) -> Int {
    precondition(
      x >= 0 && x < width && y >= 0 && y < height,
      "A pixel lies inside the bitmap of \(width) x \(height); got (\(x), \(y)).")
    return y * width + x
  }

  /// Fills a shape over the bitmap's content, with smooth edges, clipped to the bitmap.
  ///
  /// Allocates nothing.
  public func fill(_ shape: some SymmetricShape, color: Color) {
    fill(shape, color: color, border: Border(width: 0, color: color))
  }

  /// Fills a shape with a border over the bitmap's content, with smooth edges, clipped to the
  /// bitmap.
  ///
  /// A pixel is covered by as much as its centre lies inside, from half a pixel outside (nothing)
  /// to half a pixel inside (all). Allocates nothing.
  /// - Precondition: the axis and the half width are at most a million pixels.
  /// - Complexity: O(pixels of the outline) distances, O(area) pixel writes.
  public func fill(_ shape: some SymmetricShape, color: Color, border: Border) {
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
      // Rows lie in the bitmap, and every column that is written is clipped to it.
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
          if distance <= border.solidDistance {
            Self.paint(
              color, from: start + max(left, 0), upTo: start + min(right + 1, width), in: pixels)
            break
          }
          let mixed = border.edgeColor(at: distance, fill: color)
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

  /// The covered fraction of a pixel as a byte: 0 for 0 and less, 255 for 1 and more.
  @inline(__always)
  static func coverage(_ fraction: Float) -> UInt32 {
    UInt32(min(max(fraction, 0), 1) * 255 + 0.5)
  }

  /// The row at a height, or the nearest end of the bitmap.
  private func row(near y: Float) -> Int { Int(min(Float(height), max(0, y))) }

  /// Paints pixels of a row; the caller has clipped both ends to the bitmap.
  @inline(__always)
  static func paint(
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

extension Border {
  /// At this distance from the outline and further inside, there is only the fill.
  fileprivate var solidDistance: Float { -width - 0.5 }

  /// The color of a pixel at a distance from the outline, weighted by how much of it is covered.
  @inline(__always)
  fileprivate func edgeColor(at distance: Float, fill: Color) -> Color {
    let inside = 0.5 - distance - width
    if distance <= -0.5 && inside <= 0 { return color }
    let base = inside <= 0 ? color : color.mixed(with: fill, amount: Bitmap.coverage(inside))
    return base.scaled(by: Bitmap.coverage(0.5 - distance))
  }
}
