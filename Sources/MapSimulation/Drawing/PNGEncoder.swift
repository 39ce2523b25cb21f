import CZlib

/// Writes pictures as PNG files: true color, 8 bits a channel, no alpha, not interlaced.
public enum PNGEncoder {
  /// The bytes of the PNG file of a picture.
  ///
  /// The same picture gives the same bytes with the same version of zlib.
  /// - Complexity: O(width x height) time; about three times the three bytes of a pixel in memory.
  /// - Throws: ``PNGEncodingError`` when zlib fails.
  public static func encode(_ frame: FrameBuffer) throws(PNGEncodingError) -> [UInt8] {
    let image = try compressedImage(of: frame)
    var file: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    file.reserveCapacity(image.count + 64)
    let bitDepth: UInt8 = 8
    let trueColor: UInt8 = 2
    // The zeros: deflate, adaptive filters, no interlace.
    let header =
      bigEndian(UInt32(frame.width)) + bigEndian(UInt32(frame.height))
      + [bitDepth, trueColor, 0, 0, 0]
    appendChunk("IHDR", header, to: &file)
    appendChunk("IDAT", image, to: &file)
    appendChunk("IEND", [], to: &file)
    return file
  }

  /// The smaller of two ways to write the rows.
  ///
  /// Filters win on a few shapes; many copies of one marker compress better unfiltered, since the
  /// differences to the row above depend on what lies around each copy.
  private static func compressedImage(of frame: FrameBuffer) throws(PNGEncodingError) -> [UInt8] {
    let adaptive = try compressed(PNGScanlines(frame, filter: PNGFilter.best), of: frame)
    let unfiltered = try compressed(PNGScanlines(frame) { _, _ in .none }, of: frame)
    return unfiltered.count < adaptive.count ? unfiltered : adaptive
  }

  private static func compressed(
    _ scanlines: PNGScanlines, of frame: FrameBuffer
  ) throws(PNGEncodingError) -> [UInt8] {
    var length = compressBound(uLong(scanlines.bytes.count))
    var status = Z_OK
    var image = [UInt8](repeating: 0, count: Int(length))
    image.withUnsafeMutableBufferPointer { buffer in
      scanlines.bytes.withUnsafeBufferPointer { lines in
        status = compress2(
          buffer.baseAddress, &length, lines.baseAddress, uLong(lines.count), Z_BEST_COMPRESSION)
      }
    }
    guard status == Z_OK else {
      throw .compressionFailed(zlibCode: status, width: frame.width, height: frame.height)
    }
    image.removeLast(image.count - Int(length))
    return image
  }

  private static func appendChunk(_ type: String, _ data: [UInt8], to file: inout [UInt8]) {
    let content = Array(type.utf8) + data
    let checksum = content.withUnsafeBufferPointer { buffer in
      crc32(0, buffer.baseAddress, uInt(buffer.count))
    }
    file += bigEndian(UInt32(data.count))
    file += content
    file += bigEndian(UInt32(truncatingIfNeeded: checksum))
  }

  private static func bigEndian(_ value: UInt32) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
  }
}

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

/// The rows of a picture as a PNG holds them before compression: each filtered, and led by the
/// number of its filter.
struct PNGScanlines {
  private(set) var bytes: [UInt8] = []

  /// Chooses the filter of a row, given the row and the one above it.
  typealias FilterChoice = (UnsafeBufferPointer<UInt8>, UnsafeBufferPointer<UInt8>) -> PNGFilter

  init(_ frame: FrameBuffer, filter choose: FilterChoice) {
    let rowLength = frame.width * PNGFilter.bytesPerPixel
    var above = [UInt8](repeating: 0, count: rowLength)
    var row = above
    bytes.reserveCapacity((rowLength + 1) * frame.height)
    for y in 0..<frame.height {
      Self.copyRow(y, of: frame, to: &row)
      row.withUnsafeBufferPointer { row in
        above.withUnsafeBufferPointer { above in
          let filter = choose(row, above)
          bytes.append(filter.rawValue)
          for index in row.indices {
            bytes.append(filter.filtered(row, above: above, at: index))
          }
        }
      }
      swap(&row, &above)
    }
  }

  private static func copyRow(_ y: Int, of frame: FrameBuffer, to row: inout [UInt8]) {
    let width = frame.width
    frame.withPixels { pixels in
      for x in 0..<width {
        let color = Color(premultiplied: pixels[y * width + x])
        row[3 * x] = color.red
        row[3 * x + 1] = color.green
        row[3 * x + 2] = color.blue
      }
    }
  }
}

/// How a row of a PNG is written: as itself, or as differences that compress better.
///
/// The raw values are those of the PNG specification, section 9.2.
enum PNGFilter: UInt8, CaseIterable {
  case none = 0
  case sub = 1
  case up = 2

  /// The bytes of a true-color pixel: the distance to the byte that `sub` subtracts.
  static let bytesPerPixel = 3

  /// The filtered byte at a place in a row.
  @inline(__always)
  func filtered(_ row: UnsafeBufferPointer<UInt8>, above: UnsafeBufferPointer<UInt8>, at index: Int)
    -> UInt8
  {
    switch self {
    case .none: row[index]
    case .sub: row[index] &- (index < Self.bytesPerPixel ? 0 : row[index - Self.bytesPerPixel])
    case .up: row[index] &- above[index]
    }
  }

  /// The filter whose differences have the least sum of magnitudes, as the PNG specification
  /// recommends (section 12.7); of equals, `up` before `sub` before `none`.
  static func best(
    for row: UnsafeBufferPointer<UInt8>, above: UnsafeBufferPointer<UInt8>
  ) -> Self {
    var best = Self.up
    var least = best.sumOfMagnitudes(row, above: above)
    for filter in [Self.sub, .none] {
      let sum = filter.sumOfMagnitudes(row, above: above)
      if sum < least {
        best = filter
        least = sum
      }
    }
    return best
  }

  private func sumOfMagnitudes(
    _ row: UnsafeBufferPointer<UInt8>, above: UnsafeBufferPointer<UInt8>
  ) -> Int {
    var sum = 0
    for index in row.indices {
      sum += Int(Int8(bitPattern: filtered(row, above: above, at: index)).magnitude)
    }
    return sum
  }
}
