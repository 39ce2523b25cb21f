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
