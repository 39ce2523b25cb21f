import Clustering
import TestSupport
import Testing

@Suite struct RegionTests {
  @Test func theWorldAndAPointsSurroundingsAreValid() {
    #expect(Region(0, 0, spans: (180, 360)).isValid)
    #expect(Region(-90, 180, spans: (1e-9, 1e-9)).isValid)
  }

  @Test func impossibleRegionsAreInvalidButKept() {
    let impossible = [
      Region(95, 0, spans: (1, 1)), Region(0, 181, spans: (1, 1)), Region(0, 0, spans: (0, 1)),
      Region(0, 0, spans: (1, 0)),
      Region(0, 0, spans: (-1, 1)), Region(0, 0, spans: (181, 1)), Region(0, 0, spans: (1, 361)),
      Region(.nan, 0, spans: (1, 1)),
      Region(0, 0, spans: (.nan, 1)), Region(0, 0, spans: (1, .infinity)),
    ]
    for region in impossible { #expect(!region.isValid) }
    #expect(Region(95, 0, spans: (1, 1)).center.latitude == 95)
  }

  @Test func metersBecomeMoreDegreesOfLongitudeTowardsThePole() {
    let equator = Region(0, 0, meters: 1000)
    // One degree of the equator is 111,319.49 m, one of the meridian there 110,574.28 m (WGS 84).
    #expect(abs(equator.span.longitudeDelta - 1000 / 111_319.49) < 1e-9)
    #expect(abs(equator.span.latitudeDelta - 1000 / 110_574.28) < 1e-9)
    let north = Region(60, 0, meters: 1000)
    #expect(abs(north.span.longitudeDelta / equator.span.longitudeDelta - 2) < 0.01)
  }

  @Test func rectanglesSurviveTheRoundTripOverARegionsCorners() {
    let rect = MapRect(x: 1e8, y: 9e7, width: 1e6, height: 2e6)
    let region = Region(rect)
    #expect(region.isValid)
    // The middle, on the flat world, is kept; the spans cover the same degrees.
    let center = MapPoint(region.center)
    #expect(abs(center.x - rect.midX) < 1e-6)
    #expect(abs(center.y - rect.midY) < 1e-6)
    let north = MapPoint(x: rect.midX, y: rect.minY).coordinate.latitude
    let south = MapPoint(x: rect.midX, y: rect.maxY).coordinate.latitude
    #expect(abs(region.span.latitudeDelta - (north - south)) < 1e-12)
    #expect(abs(region.span.longitudeDelta - 1e6 / 268_435_456 * 360) < 1e-12)
  }

  @Test func regionOfARectOverTheWorldsEdgeHasAWrappedCenter() {
    let world = MapSize.world.width
    let east = Region(MapRect(x: world - 1000, y: 1e8, width: 4000, height: 4000))
    #expect(east.isValid && east.center.longitude < -179.99)
    let west = Region(MapRect(x: -3000, y: 1e8, width: 4000, height: 4000))
    #expect(west.isValid && west.center.longitude > 179.99)
  }
}
