import CPNG

/// A picture as the content of a PNG file: compressed, as an app has it before it is decoded.
package struct PNGPicture: Hashable, Sendable {
  /// The content of the file.
  package let bytes: [UInt8]
  /// The width in pixels.
  package let width: Int
  /// The height in pixels.
  package let height: Int

  /// Compresses a bitmap.
  ///
  /// - Throws: a ``PNGCodingError`` with the message of libpng.
  package init(_ bitmap: Bitmap) throws(PNGCodingError) {
    (width, height) = (bitmap.width, bitmap.height)
    var image = png_image(width: bitmap.width, height: bitmap.height, format: Self.format)
    // First the size, then the content.
    var size = png_alloc_size_t(0)
    let pixels = UnsafeRawPointer(bitmap.pixels)
    guard png_image_write_to_memory(&image, nil, &size, 0, pixels, 0, nil) != 0 else {
      throw PNGCodingError(image)
    }
    var content = [UInt8](repeating: 0, count: Int(size))
    let written = content.withUnsafeMutableBytes {
      png_image_write_to_memory(&image, $0.baseAddress, &size, 0, pixels, 0, nil)
    }
    guard written != 0 else { throw PNGCodingError(image) }
    bytes = Array(content.prefix(Int(size)))
  }

  /// Decodes the picture into a new bitmap. An opaque one comes back as it was.
  ///
  /// - Throws: a ``PNGCodingError`` with the message of libpng.
  package func decoded() throws(PNGCodingError) -> Bitmap {
    let bitmap = Bitmap(width: width, height: height)
    var image = png_image(width: width, height: height, format: Self.format)
    let isRead = bytes.withUnsafeBytes { content in
      guard png_image_begin_read_from_memory(&image, content.baseAddress, content.count) != 0 else {
        return false
      }
      image.format = Self.format
      return png_image_finish_read(&image, nil, bitmap.pixels, 0, nil) != 0
    }
    guard isRead, Int(image.width) == width, Int(image.height) == height else {
      png_image_free(&image)
      throw PNGCodingError(image)
    }
    return bitmap
  }

  /// Red, green, blue and alpha of 8 bits, in this order.
  private static var format: png_uint_32 {
    png_uint_32(PNG_FORMAT_FLAG_COLOR) | png_uint_32(PNG_FORMAT_FLAG_ALPHA)
  }
}

extension png_image {
  /// A picture of 8 bits a channel.
  init(width: Int, height: Int, format: png_uint_32) {
    self.init()
    version = png_uint_32(PNG_IMAGE_VERSION)
    self.width = png_uint_32(width)
    self.height = png_uint_32(height)
    self.format = format
  }

  /// The message of libpng about the latest call that failed.
  var reason: String {
    withUnsafeBytes(of: message) { message in
      String(decoding: message.prefix { $0 != 0 }, as: UTF8.self)
    }
  }
}

/// The error of a picture that could not be compressed or decoded.
package struct PNGCodingError: Error, Hashable, CustomStringConvertible {
  /// The message of libpng.
  package let reason: String

  fileprivate init(_ image: png_image) { reason = image.reason }

  package var description: String {
    "expected a picture that libpng compresses and decodes, found: \(reason)"
  }
}

extension Bitmap {
  /// Returns a smaller bitmap whose pixels are the means of blocks of this one.
  ///
  /// - Precondition: the side is at least 1, and at most the width and the height.
  package func downsampled(side: Int) -> Bitmap {
    precondition(side >= 1 && side <= min(width, height), "a smaller bitmap has a smaller side")
    let smaller = Bitmap(width: side, height: side)
    for row in 0..<side {
      let rows = row * height / side..<(row + 1) * height / side
      for column in 0..<side {
        let columns = column * width / side..<(column + 1) * width / side
        var sums: (UInt32, UInt32, UInt32, UInt32) = (0, 0, 0, 0)
        for y in rows {
          for x in columns {
            let pixel = pixels[y * width + x]
            sums.0 += pixel & 0xFF
            sums.1 += pixel >> 8 & 0xFF
            sums.2 += pixel >> 16 & 0xFF
            sums.3 += pixel >> 24
          }
        }
        let count = UInt32(rows.count * columns.count)
        smaller.pixels[row * side + column] =
          sums.0 / count | (sums.1 / count) << 8 | (sums.2 / count) << 16 | (sums.3 / count) << 24
      }
    }
    return smaller
  }
}
