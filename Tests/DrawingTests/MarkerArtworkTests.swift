import MapSimulation
import TestSupport
import Testing

@Suite struct MarkerArtworkTests {
  private static func drawn(scale: Int, color: Color = .markerRed) -> Bitmap {
    let bitmap = Bitmap(width: 28 * scale, height: 28 * scale)
    MarkerArtwork(color: color).draw(into: bitmap)
    return bitmap
  }

  @Test(arguments: [1, 2, 3], [Color.markerRed, .markerGreen])
  func showsDotBodyAndBorder(scale: Int, color: Color) {
    let bitmap = Self.drawn(scale: scale, color: color)
    #expect(bitmap[x: 14 * scale, y: 23 * scale / 2] == .white)
    #expect(bitmap[x: 7 * scale, y: 23 * scale / 2] == color)
    #expect(bitmap[x: 14 * scale, y: 4 * scale] == color)
    #expect(bitmap[x: 14 * scale, y: 20 * scale] == color)
  }

  @Test func borderIsWhiteAroundTheBody() {
    let bitmap = Self.drawn(scale: 3)
    // The body spans x = 9...75 at its widest; the border is 3 pixels.
    #expect(bitmap[x: 10, y: 34] == .white)
    #expect(bitmap[x: 73, y: 34] == .white)
    #expect(bitmap[x: 42, y: 3] == .white)
    #expect(bitmap[x: 14, y: 34] == .markerRed)
  }

  @Test(arguments: [1, 2, 3])
  func leavesTheCornersTransparentAndTheEdgesFree(scale: Int) {
    let bitmap = Self.drawn(scale: scale)
    let last = 28 * scale - 1
    for x in [0, last] {
      for y in 0...last { #expect(bitmap[x: x, y: y] == .clear) }
    }
    for distance in 0..<(3 * scale) {
      for (x, y) in [(distance, 0), (0, distance), (last, distance), (distance, last)] {
        #expect(bitmap[x: x, y: y] == .clear)
        #expect(bitmap[x: last - x, y: y] == .clear)
      }
    }
  }

  @Test(arguments: [1, 2, 3])
  func isItsMirrorImage(scale: Int) {
    let bitmap = Self.drawn(scale: scale)
    let side = 28 * scale
    for y in 0..<side {
      for x in 0..<side {
        #expect(bitmap[x: x, y: y] == bitmap[x: side - 1 - x, y: y])
      }
    }
  }

  @Test(arguments: [1, 2, 3])
  func narrowsToATipAtTheBottom(scale: Int) {
    let bitmap = Self.drawn(scale: scale)
    let side = 28 * scale
    let widths = (0..<side).map { y in
      (0..<side).count { bitmap[x: $0, y: y].alpha > 127 }
    }
    let below = widths[(12 * scale)..<(27 * scale)]
    #expect(zip(below, below.dropFirst()).allSatisfy { $0 >= $1 })
    let tip = widths[26 * scale]
    #expect(tip >= 1 && tip <= 4 * scale)
    #expect((widths.max() ?? 0) >= 21 * scale)
  }

  @Test func premultipliedEverywhere() {
    for color in Self.drawn(scale: 2).colors {
      #expect(color.red <= color.alpha && color.green <= color.alpha && color.blue <= color.alpha)
    }
  }

  @Test func replacesWhatWasThere() {
    var generator = SeededGenerator(seed: 4)
    let dirty = Bitmap.random(width: 56, height: 56, using: &generator)
    MarkerArtwork().draw(into: dirty)
    #expect(dirty.colors == Self.drawn(scale: 2).colors)
  }

  @Test func isCentredInABitmapThatIsNotSquare() {
    let square = Self.drawn(scale: 2)
    let wide = Bitmap(width: 80, height: 56)
    MarkerArtwork().draw(into: wide)
    for y in 0..<56 {
      for x in 0..<80 {
        let expected = (12..<68).contains(x) ? square[x: x - 12, y: y] : .clear
        #expect(wide[x: x, y: y] == expected)
      }
    }
  }

  @Test(arguments: [1, 2, 3, 5])
  func drawsInTheSmallestBitmaps(side: Int) {
    let bitmap = Bitmap(width: side, height: side)
    MarkerArtwork().draw(into: bitmap)
    #expect(bitmap.colors.contains { $0.alpha > 0 })
  }
}
