import CPNG

/// The error of a picture that could not be written as a PNG file.
package struct PNGError: Error, Hashable, CustomStringConvertible {
  /// The file that was to be written.
  package let path: String

  /// The message of the system or of libpng.
  package let reason: String

  /// Creates an error with the path of the file and the reason.
  package init(path: String, reason: String) {
    self.path = path
    self.reason = reason
  }

  package var description: String {
    "The picture cannot be written to \(path): \(reason). "
      + "Check that its folder exists and can be written to, and that the disk is not full."
  }
}

extension FrameBuffer {
  /// Writes the picture as a PNG file: true color, 8 bits a channel, no alpha, not interlaced.
  ///
  /// The same picture gives the same bytes with the same versions of libpng and zlib.
  /// - Complexity: O(width x height) time; three bytes a pixel of memory, and the row buffers of
  ///   libpng.
  /// - Throws: a ``PNGError`` if the file cannot be written; a part of it is not left behind.
  package func writePNG(to path: String) throws(PNGError) {
    var image = png_image(width: width, height: height, format: png_uint_32(PNG_FORMAT_FLAG_COLOR))
    // Without filters, because many copies of one marker compress better without them.
    image.flags = png_uint_32(PNG_IMAGE_FLAG_FAST)
    let written = png_image_write_to_file(&image, path, 0, redGreenBlueBytes, 0, nil)
    guard written != 0 else { throw PNGError(path: path, reason: image.reason) }
  }

  /// The three channels of each pixel, row by row from the top.
  var redGreenBlueBytes: [UInt8] {
    withPixels { pixels in
      [UInt8](unsafeUninitializedCapacity: 3 * pixels.count) { bytes, count in
        // Each pixel initializes its three bytes, so all of the capacity is initialized.
        for index in pixels.indices {
          let color = Color(premultiplied: pixels[index])
          bytes.initializeElement(at: 3 * index, to: color.red)
          bytes.initializeElement(at: 3 * index + 1, to: color.green)
          bytes.initializeElement(at: 3 * index + 2, to: color.blue)
        }
        count = 3 * pixels.count
      }
    }
  }
}
