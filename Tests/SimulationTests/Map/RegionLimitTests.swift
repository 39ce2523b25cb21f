import Clustering
import Simulation
import TestSupport
import Testing

/// Limits of what a map shows: the edges of the flat map, and zoom 20.
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
}
