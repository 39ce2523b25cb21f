import Clustering
import Simulation
import TestSupport
import Testing

/// The region that a map view shows for a requested one.
@Suite struct RegionFitTests {
  // MARK: - What MapKit is known to do

  /// MapKit on the iOS 18.3.1 simulator: a map of 320 x 480 points that was asked for 2000 m around
  /// Beijing shows a rectangle 17439.5398 map points wide, and reads back 0.0269 degrees of
  /// latitude.
  @Test func aRegionIsFittedAsMapKitDoes() {
    let world = RegionWorld(askedFor: RegionWorld.beijingRegion)
    let rect = world.map.visibleMapRect
    #expect(abs(rect.width / 17_439.5398 - 1) < 1e-4)
    #expect(abs(rect.height / rect.width - 1.5) < 1e-12)
    #expect(abs(world.map.region.span.latitudeDelta - 0.026912) < 1e-5)
    #expect(abs(world.map.region.span.longitudeDelta - 0.023388) < 1e-5)
    // The centre comes back in the same bits.
    #expect(world.map.region.center == RegionWorld.beijing)
    #expect(world.map.centerCoordinate == RegionWorld.beijing)
  }

  /// The simulator's read-back region, converted to points, has its top left corner at
  /// (0.0000, -0.0236): the span of latitude is not symmetric around the middle of the flat map.
  @Test func theCornerOfTheRegionLiesNextToTheScreensCorner() {
    let world = RegionWorld(askedFor: RegionWorld.beijingRegion)
    let region = world.map.region
    let corner = MapPoint(
      Coordinate(
        region.center.latitude + region.span.latitudeDelta / 2,
        region.center.longitude - region.span.longitudeDelta / 2))
    let rect = world.map.visibleMapRect
    let pointsPerMapPoint = 320 / rect.width
    #expect(abs((corner.x - rect.minX) * pointsPerMapPoint) < 5e-5)
    #expect(abs((corner.y - rect.minY) * pointsPerMapPoint - -0.0236) < 5e-4)
  }

  // MARK: - The geometry of a region that was read back

  @Test func aRectangleIsFoundAgainFromItsRegion() {
    var generator = SeededGenerator(seed: 11)
    for _ in 0..<2_000 {
      let viewport = Viewport.random(using: &generator)
      let latitude = Double.random(in: -84.9...84.9, using: &generator)
      let center = MapPoint(Coordinate(latitude, 17))
      let rect = viewport.mapRect(center: center, zoom: .random(in: 1...20, using: &generator))
      // Beyond the world's edge a degree is too many map points.
      guard rect.minY >= 0, rect.maxY <= MapSize.world.height else { continue }
      let again = viewport.mapRect(readBackAs: Region(rect))
      #expect(again.distance(to: rect) < 1e-6, "\(viewport) \(rect)")
    }
  }

