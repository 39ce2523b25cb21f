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

  private let pixels: UnsafeMutablePointer<UInt32>

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

  deinit {
    pixels.deallocate()
  }

  /// The number of bytes of the pixels.
  public var byteCount: Int { pixelCount * MemoryLayout<UInt32>.stride }

  /// The number of pixels.
  public var pixelCount: Int { width * height }

  /// Makes every pixel transparent.
  public func clear() {
    pixels.update(repeating: 0, count: pixelCount)
  }

  /// The color of one pixel; the origin is the top left.
  ///
  /// - Precondition: the pixel lies in the bitmap.
  public subscript(x x: Int, y y: Int) -> Color {
    get { Color(premultiplied: pixels[index(x: x, y: y)]) }
    set { pixels[index(x: x, y: y)] = newValue.pixel }
  }

  /// Reads the pixels, row by row from the top; see ``Color/pixel`` for their layout.
  ///
  /// The buffer is valid only inside the closure.
  public func withPixels<Result, Failure: Error>(
    _ body: (UnsafeBufferPointer<UInt32>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try body(UnsafeBufferPointer(start: pixels, count: pixelCount))
  }

  /// Reads and writes the pixels, row by row from the top; see ``Color/pixel`` for their layout.
  ///
  /// The buffer is valid only inside the closure. What is written must be premultiplied: no
  /// channel is greater than the alpha.
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
}
