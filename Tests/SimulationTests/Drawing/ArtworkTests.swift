import Simulation
import TestSupport
import Testing

@Suite struct MarkerArtworkTests {
  private static func drawn(scale: Int, color: Color = .markerRed) -> Bitmap {
    let bitmap = Bitmap(width: 28 * scale, height: 28 * scale)
    MarkerArtwork(color: color).draw(into: bitmap)
    return bitmap
  }

  @Test(arguments: [1, 2, 3], [Color.markerRed, .grass])
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
    for (x, y) in pixelPlaces(side, side) {
      #expect(bitmap[x: x, y: y] == bitmap[x: side - 1 - x, y: y])
    }
  }

  @Test(arguments: [1, 2, 3])
  func narrowsToATipAtTheBottom(scale: Int) {
    let bitmap = Self.drawn(scale: scale)
    let side = 28 * scale
    let widths = (0..<side).map { y in (0..<side).count { bitmap[x: $0, y: y].alpha > 127 } }
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
    for (x, y) in pixelPlaces(80, 56) {
      let expected = (12..<68).contains(x) ? square[x: x - 12, y: y] : .clear
      #expect(wide[x: x, y: y] == expected)
    }
  }

  @Test(arguments: [1, 2, 3, 5])
  func drawsInTheSmallestBitmaps(side: Int) {
    let bitmap = Bitmap(width: side, height: side)
    MarkerArtwork().draw(into: bitmap)
    #expect(bitmap.colors.contains { $0.alpha > 0 })
  }
}

@Suite struct ClusterArtworkTests {
  private static let color = Color.teal

  private static func drawn(_ count: Int, side: Int) -> Bitmap {
    let bitmap = Bitmap(width: side, height: side)
    ClusterArtwork(count: count, color: color).draw(into: bitmap)
    return bitmap
  }

  @Test func showsBodyAndALighterRing() {
    let bitmap = Self.drawn(8, side: 84)
    #expect(bitmap[x: 42, y: 12] == Self.color)
    #expect(bitmap[x: 14, y: 42] == Self.color)
    let ring = bitmap[x: 4, y: 42]
    #expect(ring.isOpaque)
    #expect(ring.red > Self.color.red && ring.green > Self.color.green)
    #expect(bitmap[x: 79, y: 42] == ring && bitmap[x: 42, y: 4] == ring)
    for (x, y) in [(0, 0), (83, 0), (0, 83), (83, 83), (0, 42), (42, 0)] {
      #expect(bitmap[x: x, y: y] == .clear)
    }
  }

  /// Every text that a count of 2...1,000,000 can have stays off the ring: beyond the circle of
  /// 10 points, the pixels are those of a bubble without text.
  @Test(arguments: TestTier.sample([28, 56, 84], 1))
  func textStaysInsideTheBubble(side: Int) {
    let scale = Float(side) / 28
    let plain = Bitmap(width: side, height: side)
    let middle = Float(side) / 2
    let ring = Border(width: 2 * scale, color: Self.color.mixed(with: .white, amount: 160))
    plain.fill(
      Circle(centerX: middle, centerY: middle, radius: 13.5 * scale),
      color: Self.color, border: ring)
    let reach = 10 * scale + 1
    let outside = (0..<side * side).filter { index in
      let dx = Float(index % side) + 0.5 - middle
      let dy = Float(index / side) + 0.5 - middle
      return dx * dx + dy * dy > reach * reach
    }
    let bitmap = Bitmap(width: side, height: side)
    let plainColors = plain.colors
    for count in Self.countsOfDistinctTexts {
      ClusterArtwork(count: count, color: Self.color).draw(into: bitmap)
      let colors = bitmap.colors
      let isOnTheRing = outside.contains { colors[$0] != plainColors[$0] }
      #expect(!isOnTheRing, "\(count)")
      #expect(colors != plainColors, "\(count)")
    }
  }

  private static let countsOfDistinctTexts: [Int] =
    Array(2..<1_000) + Array(stride(from: 1_000, to: 10_000, by: 100))
    + Array(stride(from: 10_000, to: 1_000_000, by: 1_000)) + [1_000_000]

