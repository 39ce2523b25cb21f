import Clustering
import Simulation
import TestSupport
import Testing

/// The interiors of polygons and circles, and the tiles in which they are filled.
@Suite struct ShapeFillTests {
  private final class Delegate: OverlayMapDelegate {
    var style = LineStyle.route.filled

    func mapView(_ mapView: OverlayMapView, rendererFor overlay: MapOverlay) -> OverlayRenderer {
      OverlayRenderer(overlay, style: style)
    }
  }

  /// The map points of a tile of 256 points at zoom 10.
  private static let tile = 262_144.0

  /// A screen of 100 points around a place in tiles: within one tile at 4.5, in four at 5.
  private func map(around place: Double) throws -> (OverlayMapView, Delegate) {
    let viewport = Viewport(width: 100, height: 100)
    let device = Device(
      viewport: viewport, scale: 1, refresh: 60, profile: PlatformProfile.sample())
    let center = MapPoint(x: place * Self.tile, y: place * Self.tile)
    let map = OverlayMapView(
      device: device, visibleMapRect: viewport.mapRect(center: center, zoom: 10))
    let delegate = Delegate()
    map.delegate = delegate
    return (map, delegate)
  }

  private func points(_ places: [(Double, Double)]) -> [MapPoint] {
    places.map { MapPoint(x: $0.0 * Self.tile, y: $0.1 * Self.tile) }
  }

  private func polygon(_ places: [(Double, Double)]) -> MapOverlay {
    MapOverlay([
      OverlayLine(line: 0, points: points(places + places.prefix(1)), shape: .polygon)
    ])
  }

  /// Both in tiles.
  private func circle(around center: Double, radius: Double) -> MapOverlay {
    MapOverlay([
      OverlayLine(
        line: 0, points: points([(center - radius, center), (center + radius, center)]),
        shape: .circle)
    ])
  }

  private func filledArea(of overlay: MapOverlay, around place: Double) throws -> Int {
    let (map, delegate) = try map(around: place)
    map.addOverlay(overlay)
    map.drawOverlays()
    return withExtendedLifetime(delegate) { map.counts.filledArea }
  }

  /// The area is the same in one tile and in four.
  @Test(arguments: [4.5, 5], [0.02, 0.1, 0.25])
  func aCircleHasItsArea(place: Double, radius: Double) throws {
    let area = try filledArea(of: circle(around: place, radius: radius), around: place)
    let expected = Double.pi * (256 * radius) * (256 * radius)
    #expect(abs(Double(area) - expected) < 0.01 * expected + 4)
  }

  @Test func aCircleIsOneOverlayWithAPathOfItsOwn() throws {
    let (map, delegate) = try map(around: 5)
    map.addOverlay(circle(around: 5, radius: 0.25))
    map.drawOverlays()
    #expect(map.counts.pointsAdded == 2 && map.counts.overlaysAdded == 1)
    #expect(map.counts.overlayTiles == 4)
    #expect(map.counts.pointsDrawn == 4 * 13)
    withExtendedLifetime(delegate) {}
  }

  @Test(arguments: [4.5, 5])
  func aRectangleHasItsArea(place: Double) throws {
    let overlay = polygon([
      (place - 0.25, place - 0.125), (place + 0.25, place - 0.125),
      (place + 0.25, place + 0.125), (place - 0.25, place + 0.125),
    ])
    #expect(try filledArea(of: overlay, around: place) == 128 * 64)
  }

  /// The gap of a U is outside; the direction of the outline does not matter.
  @Test(arguments: [false, true])
  func aHollowPolygonIsFilledInsideOnly(isReversed: Bool) throws {
    let hollow = [
      (4.25, 4.25), (4.5, 4.25), (4.5, 4.5), (4.625, 4.5), (4.625, 4.25), (4.75, 4.25),
      (4.75, 4.75), (4.25, 4.75),
    ]
    let overlay = polygon(isReversed ? hollow.reversed() : hollow)
    #expect(try filledArea(of: overlay, around: 4.5) == 128 * 128 - 32 * 64)
  }

