import Clustering
import Simulation
import TestSupport
import Testing

/// The effects of the user's fingers on a map, and of a new size of its view.
@Suite struct RegionGestureTests {
  private typealias Event = RegionWorld.Event

  private let far = Region(10, 20, meters: 500_000)
  private let world = RegionWorld(showing: RegionWorld.beijingRegion)

  @Test func aGestureMovesTheMapByPointsOfTheScreen() {
    let start = world.map.visibleMapRect
    world.map.userDidBeginGesture()
    #expect(world.map.isUserInteracting)
    #expect(world.events.isEmpty, "nothing has moved yet")
    world.map.userDidMove(by: UserMovement(x: 32, y: -48))
    world.map.userDidMove(by: UserMovement(x: 0, y: 0, scale: 2))
    world.map.userDidEndGesture()
    #expect(!world.map.isUserInteracting)
    #expect(world.events == [.will(animated: false), .visible, .visible, .did(animated: true)])
    #expect(world.rects[0] == start)
    #expect(abs(world.rects[1].midX - (start.midX + start.width / 10)) < 1e-6)
    #expect(abs(world.rects[1].midY - (start.midY - start.height / 10)) < 1e-6)
    #expect(abs(world.rects[2].width / start.width - 2) < 1e-12)
    #expect(abs(world.rects[2].midX - world.rects[1].midX) < 1e-6)
    #expect(world.map.programmaticChangeCount == 0)
  }

  @Test func theScaleComesBeforeTheMovement() {
    let start = world.map.visibleMapRect
    world.map.gesture([UserMovement(x: 32, y: 0, scale: 0.5)])
    #expect(abs(world.map.visibleMapRect.midX - (start.midX + start.width / 20)) < 1e-6)
  }

  @Test func aMovementOfNothingHasNoEvents() {
    world.map.gesture([UserMovement(x: 0, y: 0)])
    #expect(world.events.isEmpty)
  }

  @Test func everyGestureHasItsEvents() {
    for _ in 0..<3 { world.map.gesture(Array(repeating: UserMovement(x: 1, y: 0), count: 4)) }
    #expect(world.events.count == 3 * 6)
    #expect(world.events.count { $0 == .did(animated: true) } == 3)
  }

