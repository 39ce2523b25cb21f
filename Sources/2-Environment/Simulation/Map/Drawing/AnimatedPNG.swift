import CZlib

/// The content of an animated PNG file, which browsers play; other viewers show its first picture.
///
/// The format is that of the PNG specification, third edition: the pictures of an animation are
/// chunks of their own, which viewers without animations skip.
package struct AnimatedPNG: Hashable, Sendable {
  /// The content of the file: true color, 8 bits a channel, no alpha. It plays without end.
  package let bytes: [UInt8]

  /// Compresses pictures.
  ///
  /// The same pictures give the same bytes with the same version of zlib.
  /// - Parameter milliseconds: the time for which each picture is shown, below 65,536.
  /// - Precondition: there is a picture, and all of them have the same size.
  package init(_ pictures: [FrameBuffer], milliseconds: Int) {
    let size = Self.number(pictures[0].width) + Self.number(pictures[0].height)
    var file: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    // 8 bits a channel, true color.
    file += Self.chunk("IHDR", size + [8, 2, 0, 0, 0])
    file += Self.chunk("acTL", Self.number(pictures.count) + Self.number(0))
    // From the top left, the time as a fraction of a second; each picture replaces all of the last.
    let control = size + Self.number(0) + Self.number(0) + Self.number(milliseconds << 16 | 1_000)
    for (index, picture) in pictures.enumerated() {
      precondition(picture.width == pictures[0].width && picture.height == pictures[0].height)
      // Both chunks of a picture are numbered, but for the pixels of the first one.
      file += Self.chunk("fcTL", Self.number(max(2 * index - 1, 0)) + control + [0, 0])
      let pixels = Self.compressed(picture)
      file +=
        index == 0
        ? Self.chunk("IDAT", pixels) : Self.chunk("fdAT", Self.number(2 * index) + pixels)
    }
    bytes = file + Self.chunk("IEND", [])
  }

  /// The length of the content, the name, the content, and the checksum of the last two.
  private static func chunk(_ name: String, _ content: [UInt8]) -> [UInt8] {
    let checked = Array(name.utf8) + content
    let checksum = Int(crc32(0, checked, UInt32(checked.count)))
    return number(content.count) + checked + number(checksum)
  }

  private static func number(_ value: Int) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
  }

  /// The rows, each without a filter, because many copies of one marker compress better so.
  private static func compressed(_ picture: FrameBuffer) -> [UInt8] {
    let (pixels, rowSize) = (picture.redGreenBlueBytes, 3 * picture.width)
    var rows: [UInt8] = []
    rows.reserveCapacity(pixels.count + picture.height)
    for row in 0..<picture.height {
      rows.append(0)
      rows += pixels[row * rowSize..<(row + 1) * rowSize]
    }
    var size = compressBound(UInt(rows.count))
    return [UInt8](unsafeUninitializedCapacity: Int(size)) { target, count in
      let status = compress2(
        target.baseAddress, &size, rows, UInt(rows.count), Z_BEST_COMPRESSION)
      precondition(status == Z_OK, "The target is large enough; there is no memory to compress.")
      count = Int(size)
    }
  }
}
