import MapGeometry
import MapSimulation
import TestSupport
import Testing

/// What a map never shows: beyond the world, too near, or what the app has ruled out.
@Suite struct RegionLimitTests {
  private static let fittings: [RegionFitting] = [
    .exact, .residual(points: 0.024), .centerResidual(degrees: 1e-9), .expanding,
  ]

  // MARK: - The world

  @Test(arguments: fittings)
  func nothingBeyondTheWorldIsShown(fitting: RegionFitting) {
    var generator = SeededGenerator(seed: 21)
    for _ in 0..<100 {
      let world = RegionWorld(viewport: .random(using: &generator), fitting: fitting)
      for _ in 0..<10 {
        if Bool.random(using: &generator) {
          world.map.setRegion(.random(latitudes: -90...90, using: &generator), animated: false)
        } else {
          world.map.userDidBeginGesture()
          world.map.userDidMove(
            by: UserMovement(
              x: .random(in: -5_000...5_000, using: &generator),
              y: .random(in: -5_000...5_000, using: &generator),
              scale: .random(in: 0.01...20, using: &generator)))
          world.map.userDidEndGesture()
        }
        world.simulation.run()
        let rect = world.map.visibleMapRect
        let size = MapSize.world
        #expect(rect.minY > -1e-6 && rect.maxY < size.height + 1e-6)
        #expect(rect.width < size.width + 1e-6)
        #expect(rect.midX >= 0 && rect.midX <= size.width)
        #expect(rect.width > world.map.viewport.width * (1 - 1e-12), "nearer than zoom 20")
        #expect(
          abs(rect.aspect / (world.map.viewport.width / world.map.viewport.height) - 1) < 1e-9)
        #expect(world.map.region.isValid)
      }
    }
  }

  @Test func theWidestViewShowsTheWorldsHeightOrWidth() {
    let all = Region(
      center: Coordinate(latitude: 30, longitude: 40),
      span: CoordinateSpan(latitudeDelta: 180, longitudeDelta: 360))
    let upright = RegionWorld(viewport: Viewport(width: 300, height: 600))
    upright.map.setRegion(all, animated: false)
    #expect(upright.map.visibleMapRect.size == MapSize(width: 0x1p27, height: 0x1p28))
    #expect(upright.map.visibleMapRect.midY == 0x1p27, "the only centre that is left")
    let flat = RegionWorld(viewport: Viewport(width: 600, height: 300))
    flat.map.setRegion(all, animated: false)
    #expect(flat.map.visibleMapRect.size == MapSize(width: 0x1p28, height: 0x1p27))
    #expect(flat.map.centerCoordinate.latitude == 30)
  }

  @Test func theClosestViewIsZoom20() {
    let world = RegionWorld()
    world.map.setRegion(
      Region(
        center: RegionWorld.beijing,
        span: CoordinateSpan(latitudeDelta: 1e-9, longitudeDelta: 1e-9)), animated: false)
    #expect(world.map.visibleMapRect.size == MapSize(width: 320, height: 480))
    #expect(world.map.zoom == 20)
    #expect(world.map.centerCoordinate == RegionWorld.beijing)
  }

  @Test(arguments: [90.0, 87, 85, -88])
  func latitudesBeyond85AreNotToldApart(latitude: Double) {
    let world = RegionWorld()
    let span = CoordinateSpan(latitudeDelta: 1e-3, longitudeDelta: 1e-3)
    world.map.setRegion(
      Region(center: Coordinate(latitude: latitude, longitude: 5), span: span), animated: false)
    let clamped = Coordinate(latitude: latitude > 0 ? 85 : -85, longitude: 5)
    #expect(abs(world.map.visibleMapRect.midY - MapPoint(clamped).y) < 1e-6)
    // Nor by fingers.
    world.map.userDidBeginGesture()
    world.map.userDidMove(by: UserMovement(x: 0, y: latitude > 0 ? -300 : 300))
    world.map.userDidEndGesture()
    #expect(abs(world.map.visibleMapRect.midY - MapPoint(clamped).y) < 1e-6)
  }

  /// A movement that the world's edge takes all of is none.
  @Test func nothingIsToldAtTheEdge() {
    let world = RegionWorld(
      showing: Region(
        center: Coordinate(latitude: 84, longitude: 5),
        span: CoordinateSpan(latitudeDelta: 20, longitudeDelta: 20)))
    #expect(abs(world.map.visibleMapRect.minY) < 1e-6)
    world.map.userDidBeginGesture()
    world.map.userDidMove(by: UserMovement(x: 0, y: -100))
    world.map.userDidEndGesture()
    #expect(world.events.isEmpty)
  }

  // MARK: - The antimeridian

  @Test func aMapOverTheAntimeridianHasItsMiddleOnTheWorld() {
    let world = RegionWorld()
    let east = Region(
      center: Coordinate(latitude: 10, longitude: 179.9),
      span: CoordinateSpan(latitudeDelta: 1, longitudeDelta: 1))
    world.map.setRegion(east, animated: false)
    #expect(world.map.visibleMapRect.spans180thMeridian)
    #expect(world.map.centerCoordinate == east.center)
    let width = world.map.visibleMapRect.width
    world.map.userDidBeginGesture()
    world.map.userDidMove(by: UserMovement(x: 160, y: 0))
    world.map.userDidEndGesture()
    let rect = world.map.visibleMapRect
    #expect(rect.spans180thMeridian && rect.minX < 0)
    #expect(abs(rect.width - width) < 1e-6)
    #expect(abs(world.map.centerCoordinate.longitude - (-179.9 - 0.2 + 0.5)) < 1e-3)
    // Once around the world, to where it was.
    world.map.userDidBeginGesture()
    let step = MapSize.world.width / (rect.width / 320) / 64
    for _ in 0..<64 { world.map.userDidMove(by: UserMovement(x: step, y: 0)) }
    world.map.userDidEndGesture()
    #expect(world.map.visibleMapRect.distance(to: rect) < 1e-4)
  }

  @Test func theTwoNamesOfTheAntimeridianAreOnePlace() {
    let world = RegionWorld()
    func region(_ longitude: Double) -> Region {
      Region(
        center: Coordinate(latitude: 10, longitude: longitude),
        span: CoordinateSpan(latitudeDelta: 1, longitudeDelta: 1))
    }
    world.map.setRegion(region(180), animated: false)
    #expect(world.map.centerCoordinate.longitude == 180)
    world.forgetEvents()
    world.map.setRegion(region(-180), animated: false)
    world.map.setRegion(region(179.999_999_999_999_9), animated: false)
    #expect(world.events.isEmpty)
  }

  // MARK: - The boundary

  private static let boundary = MapRect(x: 1e8, y: 1e8, width: 2e6, height: 1e6)

  @Test func theCentreIsKeptInTheBoundary() {
    var generator = SeededGenerator(seed: 22)
    let world = RegionWorld(showing: RegionWorld.beijingRegion)
    let size = world.map.visibleMapRect.size
    world.map.cameraBoundary = Self.boundary
    #expect(world.events == RegionWorld.Event.change, "it moves inside at once")
    #expect(world.map.visibleMapRect.size == size)
    for _ in 0..<200 {
      if Bool.random(using: &generator) {
        world.map.setRegion(.random(using: &generator), animated: .random(using: &generator))
      } else {
        world.map.userDidBeginGesture()
        world.map.userDidMove(
          by: UserMovement(
            x: .random(in: -500...500, using: &generator),
            y: .random(in: -500...500, using: &generator)))
        world.map.userDidEndGesture()
      }
      world.simulation.run()
      let rect = world.map.visibleMapRect
      // A large view is kept on the world before all else.
      guard rect.height < 1e8 else { continue }
      let isInside = Self.boundary.insetBy(dx: -1e-6, dy: -1e-6)
        .contains(MapPoint(x: rect.midX, y: rect.midY))
      #expect(isInside)
    }
    world.map.cameraBoundary = nil
    world.map.setRegion(RegionWorld.beijingRegion, animated: false)
    #expect(world.map.centerCoordinate == RegionWorld.beijing)
  }

  @Test func theNearestPlaceInTheBoundaryIsShown() {
    let world = RegionWorld(showing: RegionWorld.beijingRegion)
    world.map.cameraBoundary = Self.boundary
    let north = MapPoint(x: 1.01e8, y: 0.5e8)
    world.map.setCenter(north.coordinate, animated: false)
    #expect(abs(world.map.visibleMapRect.midX - north.x) < 1e-6)
    #expect(abs(world.map.visibleMapRect.midY - 1e8) < 1e-6)
    #expect(world.map.centerCoordinate != north.coordinate)
    // A request that the boundary turns into what is shown does nothing.
    world.forgetEvents()
    world.map.setCenter(MapPoint(x: north.x, y: 0.4e8).coordinate, animated: true)
    #expect(world.events.isEmpty)
  }

  @Test func aBoundaryMaySpanTheAntimeridian() {
    let world = RegionWorld(showing: RegionWorld.beijingRegion)
    world.map.cameraBoundary = MapRect(
      x: MapSize.world.width - 1e6, y: 1e8, width: 3e6, height: 1e6)
    let inside = MapPoint(x: 1e6, y: 1.005e8)
    world.map.setCenter(inside.coordinate, animated: false)
    #expect(abs(world.map.visibleMapRect.midX - 1e6) < 1e-6)
    world.map.setCenter(MapPoint(x: 5e6, y: 1.005e8).coordinate, animated: false)
    #expect(abs(world.map.visibleMapRect.midX - 2e6) < 1e-6)
    world.map.setCenter(
      MapPoint(x: MapSize.world.width - 5e6, y: 1.005e8).coordinate, animated: false)
    #expect(abs(world.map.visibleMapRect.midX - (MapSize.world.width - 1e6)) < 1e-6)
  }

  @Test func aBoundarySetAtTheBeginningOfAChangeHolds() {
    let world = RegionWorld(showing: RegionWorld.beijingRegion)
    var isFirst = true
    world.onWill = { [unowned world] in
      guard isFirst else { return }
      isFirst = false
      world.map.cameraBoundary = Self.boundary
    }
    world.map.setCenter(Coordinate(latitude: -40, longitude: -60), animated: false)
    let rect = world.map.visibleMapRect
    #expect(
      Self.boundary.insetBy(dx: -1e-6, dy: -1e-6).contains(MapPoint(x: rect.midX, y: rect.midY)))
  }

  @Test func aBoundarySetDuringAnAnimationBendsItsWay() {
    let world = RegionWorld(showing: RegionWorld.beijingRegion)
    world.map.setCenter(Coordinate(latitude: -40, longitude: -60), animated: true)
    world.simulation.run(until: 200_000_000)
    world.map.cameraBoundary = Self.boundary
    world.forgetEvents()
    world.simulation.run()
    #expect(!world.map.isAnimating)
    #expect(world.events.last == .did(animated: true))
    for rect in world.rects {
      let isInside = Self.boundary.insetBy(dx: -1e-6, dy: -1e-6)
        .contains(MapPoint(x: rect.midX, y: rect.midY))
      #expect(isInside)
    }
  }

  // MARK: - The zoom range

  /// A camera 1000 m above the ground that sees 30 degrees from top to bottom sees 535.9 m.
  @Test func theCamerasDistanceFollowsFromTheVisibleHeight() {
    let world = RegionWorld()
    world.map.setRegion(
      Region(center: RegionWorld.beijing, latitudinalMeters: 535.9, longitudinalMeters: 1),
      animated: false)
    #expect(abs(world.map.cameraDistance / 1_000 - 1) < 1e-3)
  }

  @Test func theDistanceIsKeptInTheRange() throws {
    var generator = SeededGenerator(seed: 23)
    let range = try #require(
      CameraZoomRange(
        minCenterCoordinateDistance: 5_000, maxCenterCoordinateDistance: 200_000))
    let world = RegionWorld(showing: RegionWorld.beijingRegion)
    world.map.cameraZoomRange = range
    #expect(world.map.cameraZoomRange == range)
    for _ in 0..<200 {
      if Bool.random(using: &generator) {
        world.map.setRegion(.random(using: &generator), animated: false)
      } else {
        world.map.userDidBeginGesture()
        world.map.userDidMove(
          by: UserMovement(
            x: .random(in: -500...500, using: &generator),
            y: .random(in: -500...500, using: &generator),
            scale: .random(in: 0.2...5, using: &generator)))
        world.map.userDidEndGesture()
      }
      let distance = world.map.cameraDistance
      #expect(distance > 5_000 * (1 - 1e-9) && distance < 200_000 * (1 + 1e-9))
      world.forgetEvents()
      world.map.setRegion(world.map.region, animated: false)
      #expect(world.events.isEmpty, "what the range left is a region of its own")
    }
  }

  /// Near the pole a large view is moved away from the world's edge, to where a metre is fewer map
  /// points.
  @Test func theDistanceIsThatOfTheCentreThatIsLeft() {
    let world = RegionWorld()
    world.map.cameraZoomRange = CameraZoomRange(maxCenterCoordinateDistance: 3_000_000)
    world.map.setRegion(
      Region(
        center: Coordinate(latitude: 84, longitude: 0),
        span: CoordinateSpan(latitudeDelta: 90, longitudeDelta: 90)), animated: false)
    #expect(world.map.centerCoordinate.latitude < 80)
    #expect(abs(world.map.cameraDistance / 3_000_000 - 1) < 1e-9)
    world.forgetEvents()
    world.map.setRegion(world.map.region, animated: false)
    #expect(world.events.isEmpty)
  }

  @Test func aRangeMovesTheMapAtOnce() {
    let world = RegionWorld(showing: RegionWorld.beijingRegion)
    let center = world.map.centerCoordinate
    world.map.cameraZoomRange = CameraZoomRange(minCenterCoordinateDistance: 1_000_000)
    #expect(world.events == RegionWorld.Event.change)
    #expect(abs(world.map.cameraDistance / 1_000_000 - 1) < 1e-9)
    #expect(abs(world.map.centerCoordinate.latitude - center.latitude) < 1e-9)
    world.map.cameraZoomRange = CameraZoomRange(maxCenterCoordinateDistance: 10_000)
    #expect(abs(world.map.cameraDistance / 10_000 - 1) < 1e-9)
  }

  /// A range that the world has no room for leaves the whole world, or zoom 20.
  @Test func theWorldsLimitsHaveTheLastWord() {
    let world = RegionWorld(showing: RegionWorld.beijingRegion)
    world.map.cameraZoomRange = CameraZoomRange(minCenterCoordinateDistance: 1e12)
    #expect(abs(world.map.visibleMapRect.height / 0x1p28 - 1) < 1e-12)
    world.map.cameraZoomRange = CameraZoomRange(maxCenterCoordinateDistance: 1e-3)
    #expect(world.map.visibleMapRect.width == 320)
  }

  @Test(arguments: [(-1.0, 5.0), (5, 4), (.nan, 5), (1, .nan)])
  func anEmptyRangeIsNone(least: Double, greatest: Double) {
    #expect(
      CameraZoomRange(
        minCenterCoordinateDistance: least, maxCenterCoordinateDistance: greatest) == nil)
  }
}