  /// The holes and the parts of a letter are what makes it readable.
  @Test(arguments: [
    (0, 1, 1), (1, 0, 1), (2, 0, 1), (3, 0, 1), (4, 1, 1), (5, 0, 1), (6, 1, 1), (7, 0, 1),
    (8, 2, 1), (9, 1, 1), (47, 1, 2), (103, 1, 3), (888, 6, 3), (1_200, 0, 4), (15_000, 0, 3),
    (678_000, 3, 4), (1_000_000, 1, 4), (2_000_000_000, 3, 5),
  ])
  func lettersHaveTheirHolesAndParts(count: Int, holes: Int, parts: Int) {
    let side = 224
    let bitmap = Self.drawn(count, side: side)
    // Half way from the body's red (15) to white; the ring's lighter red stays out of the circle.
    let isText = (0..<side * side).map { index in
      let dx = index % side - side / 2
      let dy = index / side - side / 2
      return dx * dx + dy * dy < 84 * 84 && bitmap[x: index % side, y: index / side].red > 135
    }
    #expect(Self.areas(of: isText, where: true, side: side) == parts)
    #expect(Self.areas(of: isText, where: false, side: side) == holes + 1)
  }

  /// The number of connected areas of one kind: letters connect over the sides of pixels, what is
  /// between them over the corners as well.
  private static func areas(of pixels: [Bool], where kind: Bool, side: Int) -> Int {
    let steps = [(1, 0), (-1, 0), (0, 1), (0, -1)]
    let diagonals = kind ? [] : [(1, 1), (1, -1), (-1, 1), (-1, -1)]
    var unseen = pixels.map { $0 == kind }
    var count = 0
    for start in unseen.indices where unseen[start] {
      count += 1
      unseen[start] = false
      var open = [start]
      while let index = open.popLast() {
        for (stepX, stepY) in steps + diagonals {
          let x = index % side + stepX
          let y = index / side + stepY
          guard x >= 0, x < side, y >= 0, y < side, unseen[y * side + x] else { continue }
          unseen[y * side + x] = false
          open.append(y * side + x)
        }
      }
    }
    return count
  }

  @Test func digitsDiffer() {
    let pictures = (0...9).map { Self.drawn($0, side: 28).colors }
    #expect(Set(pictures).count == 10)
  }

  @Test func replacesWhatWasThere() {
    var generator = SeededGenerator(seed: 5)
    let dirty = Bitmap.random(width: 56, height: 56, using: &generator)
    ClusterArtwork(count: 368, color: Self.color).draw(into: dirty)
    #expect(dirty.colors == Self.drawn(368, side: 56).colors)
  }

  @Test(arguments: [1, 2, 5])
  func drawsInTheSmallestBitmaps(side: Int) {
    #expect(Self.drawn(1_000_000, side: side).colors.contains { $0.alpha > 0 })
  }
}

@Suite struct AbbreviationTests {
  @Test(arguments: [
    (0, "0"), (2, "2"), (10, "10"), (99, "99"), (105, "105"), (999, "999"),
    (1_000, "1.0K"), (1_099, "1.0K"), (1_250, "1.2K"), (9_999, "9.9K"),
    (10_000, "10K"), (15_999, "15K"), (999_999, "999K"),
    (1_000_000, "1.0M"), (9_999_999, "9.9M"), (10_000_000, "10M"), (999_999_999, "999M"),
    (1_000_000_000, "999M+"), (Int.max, "999M+"),
  ])
  func abbreviates(count: Int, text: String) {
    #expect(count.abbreviated == text)
  }

  /// The number in the text is at most the count, and off by less than its last digit's worth.
  @Test func neverSaysMoreThanThereIs() throws {
    let small = stride(from: 0, to: 12_000, by: TestTier.select(61, exhaustive: 1))
    let large = stride(from: 12_000, through: 1_000_000, by: TestTier.select(4_999, exhaustive: 37))
    for count in Array(small) + Array(large) {
      let text = count.abbreviated
      let unit: Double = text.hasSuffix("M") ? 1_000_000 : text.hasSuffix("K") ? 1_000 : 1
      let digits = text.filter { $0 != "K" && $0 != "M" }
      let said = try #require(Double(digits)) * unit
      let step = text.contains(".") ? unit / 10 : unit
      let rest = Double(count) - said
      #expect(rest > -1e-6 && rest < step, "\(count) as \(text)")
    }
  }

  @Test func refusesNegativeCounts() async {
    await #expect(processExitsWith: .failure) { _ = (-1).abbreviated }
  }
}
