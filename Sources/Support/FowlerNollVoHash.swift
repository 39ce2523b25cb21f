import Foundation

/// FNV-1a in 64 bits: a small hash that is the same on every machine.
package struct FowlerNollVoHash {
  private var state: UInt64 = 0xCBF2_9CE4_8422_2325

  package init() {}

  package mutating func combine(_ text: String) {
    for byte in text.utf8 { combine(byte) }
    // A separator that no UTF-8 text holds, so that parts cannot run together.
    combine(0xFF)
  }

  /// Takes in the whole content of a file, and not its name; one that cannot be read counts as
  /// empty, and the trials that need it say so.
  package mutating func combine(contentsOfFileAt path: String) {
    var count = 0
    if let handle = try? RegularFile.open(path) {
      while let chunk = try? handle.read(upToCount: 1 << 20), !chunk.isEmpty {
        for byte in chunk { combine(byte) }
        count += chunk.count
      }
    }
    // Contents may hold every byte: their length keeps those of two files apart.
    combine("\(count)")
  }

  private mutating func combine(_ byte: UInt8) {
    state = (state ^ UInt64(byte)) &* 0x100_0000_01B3
  }

  package var value: UInt64 { state }

  package var hexadecimal: String {
    let digits = String(state, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