  @Test func aGestureContinuesFromWhereTheAppHasMovedTheMap() {
    world.map.userDidBeginGesture()
    world.map.userDidMove(by: UserMovement(x: 5, y: 5))
    world.map.setRegion(far, animated: false)
    #expect(world.map.centerCoordinate == far.center)
    let moved = world.map.visibleMapRect
    world.map.userDidMove(by: UserMovement(x: 32, y: 0))
    world.map.userDidEndGesture()
    #expect(abs(world.map.visibleMapRect.midX - (moved.midX + moved.width / 10)) < 1e-6)
    #expect(world.map.visibleMapRect.size == moved.size)
    #expect(
      world.events == [.will(animated: false), .visible] + Event.change
        + [.visible, .did(animated: true)])
  }

  @Test func anAppThatMovesTheMapWhenAGestureBeginsIsFollowed() {
    world.onWill = { [far] world in
      world.onWill = nil
      world.map.setRegion(far, animated: false)
    }
    world.map.gesture([UserMovement(x: 1, y: 1)])
    let rect = world.map.visibleMapRect
    #expect(abs(rect.midX - (MapPoint(far.center).x + rect.width / 320)) < 1e-5)
  }

  @Test func fingersDoNotMoveAMapThatIsAnimated() {
    world.map.setRegion(far, animated: true)
    world.simulation.run(until: 100_000_000)
    let between = world.map.visibleMapRect
    world.forgetEvents()
    world.map.userDidBeginGesture()
    for _ in 0..<7 { world.map.userDidMove(by: UserMovement(x: 50, y: 50, scale: 1.1)) }
    #expect(world.map.visibleMapRect == between && world.events.isEmpty)
    world.simulation.run()
    #expect(world.map.centerCoordinate == far.center)
    world.forgetEvents()
    // The gesture continues when the animation has ended.
    world.map.userDidMove(by: UserMovement(x: 50, y: 50))
    world.map.userDidEndGesture()
    #expect(world.events == [.will(animated: false), .visible, .did(animated: true)])
  }

  /// Points of the screen, relative to what is shown: the way of a gesture is the sum of its steps.
  @Test func movementsAddUp() {
    var generator = SeededGenerator(seed: 2)
    let world = RegionWorld(showing: far)
    let start = world.map.visibleMapRect
    let movements = (0..<200).map { _ in
      UserMovement(
        x: .random(in: -20...20, using: &generator), y: .random(in: -20...20, using: &generator))
    }
    world.map.gesture(movements)
    let (x, y) = movements.reduce((0.0, 0.0)) { ($0.0 + $1.x, $0.1 + $1.y) }
    let scale = start.width / 320
    #expect(abs(world.map.visibleMapRect.midX - (start.midX + x * scale)) < 1e-4)
    #expect(abs(world.map.visibleMapRect.midY - (start.midY + y * scale)) < 1e-4)
  }

  @Test func gesturesThatDoNotBeginAndEndInTurnAreRefused() async {
    await #expect(processExitsWith: .failure) {
      RegionWorld().map.userDidMove(by: UserMovement(x: 1, y: 1))
    }
    await #expect(processExitsWith: .failure) { RegionWorld().map.userDidEndGesture() }
    await #expect(processExitsWith: .failure) {
      let map = RegionWorld().map
      map.userDidBeginGesture()
      map.userDidBeginGesture()
    }
  }

  // MARK: - Another size

  @Test func aTurnedDeviceKeepsTheCentreAndTheScale() {
    let world = RegionWorld(showing: far, askedFor: far)
    world.map.setCenter(far.center, animated: false)
    let old = world.map.visibleMapRect
    world.forgetEvents()
    world.map.resize(to: Viewport(width: 480, height: 320))
    #expect(world.events == Event.change)
    #expect(world.rects[0] == old)
    let rect = world.map.visibleMapRect
    #expect(abs(rect.midX - old.midX) < 1e-6 && abs(rect.midY - old.midY) < 1e-6)
    #expect(abs(rect.width - old.height) < 1e-6 && abs(rect.height - old.width) < 1e-6)
    #expect(world.map.viewport == Viewport(width: 480, height: 320))
    #expect(world.map.programmaticChangeCount == 0)
    // And back, as it was.
    world.map.resize(to: Viewport(width: 320, height: 480))
    #expect(world.map.visibleMapRect.distance(to: old) < 1e-6)
  }

  /// The region that an app set before the device was turned is not the one that it would get now.
  @Test func aRegionSetAgainAfterTheTurnIsFittedAgain() {
    let world = RegionWorld(askedFor: RegionWorld.beijingRegion)
    world.map.resize(to: Viewport(width: 480, height: 320))
    world.forgetEvents()
    world.map.setRegion(RegionWorld.beijingRegion, animated: false)
    #expect(world.events == Event.change && world.map.region.span.latitudeDelta < 0.0181)
  }

  @Test func aWholeWorldIsKeptOnTheTurnedScreen() {
    let world = RegionWorld()
    world.map.resize(to: Viewport(width: 480, height: 320))
    let rect = world.map.visibleMapRect
    #expect(rect.width <= MapSize.world.width && rect.minY >= 0)
    #expect(rect.maxY <= MapSize.world.height)
    #expect(abs(rect.aspect - 1.5) < 1e-12)
  }

  @Test func anAnimationContinuesInTheNewSize() {
    world.map.setRegion(far, animated: true)
    world.simulation.run(until: 100_000_000)
    let scale = world.map.regionThatFits(far).span.longitudeDelta / 320
    world.map.resize(to: Viewport(width: 480, height: 320))
    #expect(world.map.isAnimating)
    world.simulation.run()
    #expect(world.map.centerCoordinate == far.center)
    #expect(abs(world.map.region.span.longitudeDelta / 480 / scale - 1) < 1e-9)
    for rect in world.rects.suffix(10) { #expect(abs(rect.aspect - 1.5) < 1e-12) }
  }
}
