import Clustering
import Simulation
import TestSupport
import Testing

/// Limits of what a map shows: the edges of the flat map, and zoom 20.
@Suite struct RegionLimitTests {
  // MARK: - The world

  @Test(arguments: RegionFitting.all)
  func nothingBeyondTheWorldIsShown(fitting: RegionFitting) {
    var generator = SeededGenerator(seed: 21)
    for _ in 0..<100 {
      let world = RegionWorld(viewport: .random(using: &generator), fitting: fitting)
      for _ in 0..<10 {
        if Bool.random(using: &generator) {
          world.map.setRegion(.random(latitudes: -90...90, using: &generator), animated: false)
        } else {
          world.map.gesture([
            UserMovement(
              x: .random(in: -5_000...5_000, using: &generator),
              y: .random(in: -5_000...5_000, using: &generator),
              scale: .random(in: 0.01...20, using: &generator))
          ])
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
    let all = Region(30, 40, spans: (180, 360))
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
    let world = RegionWorld(askedFor: Region(around: RegionWorld.beijing, degrees: 1e-9))
    #expect(world.map.visibleMapRect.size == MapSize(width: 320, height: 480))
    #expect(world.map.zoom == 20)
    #expect(world.map.centerCoordinate == RegionWorld.beijing)
  }

  @Test(arguments: [90.0, 87, 85, -88])
  func latitudesBeyond85AreTheSame(latitude: Double) {
    let world = RegionWorld(askedFor: Region(latitude, 5, degrees: 1e-3))
    let clamped = Coordinate(latitude > 0 ? 85 : -85, 5)
    #expect(abs(world.map.visibleMapRect.midY - MapPoint(clamped).y) < 1e-6)
    // Nor by fingers.
    world.map.gesture([UserMovement(x: 0, y: latitude > 0 ? -300 : 300)])
    #expect(abs(world.map.visibleMapRect.midY - MapPoint(clamped).y) < 1e-6)
  }

  /// A movement that the world's edge takes all of is none.
  @Test func noEventsAtTheEdge() {
    let world = RegionWorld(showing: Region(84, 5, degrees: 20))
    #expect(abs(world.map.visibleMapRect.minY) < 1e-6)
    world.map.gesture([UserMovement(x: 0, y: -100)])
    #expect(world.events.isEmpty)
  }

  // MARK: - The antimeridian

  @Test func aMapOverTheAntimeridianHasItsMiddleOnTheWorld() {
    let world = RegionWorld()
    let east = Region(10, 179.9, degrees: 1)
    world.map.setRegion(east, animated: false)
    #expect(world.map.visibleMapRect.spans180thMeridian)
    #expect(world.map.centerCoordinate == east.center)
    let width = world.map.visibleMapRect.width
    world.map.gesture([UserMovement(x: 160, y: 0)])
    let rect = world.map.visibleMapRect
    #expect(rect.spans180thMeridian && rect.minX < 0)
    #expect(abs(rect.width - width) < 1e-6)
    #expect(abs(world.map.centerCoordinate.longitude - (-179.9 - 0.2 + 0.5)) < 1e-3)
    // Once around the world, to where it was.
    let step = MapSize.world.width / (rect.width / 320) / 64
    world.map.gesture(Array(repeating: UserMovement(x: step, y: 0), count: 64))
    #expect(world.map.visibleMapRect.distance(to: rect) < 1e-4)
  }

  @Test func theTwoNamesOfTheAntimeridianAreOnePlace() {
    let world = RegionWorld()
    func region(_ longitude: Double) -> Region { Region(10, longitude, degrees: 1) }
    world.map.setRegion(region(180), animated: false)
    #expect(world.map.centerCoordinate.longitude == 180)
    world.forgetEvents()
    world.map.setRegion(region(-180), animated: false)
    world.map.setRegion(region(179.999_999_999_999_9), animated: false)
    #expect(world.events.isEmpty)
  }
}
