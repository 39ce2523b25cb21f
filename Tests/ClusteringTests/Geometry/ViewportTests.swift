import Clustering
import TestSupport
import Testing

@Suite struct ViewportTests {
  private static let beijing = Coordinate(latitude: 39.9042, longitude: 116.4074)
  private static let small = Viewport(width: 320, height: 480)

  private var beijingRegion: Region {
    Region(center: Self.beijing, latitudinalMeters: 2000, longitudinalMeters: 2000)
  }

  // MapKit on the iOS 18.3.1 simulator: a map of 320 x 480 points that was asked for 2000 m around
  // Beijing shows a rectangle 17439.5398 map points wide.
  @Test func fitsARegionLikeMapKit() {
    let rect = Self.small.mapRectThatFits(beijingRegion)
    #expect(abs(rect.width / 17_439.5398 - 1) < 1e-4)
    #expect(abs(rect.height / rect.width - 1.5) < 1e-12)
  }

  @Test func regionReadBackIsHigherThanTheOneAskedFor() {
    let fitted = Self.small.regionThatFits(beijingRegion)
    let growth = fitted.span.latitudeDelta / beijingRegion.span.latitudeDelta
    #expect(abs(growth - 1.494) < 1e-3)
    #expect(abs(fitted.span.latitudeDelta - 0.026912) < 1e-5)
    #expect(abs(fitted.span.longitudeDelta - 0.023388) < 1e-5)
    #expect(fitted != beijingRegion)
  }

  @Test func centerSurvivesTheFit() {
    let center = Self.small.regionThatFits(beijingRegion).center
    #expect(abs(center.latitude - Self.beijing.latitude) < 1e-10)
    #expect(abs(center.longitude - Self.beijing.longitude) < 1e-10)
  }

  // On the flat world a span of latitude is not symmetric around its middle: MapKit's own round
  // trip leaves the top left corner at (0.0000, -0.0236) points of the screen.
  @Test func roundTripLeavesMapKitsResidual() {
    let rect = Self.small.mapRectThatFits(beijingRegion)
    let region = Region(rect)
    let corner = MapPoint(
      Coordinate(
        region.center.latitude + region.span.latitudeDelta / 2,
        region.center.longitude - region.span.longitudeDelta / 2))
    let pointsPerMapPoint = Self.small.width / rect.width
    #expect(abs((corner.x - rect.minX) * pointsPerMapPoint) < 5e-5)
    #expect(abs((corner.y - rect.minY) * pointsPerMapPoint - -0.0236) < 5e-4)
  }

  @Test(arguments: [
    Viewport(width: 393, height: 852), Viewport(width: 852, height: 393),
    Viewport(width: 500, height: 500),
  ])
  func fittedRectContainsTheRequestInTheViewsAspect(viewport: Viewport) {
    for latitude in stride(from: -70.0, through: 70, by: 10) {
      for span in [0.001, 0.1, 5, 20] {
        let region = Region(latitude, 30, spans: (span, 1))
        let requested = MapRect(region)
        let fitted = viewport.mapRectThatFits(region)
        #expect(requested.minX >= fitted.minX - 1e-6 && requested.maxX <= fitted.maxX + 1e-6)
        #expect(requested.minY >= fitted.minY - 1e-6 && requested.maxY <= fitted.maxY + 1e-6)
        #expect(abs(fitted.width / fitted.height * viewport.height / viewport.width - 1) < 1e-12)
        // It is the smallest: one side of the request is met.
        let center = MapPoint(region.center)
        let reach = max(center.y - requested.minY, requested.maxY - center.y)
        #expect(
          abs(fitted.width / requested.width - 1) < 1e-9
            || abs(fitted.height / 2 / reach - 1) < 1e-9)
      }
    }
  }

  @Test func zoomZeroShowsTheWorldInOneTile() {
    let tile = Viewport(width: 256, height: 256)
    #expect(tile.zoom(showing: .world) == 0)
    #expect(tile.mapRect(center: MapPoint(x: 0x1p27, y: 0x1p27), zoom: 0) == .world)
  }

  @Test(arguments: [0, 0.5, 3, 11.25, 20])
  func zoomAndRectAreInverse(zoom: Double) {
    let viewport = Viewport(width: 393, height: 852)
    let rect = viewport.mapRect(center: MapPoint(Self.beijing), zoom: zoom)
    #expect(abs(viewport.zoom(showing: rect) - zoom) < 1e-12)
    #expect(abs(rect.midX - MapPoint(Self.beijing).x) < 1e-6)
  }

  @Test func atZoom20AMapPointIsAScreenPoint() {
    let viewport = Viewport(width: 393, height: 852)
    let rect = viewport.mapRect(center: MapPoint(Self.beijing), zoom: 20)
    #expect(rect.size == MapSize(width: 393, height: 852))
  }
}