  @Test func aRectangleOfTheViewsShapeStaysAndOthersGrowOnOneSide() {
    let viewport = Viewport(width: 300, height: 600)
    let rect = MapRect(x: 1e8, y: 1e8, width: 1e6, height: 2e6)
    #expect(viewport.mapRectThatFits(rect) == rect)
    let wide = MapRect(x: 1e8, y: 1e8, width: 4e6, height: 2e6)
    #expect(
      viewport.mapRectThatFits(wide) == MapRect(x: 1e8, y: 1e8 - 3e6, width: 4e6, height: 8e6))
    let high = MapRect(x: 1e8, y: 1e8, width: 1e6, height: 8e6)
    #expect(
      viewport.mapRectThatFits(high) == MapRect(x: 1e8 - 1.5e6, y: 1e8, width: 4e6, height: 8e6))
  }

  // MARK: - Exact

  @Test func aRegionReadBackShowsTheSameAndNothingHappens() {
    var generator = SeededGenerator(seed: 5)
    for _ in 0..<500 {
      let world = RegionWorld(viewport: .random(using: &generator))
      world.map.setRegion(.random(latitudes: -90...90, using: &generator), animated: false)
      let rect = world.map.visibleMapRect
      let readBack = world.map.region
      world.forgetEvents()
      for _ in 0..<3 { world.map.setRegion(world.map.region, animated: false) }
      // What an app has computed from the rectangle itself shows it, too.
      world.map.setRegion(Region(rect), animated: true)
      world.simulation.run()
      #expect(world.events.isEmpty, "\(readBack)")
      #expect(world.map.visibleMapRect == rect)
      #expect(world.map.region == readBack)
    }
  }

  @Test func whatIsShownCoversTheSpansAndNoMore() {
    var generator = SeededGenerator(seed: 6)
    for _ in 0..<500 {
      let viewport = Viewport.random(using: &generator)
      let world = RegionWorld(viewport: viewport)
      let region = Region.random(latitudes: -60...60, using: &generator)
      world.map.setRegion(region, animated: false)
      let shown = world.map.region
      let rect = world.map.visibleMapRect
      #expect(abs(rect.aspect / (viewport.width / viewport.height) - 1) < 1e-12)
      #expect(shown.center == region.center)
      let latitude = shown.span.latitudeDelta / region.span.latitudeDelta
      let longitude = shown.span.longitudeDelta / region.span.longitudeDelta
      #expect(latitude > 1 - 1e-9 && longitude > 1 - 1e-9)
      #expect(min(latitude, longitude) < 1 + 1e-9, "\(viewport) \(region)")
    }
  }

  @Test func whatWouldFitIsWhatIsShown() {
    var generator = SeededGenerator(seed: 8)
    for fitting in RegionFitting.all {
      for _ in 0..<50 {
        let world = RegionWorld(viewport: .random(using: &generator), fitting: fitting)
        let region = Region.random(using: &generator)
        let fitted = world.map.regionThatFits(region)
        #expect(world.events.isEmpty)
        world.map.setRegion(region, animated: false)
        #expect(world.map.region == fitted)
      }
    }
    let invalid = Region(95, 0, degrees: 1)
    #expect(RegionWorld().map.regionThatFits(invalid) == invalid)
  }

  // MARK: - Expanding

  @Test func anExpandingMapContainsTheDegreesAndGrows() {
    var generator = SeededGenerator(seed: 9)
    for _ in 0..<200 {
      let world = RegionWorld(viewport: .random(using: &generator), fitting: .expanding)
      let region = Region.random(latitudes: -50...50, using: &generator)
      guard region.span.latitudeDelta < 20, region.span.longitudeDelta < 20 else { continue }
      world.map.setRegion(region, animated: false)
      let first = world.map.visibleMapRect
      let asked = MapRect(region)
      #expect(asked.minX > first.minX - 1e-5 && asked.maxX < first.maxX + 1e-5)
      #expect(asked.minY > first.minY - 1e-5 && asked.maxY < first.maxY + 1e-5)
      #expect(world.map.region.center == region.center)
    }
  }

  @Test(arguments: [12.0, 39.9042, -60])
  func anExpandingMapGrowsUpToTheWorldsEdge(latitude: Double) {
    let world = RegionWorld(askedFor: Region(latitude, 10, degrees: 2), fitting: .expanding)
    var width = world.map.visibleMapRect.width
    let first = width
    for step in 0..<20_000 {
      world.map.setRegion(world.map.region, animated: false)
      let next = world.map.visibleMapRect.width
      if next == width { break }
      #expect(next > width, "at \(step)")
      width = next
    }
    #expect(width > 20 * first)
    // Up to the latitude that counts as the pole, or beyond.
    let rect = world.map.visibleMapRect
    let edge = MapPoint(Coordinate(85, 0)).y
    #expect(min(rect.minY, MapSize.world.height - rect.maxY) < edge + 1e-3)
    #expect(min(rect.minY, MapSize.world.height - rect.maxY) >= 0)
    world.forgetEvents()
    world.map.setRegion(world.map.region, animated: false)
    #expect(world.events.isEmpty)
  }

  @Test func growthPerStepIsThatOfTheGeometry() {
    let world = RegionWorld(askedFor: RegionWorld.beijingRegion, fitting: .expanding)
    let first = world.map.visibleMapRect.width
    world.map.setRegion(world.map.region, animated: false)
    // The corner lies 0.0236 points outside; so the half of 480 points grows by that.
    #expect(abs(world.map.visibleMapRect.width / first - (1 + 0.0236 / 240)) < 1e-6)
  }

  // MARK: - Residuals

  @Test func aResidualFlipsBetweenTwoNeighboursAndKeepsTheCentre() {
    var generator = SeededGenerator(seed: 10)
    for _ in 0..<200 {
      let viewport = Viewport.random(using: &generator)
      let points = Double.random(in: 0.001...0.5, using: &generator)
      let world = RegionWorld(viewport: viewport, fitting: .residual(points: points))
      let region = Region.random(latitudes: -40...40, using: &generator)
      guard region.span.latitudeDelta < 30, region.span.longitudeDelta < 30 else { continue }
      world.map.setRegion(region, animated: false)
      let first = world.map.visibleMapRect
      let firstRegion = world.map.region
      world.map.setRegion(firstRegion, animated: false)
      let second = world.map.visibleMapRect
      let difference = abs(second.height - first.height) / second.height * viewport.height / 2
      #expect(abs(difference / points - 1) < 0.01, "\(difference) instead of \(points)")
      world.map.setRegion(world.map.region, animated: false)
      #expect(world.map.visibleMapRect.distance(to: first) < 1e-5)
      #expect(world.map.region.center == region.center)
      #expect(firstRegion.center == region.center)
    }
  }

  @Test func aResidualOfTheCentreFlipsTheLatitudeAndKeepsTheSpan() {
    var generator = SeededGenerator(seed: 12)
    for _ in 0..<200 {
      let world = RegionWorld(
        viewport: .random(using: &generator), fitting: .centerResidual(degrees: 1e-9))
      let region = Region.random(latitudes: -40...40, using: &generator)
      guard region.span.latitudeDelta < 30, region.span.longitudeDelta < 30 else { continue }
      world.map.setRegion(region, animated: false)
      let first = world.map.region
      #expect(abs(abs(first.center.latitude - region.center.latitude) - 1e-9) < 1e-13)
      #expect(first.center.longitude == region.center.longitude)
      world.map.setRegion(first, animated: false)
      let second = world.map.region
      #expect(abs(second.center.latitude - region.center.latitude) < 1e-13)
      #expect(abs(second.span.longitudeDelta / first.span.longitudeDelta - 1) < 1e-9)
    }
  }

  /// The region that is reported at the end of a change and the one after the layout pass differ,
  /// and no delegate is called for it.
  @Test(arguments: RegionFitting.inexact)
  func theLayoutPassConvertsOnceMore(fitting: RegionFitting) throws {
    let world = RegionWorld(askedFor: RegionWorld.beijingRegion, fitting: fitting)
    let reported = try #require(world.regions.last)
    #expect(world.map.region == reported)
    world.simulation.run()
    #expect(world.events == RegionWorld.Event.change && world.map.region != reported)
    #expect(world.map.visibleMapRect.distance(to: world.rects[2]) < 10, "map points")
    let laidOut = world.map.region
    world.simulation.run()
    #expect(world.map.region == laidOut, "one pass for a change")
  }

  @Test func anExactMapHasNoLayoutPass() {
    let world = RegionWorld(askedFor: RegionWorld.beijingRegion)
    #expect(world.simulation.waitingCount == 0)
  }

  /// None leaves what was reported; two of a pair lead to a third rectangle, and each of an
  /// expanding map makes it larger.
  @Test(arguments: RegionFitting.inexact)
  func theLayoutPassConvertsAsOftenAsItIsSet(fitting: RegionFitting) throws {
    let rects = try (0...2).map { conversions in
      let world = RegionWorld(fitting: fitting, layoutPassConversions: conversions)
      var passes = 0
      world.map.layoutPassDidConvert = { passes += 1 }
      world.map.setRegion(RegionWorld.beijingRegion, animated: false)
      let reported = try #require(world.rects.last)
      world.simulation.run()
      #expect((world.map.visibleMapRect == reported) == (conversions == 0))
      #expect(passes == min(conversions, 1))
      return world.map.visibleMapRect
    }
    #expect(Set(rects).count == 3)
    if fitting == .expanding {
      #expect(rects[0].width < rects[1].width && rects[1].width < rects[2].width)
    }
  }

  /// A smaller move is no change, for code as for fingers.
  @Test(arguments: [(1e-5, true), (1e-2, true), (10.0, false)])
  func theThresholdOfAChange(threshold: Double, isChange: Bool) {
    let world = RegionWorld(showing: RegionWorld.beijingRegion, changeThreshold: threshold)
    let rect = world.map.visibleMapRect
    world.map.setVisibleMapRect(
      MapRect(x: rect.minX + 1, y: rect.minY, width: rect.width, height: rect.height),
      animated: false)
    #expect(world.map.programmaticChangeCount == (isChange ? 1 : 0))
    #expect(world.events.isEmpty == !isChange)
  }

  @Test(arguments: RegionFitting.inexact)
  func theLayoutPassComesBeforeWhatTheDelegateSchedules(fitting: RegionFitting) {
    let world = RegionWorld(fitting: fitting)
    var found: Region?
    world.onWill = { world in world.main.async { found = world.map.region } }
    world.map.setRegion(RegionWorld.beijingRegion, animated: false)
    let reported = world.map.region
    world.simulation.run()
    #expect(found == world.map.region)
    #expect(found != reported)
  }

  /// Neither the centre nor a rectangle is a region.
  @Test(arguments: RegionFitting.inexact)
  func onlyRegionsAreConverted(fitting: RegionFitting) {
    let world = RegionWorld(showing: RegionWorld.beijingRegion, fitting: fitting)
    let size = world.map.visibleMapRect.size
    let center = Coordinate(12, 34)
    world.map.setCenter(center, animated: false)
    world.simulation.run()
    #expect(world.map.visibleMapRect.size == size && world.map.region.center == center)
    let rect = MapRect(x: 1e8, y: 1e8, width: 2e6, height: 3e6)
    world.map.setVisibleMapRect(rect, animated: false)
    world.simulation.run()
    #expect(world.map.visibleMapRect == rect)
  }
}
