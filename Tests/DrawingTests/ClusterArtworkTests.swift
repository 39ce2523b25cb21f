import MapSimulation
import TestSupport
import Testing

@Suite struct ClusterArtworkTests {
  private static let color = Color.clusterTeal

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
  @Test(arguments: [28, 56, 84])
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
    plain.withPixels { plain in
      for count in Self.countsOfDistinctTexts {
        ClusterArtwork(count: count, color: Self.color).draw(into: bitmap)
        bitmap.withPixels { pixels in
          let isOnTheRing = outside.contains { pixels[$0] != plain[$0] }
          #expect(!isOnTheRing, "\(count)")
          #expect(!pixels.elementsEqual(plain), "\(count)")
        }
      }
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
