import Foundation

/// A hash of a file's whole content in 64 bits, the same on every machine of the same byte order.
///
/// It takes in eight bytes at a time: 65 MB in 0.03 s, 0.05 s in a debug build, where
/// ``FowlerNollVoHash`` takes half a second.
package struct ContentHash: Hashable, Sendable {
  package let value: UInt64

  /// Reads a file.
  package init(ofFileAt path: String) throws(RegularFile.Failure) {
    let file = try RegularFile.open(path)
    let buffer = UnsafeMutableBufferPointer<UInt64>.allocate(capacity: Self.bufferWords)
    defer { buffer.deallocate() }
    var state: UInt64 = 0xCBF2_9CE4_8422_2325
    var length = 0
    while true {
      let count = try Self.fill(buffer, from: file)
      var index = 0
      while index < (count + 7) / 8 {
        // The shift brings the product's high bits, which all bits of the words reach, to where the
        // next product spreads them.
        state = (state ^ buffer[index]) &* 0x9E37_79B9_7F4A_7C15
        state ^= state >> 32
        index += 1
      }
      length += count
      if count < buffer.count * 8 { break }
    }
    // The last word is filled up with zeros: the length tells them from zeros of the file.
    state = (state ^ UInt64(length)) &* 0x9E37_79B9_7F4A_7C15
    value = state ^ state >> 32
  }

  /// Reads as many bytes as the buffer holds, or up to the end of the file.
  private static func fill(
    _ buffer: UnsafeMutableBufferPointer<UInt64>, from file: FileHandle
  ) throws(RegularFile.Failure) -> Int {
    buffer.update(repeating: 0)
    let bytes = UnsafeMutableRawBufferPointer(buffer)
    var filled = 0
    while filled < bytes.count {
      let rest = UnsafeMutableRawBufferPointer(rebasing: bytes[filled...])
      let count = read(file.fileDescriptor, rest.baseAddress, rest.count)
      if count == 0 { break }
      guard count > 0 else {
        if errno == EINTR { continue }
        throw .unreadable(reason: String(cString: strerror(errno)))
      }
      filled += count
    }
    return filled
  }

  private static let bufferWords = 1 << 17
}
