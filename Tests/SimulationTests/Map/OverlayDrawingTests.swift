import Clustering
import Simulation
import TestSupport
import Testing

/// The simplification, the clipping and the drawing of lines.
@Suite struct OverlayDrawingTests {
  private func line(_ coordinates: [(Double, Double)]) -> [MapPoint] {
    coordinates.map { MapPoint(x: 1_000 + $0.0, y: 1_000 + $0.1) }
  }

  @Test func pointsOnAStraightLineAreLeftOut() {
    var simplification = LineSimplification()
    let straight = line((0...10).map { (Double($0), 0) })
    #expect(simplification.simplified(straight, tolerance: 0) == [straight[0], straight[10]])
    #expect(simplification.comparisons == 9)
    let bent = line([(0, 0), (1, 0), (2, 3), (3, 0), (4, 0)])
    #expect(simplification.simplified(bent, tolerance: 2.9) == [bent[0], bent[2], bent[4]])
    #expect(simplification.simplified(bent, tolerance: 3) == [bent[0], bent[4]])
  }

  @Test func aShortLineStays() {
    var simplification = LineSimplification()
    for count in 0...2 {
      let short = line((0..<count).map { (Double($0), 0) })
      #expect(simplification.simplified(short, tolerance: 100) == short)
    }
    // Back to the beginning: the distance is from a point.
    let loop = line([(0, 0), (5, 0), (0, 0)])
    #expect(simplification.simplified(loop, tolerance: 4) == loop)
  }

  @Test(arguments: [0.5, 2, 10, 50])
  func noPointIsFartherThanTheTolerance(tolerance: Double) {
    var generator = SeededGenerator(seed: 7)
    var (x, y) = (0.0, 0.0)
    let points = line(
      (0..<500).map { _ in
        x += Double.random(in: -2...10, using: &generator)
        y += Double.random(in: -6...6, using: &generator)
        return (x, y)
      })
    var simplification = LineSimplification()
    let kept = simplification.simplified(points, tolerance: tolerance)
    #expect(kept.first == points.first && kept.last == points.last)
    var next = 0
    for (start, end) in zip(kept, kept.dropFirst()) {
      let segment = LineSegment(from: start, to: end)
      #expect(points[next] == start)
      next += 1
      while points[next] != end {
        #expect(segment.squaredDistance(to: points[next]) <= tolerance * tolerance * 1.000_001)
        next += 1
      }
    }
    #expect(next == points.count - 1)
  }

  /// The last four are outside.
  @Test(
    arguments: [
      ([2, 2, 8, 8], [2, 2, 8, 8]), ([-5, 5, 15, 5], [0, 5, 10, 5]),
      ([5, 20, 5, -20], [5, 10, 5, 0]), ([-5, -5, 5, 5], [0, 0, 5, 5]),
      ([-5, 5, -1, 5], nil), ([11, 0, 20, 10], nil), ([0, 21, 21, 0], nil), ([3, -1, 3, -9], nil),
    ] as [([Double], [Double]?)])
  func aSegmentIsClipped(ends: [Double], inside: [Double]?) {
    let segment = PixelSegment(startX: ends[0], startY: ends[1], endX: ends[2], endY: ends[3])
    let clipped = segment.clipped(to: ClippingRect(minX: 0, minY: 0, maxX: 10, maxY: 10))
    #expect(clipped.map { [$0.startX, $0.startY, $0.endX, $0.endY] } == inside)
  }

