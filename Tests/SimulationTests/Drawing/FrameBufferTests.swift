import Simulation
import TestSupport
import Testing

@Suite struct FrameBufferTests {
  @Test func startsWhite() {
    let frame = FrameBuffer(width: 7, height: 3)
    #expect(frame.colors == Array(repeating: .white, count: 21))
  }

  /// A long text shrinks, so that as much is free on its right as on its left.
  @Test(arguments: [("all-pins", 76), ("visible-region-clusters-on-end", 214)])
  func aTextFitsIntoThePicture(text: String, end: Int) throws {
    let frame = FrameBuffer(width: 220, height: 30)
    frame.draw(text, x: 6, y: 4, height: 14, color: .black)
    let columns = pixelPlaces(220, 30).filter { frame[x: $0.x, y: $0.y] != .white }.map { $0.x }
    #expect((5...7).contains(try #require(columns.min())))
    #expect((end - 3...end + 1).contains(try #require(columns.max())))
  }

  @Test func downsamplingByOneIsACopy() {
    var generator = SeededGenerator(seed: 6)
    let frame = FrameBuffer.random(width: 9, height: 5, using: &generator)
    #expect(frame.downsampled(by: 1).colors == frame.colors)
  }

  @Test(arguments: [(12, 9, 3), (13, 8, 3), (7, 7, 2), (5, 4, 10)])
  func downsamplingTakesTheMean(width: Int, height: Int, factor: Int) {
    var generator = SeededGenerator(seed: 7)
    let frame = FrameBuffer.random(width: width, height: height, using: &generator)
    let smaller = frame.downsampled(by: factor)
    #expect(smaller.width == Int((Double(width) / Double(factor)).rounded(.up)))
    #expect(smaller.height == Int((Double(height) / Double(factor)).rounded(.up)))
    for (x, y) in pixelPlaces(smaller.width, smaller.height) {
      var square: [[UInt8]] = []
      for sourceY in y * factor..<(y + 1) * factor where sourceY < height {
        for sourceX in x * factor..<(x + 1) * factor where sourceX < width {
          square.append(frame[x: sourceX, y: sourceY].channels)
        }
      }
      let mean = (0..<4).map { channel -> UInt8 in
        let sum = square.reduce(0) { $0 + Int($1[channel]) }
        return UInt8((Double(sum) / Double(square.count)).rounded())
      }
      #expect(smaller[x: x, y: y].channels == mean)
    }
  }
}

@Suite struct CompositeTests {
  /// The result of correct compositing, one pixel at a time in floating point.
  private static func reference(
    _ source: Bitmap, onto frame: FrameBuffer, x: Int, y: Int
  ) -> (channels: [[UInt8]], painted: Int) {
    var channels = frame.colors.map(\.channels)
    var painted = 0
    for (sourceX, sourceY) in pixelPlaces(source.width, source.height) {
      let targetX = sourceX + x
      let targetY = sourceY + y
      let color = source[x: sourceX, y: sourceY]
      guard targetX >= 0, targetX < frame.width, targetY >= 0, targetY < frame.height,
        color.alpha > 0
      else { continue }
      painted += 1
      let index = targetY * frame.width + targetX
      channels[index] = zip(color.channels, channels[index]).map { over, under in
        UInt8((Double(over) + Double(under) * (1 - Double(color.alpha) / 255)).rounded())
      }
    }
    return (channels, painted)
  }

  /// Composes a random picture onto another one, as the reference does.
  private func expectReference(
    _ size: (Int, Int), onto frameSize: (Int, Int), x: Int, y: Int, seed: UInt64
  ) {
    var generator = SeededGenerator(seed: seed)
    let frame = FrameBuffer.random(width: frameSize.0, height: frameSize.1, using: &generator)
    let source = Bitmap.random(width: size.0, height: size.1, using: &generator)
    let expected = Self.reference(source, onto: frame, x: x, y: y)
    #expect(frame.composite(source, x: x, y: y) == expected.painted)
    #expect(frame.colors.map(\.channels) == expected.channels)
    #expect(frame.colors.allSatisfy { $0.isOpaque })
  }

  @Test(arguments: 1...13)
  func isSourceOverForAnyWidth(width: Int) {
    expectReference((width, 38), onto: (17, 40), x: 2, y: 1, seed: UInt64(width))
  }

  @Test(arguments: [-12, -11, -10, -3, 0, 1, 6, 9, 14, 15, 16], [-9, -8, -7, -1, 0, 4, 7, 11, 12])
  func clipsOnAllSides(x: Int, y: Int) {
    expectReference((11, 8), onto: (15, 12), x: x, y: y, seed: 8)
  }

  @Test func clipsASourceLargerThanTheFrame() {
    expectReference((30, 31), onto: (6, 5), x: -7, y: -9, seed: 9)
  }

  @Test(arguments: [(Int.max, 0), (Int.min, 0), (0, Int.max), (0, Int.min)])
  func ignoresWhatIsFarAway(x: Int, y: Int) {
    let frame = FrameBuffer(width: 4, height: 4)
    let source = Bitmap(width: 2, height: 2)
    source.withMutablePixels { $0.update(repeating: Color.black.pixel) }
    #expect(frame.composite(source, x: x, y: y) == 0)
    #expect(frame.colors.allSatisfy { $0 == .white })
  }

  @Test func countsTheOverdrawOfAMarker() {
    let marker = Bitmap(width: 84, height: 84)
    MarkerArtwork().draw(into: marker)
    let visible = marker.colors.count { $0.alpha > 0 }
    let frame = FrameBuffer(width: 100, height: 100)
    #expect(frame.composite(marker, x: 8, y: 8) == visible)
    #expect(frame.composite(marker, x: 8, y: 8) == visible)
    // About the body's disc of 33 pixels; the tip adds a little.
    let disc = Double.pi * 33 * 33
    #expect(Double(visible) > disc && Double(visible) < 1.2 * disc)
  }
}
