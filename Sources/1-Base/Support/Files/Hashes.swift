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
