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