  @Test func aTriangleHasHalfOfItsSquare() throws {
    let overlay = polygon([(4.25, 4.25), (4.75, 4.25), (4.25, 4.75)])
    #expect(try filledArea(of: overlay, around: 4.5) == 128 * 128 / 2)
  }

  /// A shape that is larger than the screen fills its tiles, and no others.
  @Test(arguments: [(4.5, 1), (5.0, 4)])
  func nothingIsFilledBeyondTheTilesOnScreen(place: Double, tiles: Int) throws {
    let square = polygon([(-90, -90), (110, -90), (110, 110), (-90, 110)])
    #expect(try filledArea(of: square, around: place) == tiles * 65_536)
    let round = circle(around: 5, radius: 100)
    #expect(try filledArea(of: round, around: place) == tiles * 65_536)
  }

  @Test func aShapeOffScreenIsNotFilled() throws {
    #expect(try filledArea(of: circle(around: 8, radius: 0.5), around: 4.5) == 0)
    let (map, delegate) = try map(around: 4.5)
    map.addOverlay(circle(around: 8, radius: 0.5))
    map.drawOverlays()
    #expect(map.counts.renderersMade == 0 && map.counts.pointsDrawn == 0)
    withExtendedLifetime(delegate) {}
  }

  /// The tile meets the rectangle around the circle, and not the circle.
  @Test func theCornerOfACirclesRectangleIsEmpty() throws {
    // From 5 to the center at 6.1 are 1.1 tiles in each direction, 1.55 on the diagonal.
    #expect(try filledArea(of: circle(around: 6.1, radius: 1.2), around: 4.5) == 0)
  }

  @Test func aLineHasNoInterior() throws {
    let line = MapOverlay([
      OverlayLine(line: 0, points: points([(4.3, 4.3), (4.7, 4.3), (4.5, 4.7), (4.3, 4.3)]))
    ])
    #expect(try filledArea(of: line, around: 4.5) == 0)
  }

  @Test func aStyleWithoutAFillHasOutlinesOnly() throws {
    let (map, delegate) = try map(around: 4.5)
    delegate.style = .route
    map.addOverlay(circle(around: 4.5, radius: 0.1))
    map.drawOverlays()
    #expect(map.counts.filledArea == 0 && map.counts.pointsDrawn == 13)
    let frame = map.makeFrameBuffer()
    let painted = Double(map.composite(into: frame))
    // A ring of 5 points around a circle of 25.6.
    #expect(abs(painted - 2 * Double.pi * 25.6 * 5) < 0.25 * painted)
    withExtendedLifetime(delegate) {}
  }

  @Test(arguments: [OverlayShape.circle, .polygon])
  func theInteriorIsOnTheScreen(shape: OverlayShape) throws {
    let (map, delegate) = try map(around: 4.5)
    let empty = map.makeFrameBuffer()
    map.composite(into: empty)
    map.addOverlay(
      shape == .circle
        ? circle(around: 4.5, radius: 0.1)
        : polygon([(4.4, 4.4), (4.6, 4.4), (4.6, 4.6), (4.4, 4.6)]))
    map.drawOverlays()
    let frame = map.makeFrameBuffer()
    let painted = Double(map.composite(into: frame))
    // Radius or half of a side, with half of the stroke.
    let reach = 25.6 + 2.5
    let area = shape == .circle ? Double.pi * reach * reach : 4 * reach * reach
    #expect(abs(painted - area) < 0.06 * area)
    #expect(frame[x: 50, y: 50] == LineStyle.route.color.scaled(by: 51).over(empty[x: 50, y: 50]))
    #expect(frame[x: 24, y: 50] == LineStyle.route.color)
    #expect(frame[x: 5, y: 5] == empty[x: 5, y: 5])
    withExtendedLifetime(delegate) {}
  }
}
