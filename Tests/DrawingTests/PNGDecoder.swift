import CZlib

/// A decoder of its own for the PNG files that these tests expect, written from the
/// specification and strict about everything that it does not expect.
struct PNGDecoder {
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  let width: Int
  let height: Int
  let chunkTypes: [String]

  /// The RGB bytes, row by row from the top.
  let pixels: [UInt8]

  init(_ file: [UInt8]) throws {
    guard file.starts(with: [137, 80, 78, 71, 13, 10, 26, 10]) else {
      throw Failure(description: "no PNG signature")
    }
    var chunks: [(type: String, data: [UInt8])] = []
    var place = 8
    while place < file.count {
      let length = Self.number(file[place..<place + 4])
      let content = Array(file[place + 4..<place + 8 + length])
      let checksum = Self.number(file[place + 8 + length..<place + 12 + length])
      guard Self.checksum(content) == checksum else {
        throw Failure(description: "wrong checksum at byte \(place)")
      }
      chunks.append((String(decoding: content.prefix(4), as: UTF8.self), Array(content[4...])))
      place += 12 + length
    }
    chunkTypes = chunks.map(\.type)
    let header = chunks[0].data
    guard header.count == 13, Array(header[8...]) == [8, 2, 0, 0, 0] else {
      throw Failure(description: "not 8-bit true color: \(header)")
    }
    width = Self.number(header[0..<4])
    height = Self.number(header[4..<8])
    let image = chunks.filter { $0.type == "IDAT" }.flatMap(\.data)
    let scanlines = try Self.inflated(image, count: (3 * width + 1) * height)
    pixels = try Self.unfiltered(scanlines, rowLength: 3 * width)
  }

  private static func number(_ bytes: some Sequence<UInt8>) -> Int {
    bytes.reduce(0) { $0 << 8 | Int($1) }
  }

  /// CRC-32 bit by bit, as the specification's annex D defines it.
  private static func checksum(_ bytes: [UInt8]) -> Int {
    var remainder: UInt32 = 0xFFFF_FFFF
    for byte in bytes {
      remainder ^= UInt32(byte)
      for _ in 0..<8 {
        remainder = remainder & 1 == 1 ? remainder >> 1 ^ 0xEDB8_8320 : remainder >> 1
      }
    }
    return Int(~remainder)
  }

  private static func inflated(_ data: [UInt8], count: Int) throws -> [UInt8] {
    var length = uLong(count)
    var bytes = [UInt8](repeating: 0, count: count)
    let status = uncompress(&bytes, &length, data, uLong(data.count))
    guard status == Z_OK, length == uLong(count) else {
      throw Failure(description: "uncompress returned \(status) and \(length) bytes")
    }
    return bytes
  }

  private static func unfiltered(_ scanlines: [UInt8], rowLength: Int) throws -> [UInt8] {
    var above = [UInt8](repeating: 0, count: rowLength)
    var pixels: [UInt8] = []
    for start in stride(from: 0, to: scanlines.count, by: rowLength + 1) {
      var row = Array(scanlines[start + 1..<start + 1 + rowLength])
      switch scanlines[start] {
      case 0: break
      case 1: for index in row.indices.dropFirst(3) { row[index] &+= row[index - 3] }
      case 2: for index in row.indices { row[index] &+= above[index] }
      default: throw Failure(description: "unexpected filter \(scanlines[start])")
      }
      pixels += row
      above = row
    }
    return pixels
  }
}
