import CZlib
import MapSimulation
import TestSupport
import Testing

@Suite struct PNGEncoderTests {
  private static func expectRoundTrip(_ frame: FrameBuffer) throws {
    let decoded = try PNGDecoder(PNGEncoder.encode(frame))
    #expect(decoded.width == frame.width)
    #expect(decoded.height == frame.height)
    #expect(decoded.chunkTypes == ["IHDR", "IDAT", "IEND"])
    #expect(decoded.pixels == frame.colors.flatMap { [$0.red, $0.green, $0.blue] })
  }

  @Test(arguments: [(1, 1), (1, 9), (9, 1), (2, 3), (64, 33)])
  func noiseSurvives(width: Int, height: Int) throws {
    var generator = SeededGenerator(seed: 10)
    try Self.expectRoundTrip(.random(width: width, height: height, using: &generator))
  }

  @Test func gradientsSurviveAndAreFiltered() throws {
    let side = 128
    let gradient = Bitmap(width: side, height: side)
    for y in 0..<side {
      for x in 0..<side {
        let color = Color(red: UInt8(x + y), green: UInt8(255 - x), blue: UInt8(2 * (y / 2)))
        gradient[x: x, y: y] = color
      }
    }
    let frame = FrameBuffer(width: side, height: side)
    frame.composite(gradient, x: 0, y: 0)
    try Self.expectRoundTrip(frame)
    // Differences to the row above are the same few bytes all over; the pixels are not.
    #expect(try PNGEncoder.encode(frame).count < 1_000)
  }

  @Test func aPictureOfAMapSurvivesAndIsSmall() throws {
    let frame = Self.picture()
    try Self.expectRoundTrip(frame)
    let count = try PNGEncoder.encode(frame).count
    #expect(count < 100_000)
    #expect(count > 1_000)
  }

  @Test func sameFrameSameBytes() throws {
    #expect(try PNGEncoder.encode(Self.picture()) == PNGEncoder.encode(Self.picture()))
  }

  /// A phone's map with 200 markers and 40 clusters.
  private static func picture() -> FrameBuffer {
    let frame = FrameBuffer(width: 393, height: 852)
    frame.clear(with: MapBackdrop(originX: 100, originY: 160))
    let bitmap = Bitmap(width: 28, height: 28)
    var generator = SeededGenerator(seed: 11)
    for index in 0..<240 {
      let artwork: any Artwork =
        index % 6 == 0
        ? ClusterArtwork(count: Int.random(in: 2...3_000, using: &generator))
        : MarkerArtwork()
      artwork.draw(into: bitmap)
      frame.composite(
        bitmap, x: Int.random(in: -14...380, using: &generator),
        y: Int.random(in: -14...840, using: &generator))
    }
    return frame
  }

  @Test func errorSaysWhatHappened() {
    let error = PNGEncodingError.compressionFailed(zlibCode: -4, width: 393, height: 852)
    #expect(error.description.contains("393 x 852"))
    #expect(error.description.contains("returned -4"))
  }
}

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
