/// Why a picture could not be written as PNG.
public enum PNGEncodingError: Error, Hashable, CustomStringConvertible {
  /// zlib did not compress the pixels: its result code and the picture's size in pixels.
  case compressionFailed(zlibCode: Int32, width: Int, height: Int)

  public var description: String {
    switch self {
    case .compressionFailed(let code, let width, let height):
      """
      The picture of \(width) x \(height) pixels could not be written as PNG: zlib's compress2 \
      returned \(code) (expected 0; -4 is out of memory, -5 is too small a buffer). Write a \
      smaller picture, or free memory.
      """
    }
  }
}
