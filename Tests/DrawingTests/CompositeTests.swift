import MapSimulation
import TestSupport
import Testing

@Suite struct CompositeTests {
  /// What compositing must do, one pixel at a time in floating point.
  private static func reference(
    _ source: Bitmap, onto frame: FrameBuffer, x: Int, y: Int
  ) -> (channels: [[UInt8]], painted: Int) {
    var channels = frame.colors.map(\.channels)
    var painted = 0
    for sourceY in 0..<source.height {
      for sourceX in 0..<source.width {
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
    }
    return (channels, painted)
  }

  @Test(arguments: 1...13)
  func isSourceOverForAnyWidth(width: Int) {
    var generator = SeededGenerator(seed: UInt64(width))
    let frame = FrameBuffer.random(width: 17, height: 40, using: &generator)
    let source = Bitmap.random(width: width, height: 38, using: &generator)
    let expected = Self.reference(source, onto: frame, x: 2, y: 1)
    #expect(frame.composite(source, x: 2, y: 1) == expected.painted)
    #expect(frame.colors.map(\.channels) == expected.channels)
    #expect(frame.colors.allSatisfy { $0.isOpaque })
  }

  @Test(arguments: [-12, -11, -10, -3, 0, 1, 6, 9, 14, 15, 16], [-9, -8, -7, -1, 0, 4, 7, 11, 12])
  func clipsOnAllSides(x: Int, y: Int) {
    var generator = SeededGenerator(seed: 8)
    let frame = FrameBuffer.random(width: 15, height: 12, using: &generator)
    let source = Bitmap.random(width: 11, height: 8, using: &generator)
    let expected = Self.reference(source, onto: frame, x: x, y: y)
    #expect(frame.composite(source, x: x, y: y) == expected.painted)
    #expect(frame.colors.map(\.channels) == expected.channels)
  }

  @Test func clipsASourceLargerThanTheFrame() {
    var generator = SeededGenerator(seed: 9)
    let frame = FrameBuffer.random(width: 6, height: 5, using: &generator)
    let source = Bitmap.random(width: 30, height: 31, using: &generator)
    let expected = Self.reference(source, onto: frame, x: -7, y: -9)
    #expect(frame.composite(source, x: -7, y: -9) == expected.painted)
    #expect(frame.colors.map(\.channels) == expected.channels)
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
