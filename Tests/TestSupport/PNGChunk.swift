/// A part of a PNG file.
package struct PNGChunk: Hashable, Sendable {
  /// Four letters.
  package let name: String
  package let content: [UInt8]

  package init(name: String, content: [UInt8]) {
    self.name = name
    self.content = content
  }

  /// Reads the parts of a file, whose lengths and checksums must be right.
  package static func all(in file: [UInt8]) throws -> [PNGChunk] {
    var rest = file[...]
    guard rest.starts(with: signature) else { throw Damage(reason: "there is no signature") }
    rest = rest.dropFirst(signature.count)
    var chunks: [PNGChunk] = []
    while !rest.isEmpty {
      let length = rest.prefix(4).reduce(0) { $0 << 8 | Int($1) }
      guard rest.count >= length + 12 else { throw Damage(reason: "a chunk is cut off") }
      let checked = rest.dropFirst(4).prefix(4 + length)
      let chunk = PNGChunk(
        name: String(decoding: checked.prefix(4), as: UTF8.self),
        content: Array(checked.dropFirst(4)))
      guard Array(rest.prefix(length + 12)) == chunk.bytes else {
        throw Damage(reason: "the checksum of \(chunk.name) is wrong")
      }
      chunks.append(chunk)
      rest = rest.dropFirst(length + 12)
    }
    return chunks
  }

  /// A file of parts.
  package static func file(_ chunks: [PNGChunk]) -> [UInt8] { signature + chunks.flatMap(\.bytes) }

  private static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

  private struct Damage: Error {
    let reason: String
  }

  private var bytes: [UInt8] {
    let checked = Array(name.utf8) + content
    // CRC-32 as the specification has it, bit by bit.
    var sum: UInt32 = ~0
    for byte in checked {
      sum ^= UInt32(byte)
      for _ in 0..<8 { sum = sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1 }
    }
    return Self.number(UInt32(content.count)) + checked + Self.number(~sum)
  }

  private static func number(_ value: UInt32) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
  }
}
