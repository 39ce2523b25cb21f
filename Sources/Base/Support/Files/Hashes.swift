import Foundation

/// An FNV-1a hash in 64 bits, the same on every machine.
package struct FowlerNollVoHash {
  private var state: UInt64 = 0xCBF2_9CE4_8422_2325

  package init() {}

  /// Adds a text and a separator.
  package mutating func combine(_ text: String) {
    for byte in text.utf8 { combine(byte) }
    // No UTF-8 text contains this separator, so that two texts cannot run together.
    combine(0xFF)
  }

  /// Adds the whole content of a file, and not its name.
  ///
  /// A file that cannot be read counts as empty; the trials that need it report the error.
  package mutating func combine(contentsOfFileAt path: String) {
    var count = 0
    if let handle = try? RegularFile.open(path) {
      while let chunk = try? handle.read(upToCount: 1 << 20), !chunk.isEmpty {
        for byte in chunk { combine(byte) }
        count += chunk.count
      }
    }
    // Contents may hold any byte: their length separates those of two files.
    combine("\(count)")
  }

  private mutating func combine(_ byte: UInt8) {
    state = (state ^ UInt64(byte)) &* 0x100_0000_01B3
  }

  /// The hash of everything that was added so far.
  package var value: UInt64 { state }

  /// The hash in 16 hexadecimal digits.
  package var hexadecimal: String {
    let digits = String(state, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}

/// A hash of a file's whole content in 64 bits, the same on all machines of one byte order.
///
/// It hashes eight bytes at a time: 65 MB in 0.03 s, 0.05 s in a debug build, where
/// ``FowlerNollVoHash`` takes half a second.
package struct ContentHash: Hashable, Sendable {
  /// The hash.
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
        // All bits of the words reach the product's high bits; the shift copies those to the low
        // half, from where the next product spreads them.
        state = (state ^ buffer[index]) &* 0x9E37_79B9_7F4A_7C15
        state ^= state >> 32
        index += 1
      }
      length += count
      if count < buffer.count * 8 { break }
    }
    // The last word is padded with zeros: the length tells them from zeros in the file.
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
