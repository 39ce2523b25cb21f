/// The opaque picture into which a map view composites what is visible.
///
/// One allocation of `width * height * 4` bytes. A frame buffer has one owner; it is not safe to
/// share between threads.
public final class FrameBuffer {
  let bitmap: Bitmap

  /// Creates a white frame buffer.
  ///
  /// - Precondition: both sides lie in `1...Bitmap.maximumSide`.
  public init(width: Int, height: Int) {
    bitmap = Bitmap(width: width, height: height)
    bitmap.withMutablePixels { $0.update(repeating: Color.white.pixel) }
  }

  /// The width in pixels.
  public var width: Int { bitmap.width }

  /// The height in pixels.
  public var height: Int { bitmap.height }

  /// The number of bytes of the pixels.
  public var byteCount: Int { bitmap.byteCount }

  /// The color of one pixel; the origin is the top left.
  ///
  /// - Precondition: the pixel lies in the frame buffer.
  public subscript(x x: Int, y y: Int) -> Color { bitmap[x: x, y: y] }

  /// Reads the pixels, row by row from the top; see ``Color/pixel`` for their layout.
  ///
  /// The buffer is valid only inside the closure.
  public func withPixels<Result, Failure: Error>(
    _ body: (UnsafeBufferPointer<UInt32>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try bitmap.withPixels(body)
  }

  /// Replaces the picture by a backdrop.
  ///
  /// - Complexity: O(width x height).
  public func clear(with backdrop: MapBackdrop) {
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
}