  /// The distance of each pixel's centre from the line decides, as a second implementation says.
  @Test(arguments: [
    PixelSegment(startX: 10, startY: 10, endX: 50, endY: 10),
    PixelSegment(startX: 10, startY: 50, endX: 10, endY: 12),
    PixelSegment(startX: 8.3, startY: 9.1, endX: 49.7, endY: 41.2),
    PixelSegment(startX: 30, startY: 30, endX: 30, endY: 30),
    PixelSegment(startX: -20, startY: 70, endX: 90, endY: -10),
  ])
  func aStrokeCoversThePixelsNearTheLine(segment: PixelSegment) {
    let bitmap = Bitmap(width: 60, height: 60)
    bitmap.stroke(segment, width: 7, color: .white)
    let line = LineSegment(
      from: MapPoint(x: segment.startX, y: segment.startY),
      to: MapPoint(x: segment.endX, y: segment.endY))
    for (x, y) in pixelPlaces(60, 60) {
      let center = MapPoint(x: Double(x) + 0.5, y: Double(y) + 0.5)
      let distance = line.squaredDistance(to: center).squareRoot()
      let coverage = min(max(3.5 + 0.5 - distance, 0), 1) * 255
      let alpha = Double(bitmap[x: x, y: y].alpha)
      #expect(abs(alpha - coverage) <= 1.5, "(\(x), \(y)): \(alpha), expected \(coverage)")
    }
  }
}

/// The overlays of a map view, and the tiles that it draws.
@Suite struct OverlayMapTests {
  private let delegate = OverlayDelegate()
  private let map: OverlayMapView

  init() { map = OverlayMapView(around: 4.5, delegate) }

  private func overlay(from start: Double, to end: Double) -> MapOverlay {
    MapOverlay([OverlayLine(line: 0, points: tilePoints([(4.5 + start, 4.5), (4.5 + end, 4.5)]))])
  }

  @Test func whatHasNotChangedIsNotDrawnAgain() {
    map.draw(overlay(from: -0.1, to: 0.1))
    map.drawOverlays()
    #expect(map.counts.tilesDrawn == 1 && map.counts.pointsDrawn == 2)
    #expect(map.counts.renderersMade == 1)
  }

  @Test func aChangeOutOfTheTileDrawsNothing() {
    map.drawOverlays()
    let far = overlay(from: 3, to: 4)
    map.draw(far)
    #expect(map.counts.tilesDrawn == 1 && map.counts.renderersMade == 0)
    map.removeOverlays([far])
    map.drawOverlays()
    #expect(map.counts.tilesDrawn == 1 && map.removedOnScreen.isEmpty)
  }

  @Test func aRestyledOverlayIsDrawnAgainAndARemovedOneIsGone() {
    let line = overlay(from: -0.1, to: 0.1)
    map.draw(line)
    map.restyle(line, .other)
    map.drawOverlays()
    #expect(map.counts.tilesDrawn == 2 && map.counts.restyles == 1)
    #expect(map.renderer(for: line)?.style == .other)
    map.removeOverlays([line])
    map.drawOverlays()
    #expect(map.counts.tilesDrawn == 3 && map.counts.pointsDrawn == 4)
    #expect(map.overlays.isEmpty && map.pointCount == 0)
    #expect(map.removedOnScreen == [0: 2])
  }

  @Test func anotherZoomLevelHasOtherTiles() {
    map.draw(overlay(from: -0.1, to: 0.1))
    let rect = map.visibleMapRect
    map.setVisibleMapRect(rect.padded(by: 0.1))
    map.drawOverlays()
    #expect(map.counts.tilesDrawn == 1, "the nearest whole level is the same")
    map.setVisibleMapRect(rect.padded(by: 0.5))
    map.drawOverlays()
    #expect(map.counts.tilesDrawn == 2)
  }

  @Test func aNewRendererHasNoStyleAndDrawsNothing() {
    delegate.style = nil
    map.draw(overlay(from: -0.1, to: 0.1))
    #expect(map.counts.tilesDrawn == 1 && map.counts.pointsDrawn == 0)
    let frame = map.device.makeFrameBuffer()
    #expect(map.composite(into: frame) == 0)
  }

  @Test func theLineIsOnTheScreen() {
    map.draw(overlay(from: -0.1, to: 0.1))
    let frame = map.device.makeFrameBuffer()
    let painted = map.composite(into: frame)
    // 51 points long and 5 wide with its round ends.
    #expect(abs(Double(painted) - (51.2 * 5 + 20)) < 100)
    #expect(frame[x: 50, y: 50] == LineStyle.route.color)
    #expect(frame[x: 50, y: 40] != LineStyle.route.color)
  }
}
