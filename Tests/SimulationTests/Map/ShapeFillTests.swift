import Simulation
import Testing

/// The interiors of polygons and circles, and the tiles in which they are filled.
@Suite struct ShapeFillTests {
  private let delegate = OverlayDelegate(LineStyle.route.filled)

  /// A screen around a place in tiles: within one tile at 4.5, in four at 5.
  private func map(around place: Double) -> OverlayMapView {
    OverlayMapView(around: place, delegate)
  }

  private func polygon(_ places: [(Double, Double)]) -> MapOverlay {
    let points = tilePoints(places + places.prefix(1))
    return MapOverlay([OverlayLine(line: 0, points: points, shape: .polygon)])
  }

  /// Both in tiles.
  private func circle(around center: Double, radius: Double) -> MapOverlay {
    let points = tilePoints([(center - radius, center), (center + radius, center)])
    return MapOverlay([OverlayLine(line: 0, points: points, shape: .circle)])
  }

  private func filledArea(of overlay: MapOverlay, around place: Double) -> Int {
    let map = map(around: place)
    map.draw(overlay)
    return map.counts.filledArea
  }

  /// The area is the same in one tile and in four.
  @Test(arguments: [4.5, 5], [0.02, 0.1, 0.25])
  func aCircleHasItsArea(place: Double, radius: Double) {
    let area = filledArea(of: circle(around: place, radius: radius), around: place)
    let expected = Double.pi * (256 * radius) * (256 * radius)
    #expect(abs(Double(area) - expected) < 0.01 * expected + 4)
  }

  @Test func aCircleIsOneOverlayWithAPathOfItsOwn() {
    let map = map(around: 5)
    map.draw(circle(around: 5, radius: 0.25))
    #expect(map.counts.pointsAdded == 2 && map.counts.overlaysAdded == 1)
    #expect(map.counts.overlayTiles == 4)
    #expect(map.counts.pointsDrawn == 4 * 13)
  }

  @Test(arguments: [4.5, 5])
  func aRectangleHasItsArea(place: Double) {
    let overlay = polygon([
      (place - 0.25, place - 0.125), (place + 0.25, place - 0.125),
      (place + 0.25, place + 0.125), (place - 0.25, place + 0.125),
    ])
    #expect(filledArea(of: overlay, around: place) == 128 * 64)
  }

  /// The gap of a U is outside; the direction of the outline does not matter.
  @Test(arguments: [false, true])
  func aHollowPolygonIsFilledInsideOnly(isReversed: Bool) {
    let hollow = [
      (4.25, 4.25), (4.5, 4.25), (4.5, 4.5), (4.625, 4.5), (4.625, 4.25), (4.75, 4.25),
      (4.75, 4.75), (4.25, 4.75),
    ]
    let overlay = polygon(isReversed ? hollow.reversed() : hollow)
    #expect(filledArea(of: overlay, around: 4.5) == 128 * 128 - 32 * 64)
  }

  @Test func aTriangleHasHalfOfItsSquare() {
    let overlay = polygon([(4.25, 4.25), (4.75, 4.25), (4.25, 4.75)])
    #expect(filledArea(of: overlay, around: 4.5) == 128 * 128 / 2)
  }

  /// A shape that is larger than the screen fills its tiles, and no others.
  @Test(arguments: [(4.5, 1), (5.0, 4)])
  func nothingIsFilledBeyondTheTilesOnScreen(place: Double, tiles: Int) {
    let square = polygon([(-90, -90), (110, -90), (110, 110), (-90, 110)])
    #expect(filledArea(of: square, around: place) == tiles * 65_536)
    let round = circle(around: 5, radius: 100)
    #expect(filledArea(of: round, around: place) == tiles * 65_536)
  }

  @Test func aShapeOffScreenIsNotFilled() {
    let map = map(around: 4.5)
    map.draw(circle(around: 8, radius: 0.5))
    #expect(map.counts.renderersMade == 0 && map.counts.pointsDrawn == 0)
    #expect(map.counts.filledArea == 0)
  }

  /// The tile meets the rectangle around the circle, and not the circle.
  @Test func theCornerOfACirclesRectangleIsEmpty() {
    // From 5 to the center at 6.1 are 1.1 tiles in each direction, 1.55 on the diagonal.
    #expect(filledArea(of: circle(around: 6.1, radius: 1.2), around: 4.5) == 0)
  }

  @Test func aLineHasNoInterior() {
    let points = tilePoints([(4.3, 4.3), (4.7, 4.3), (4.5, 4.7), (4.3, 4.3)])
    let line = MapOverlay([OverlayLine(line: 0, points: points)])
    #expect(filledArea(of: line, around: 4.5) == 0)
  }

  @Test func aStyleWithoutAFillHasOutlinesOnly() {
    let map = map(around: 4.5)
    delegate.style = .route
    map.draw(circle(around: 4.5, radius: 0.1))
    #expect(map.counts.filledArea == 0 && map.counts.pointsDrawn == 13)
    let frame = map.device.makeFrameBuffer()
    let painted = Double(map.composite(into: frame))
    // A ring of 5 points around a circle of 25.6.
    #expect(abs(painted - 2 * Double.pi * 25.6 * 5) < 0.25 * painted)
  }

  @Test(arguments: [OverlayShape.circle, .polygon])
  func theInteriorIsOnTheScreen(shape: OverlayShape) {
    let map = map(around: 4.5)
    let empty = map.device.makeFrameBuffer()
    map.composite(into: empty)
    map.draw(
      shape == .circle
        ? circle(around: 4.5, radius: 0.1)
        : polygon([(4.4, 4.4), (4.6, 4.4), (4.6, 4.6), (4.4, 4.6)]))
    let frame = map.device.makeFrameBuffer()
    let painted = Double(map.composite(into: frame))
    // Radius or half of a side, with half of the stroke.
    let reach = 25.6 + 2.5
    let area = shape == .circle ? Double.pi * reach * reach : 4 * reach * reach
    #expect(abs(painted - area) < 0.06 * area)
    #expect(frame[x: 50, y: 50] == LineStyle.route.color.scaled(by: 51).over(empty[x: 50, y: 50]))
    #expect(frame[x: 24, y: 50] == LineStyle.route.color)
    #expect(frame[x: 5, y: 5] == empty[x: 5, y: 5])
  }
}
