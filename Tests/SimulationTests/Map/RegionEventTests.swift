import Clustering
import Simulation
import Testing

/// What a map's delegate hears of what the app asks for, and when.
@Suite struct RegionEventTests {
  private typealias Event = RegionWorld.Event

  private let elsewhere = Region(
    center: Coordinate(latitude: 10, longitude: 20), latitudinalMeters: 5000,
    longitudinalMeters: 5000)

  @Test func aChangeHasABeginningAStepAndAnEnd() {
    let world = RegionWorld(showing: RegionWorld.beijingRegion)
    let old = world.map.region
    world.map.setRegion(elsewhere, animated: false)
    #expect(world.events == Event.change)
    #expect(world.regions == [old, world.map.region, world.map.region])
    #expect(world.map.region.center == elsewhere.center)
    #expect(world.map.programmaticChangeCount == 1)
    #expect(!world.map.isAnimating)
  }

  @Test func nothingIsToldWhereNothingChanges() {
    let world = RegionWorld(showing: RegionWorld.beijingRegion)
    let rect = world.map.visibleMapRect
    world.map.setRegion(world.map.region, animated: false)
    world.map.setRegion(world.map.region, animated: true)
    world.map.setCenter(world.map.centerCoordinate, animated: false)
    world.map.setVisibleMapRect(rect, animated: true)
    world.map.resize(to: world.map.viewport)
    world.simulation.run()
    #expect(world.events.isEmpty)
    #expect(world.map.programmaticChangeCount == 0)
    #expect(world.map.visibleMapRect == rect)
  }

  @Test(arguments: [(0.9e-5, false), (1.1e-5, true), (-0.9e-5, false), (-1.1e-5, true)])
  func aHundredThousandthOfAMapPointIsNoMovement(distance: Double, isMovement: Bool) {
    // Small numbers, so that no digits of the distance are lost.
    let rect = MapRect(x: 1_024, y: 2_097_152, width: 1_280, height: 1_920)
    let world = RegionWorld()
    world.map.setVisibleMapRect(rect, animated: false)
    world.forgetEvents()
    var moved = rect
    moved.origin.x += distance
    world.map.setVisibleMapRect(moved, animated: false)
    #expect(world.events.isEmpty == !isMovement)
  }

  @Test(arguments: [
    Region(
      center: Coordinate(latitude: 95, longitude: 0),
      span: CoordinateSpan(latitudeDelta: 1, longitudeDelta: 1)),
    Region(
      center: Coordinate(latitude: 0, longitude: .nan),
      span: CoordinateSpan(latitudeDelta: 1, longitudeDelta: 1)),
    Region(
      center: Coordinate(latitude: 0, longitude: 0),
      span: CoordinateSpan(latitudeDelta: -1, longitudeDelta: 1)),
    Region(
      center: Coordinate(latitude: 0, longitude: 0),
      span: CoordinateSpan(latitudeDelta: 1, longitudeDelta: .infinity)),
  ])
  func anInvalidRegionIsIgnored(region: Region) {
    let world = RegionWorld(showing: RegionWorld.beijingRegion)
    world.map.setRegion(elsewhere, animated: true)
    let shown = world.map.region
    world.forgetEvents()
    world.map.setRegion(region, animated: false)
    world.map.setRegion(region, animated: true)
    #expect(world.events.isEmpty)
    #expect(world.map.region == shown)
    #expect(world.map.isAnimating, "what is ignored does not interrupt")
  }

  @Test func invalidPlacesAndRectanglesAreIgnored() {
    let world = RegionWorld(showing: RegionWorld.beijingRegion)
    let shown = world.map.visibleMapRect
    world.map.setCenter(Coordinate(latitude: 0, longitude: 200), animated: false)
    world.map.setVisibleMapRect(MapRect(x: 0, y: 0, width: 0, height: 5), animated: false)
    world.map.setVisibleMapRect(MapRect(x: .nan, y: 0, width: 5, height: 5), animated: false)
    world.map.setVisibleMapRect(MapRect(x: 0, y: 0, width: 5, height: .infinity), animated: false)
    #expect(world.map.visibleMapRect == shown)
    #expect(world.events.isEmpty)
  }

  @Test func theCentreMovesAndTheScaleStays() {
    let world = RegionWorld(showing: RegionWorld.beijingRegion)
    let size = world.map.visibleMapRect.size
    let center = Coordinate(latitude: -33.25, longitude: 151)
    world.map.setCenter(center, animated: false)
    #expect(world.map.visibleMapRect.size == size)
    #expect(world.map.centerCoordinate == center)
    #expect(world.events == Event.change)
    #expect(world.map.zoom == world.map.viewport.zoom(showing: world.map.visibleMapRect))
  }

  @Test func aRectangleIsShownWithWhatTheViewsShapeNeeds() {
    let world = RegionWorld()
    let rect = MapRect(x: 1e8, y: 1.2e8, width: 320e3, height: 48e3)
    world.map.setVisibleMapRect(rect, animated: false)
    let fitted = MapRect(x: 1e8, y: 1.2e8 - 216e3, width: 320e3, height: 480e3)
    #expect(world.map.visibleMapRect == fitted)
  }

  // MARK: - A delegate that asks for something else

  @Test func aRequestInTheBeginningOfAChangeIsNewerAndWins() {
    let world = RegionWorld()
    var isFirst = true
    world.onWill = { [unowned world, elsewhere] in
      guard isFirst else { return }
      isFirst = false
      world.map.setRegion(elsewhere, animated: false)
    }
    world.map.setRegion(RegionWorld.beijingRegion, animated: false)
    #expect(world.map.centerCoordinate == elsewhere.center)
    #expect(
      world.events == [.will(animated: false)] + Event.change + [.did(animated: false)])
  }

  @Test func aRequestAtTheEndOfAChangeFollowsIt() {
    let world = RegionWorld()
    var isFirst = true
    world.onDid = { [unowned world, elsewhere] in
      guard isFirst else { return }
      isFirst = false
      world.map.setRegion(elsewhere, animated: false)
    }
    world.map.setRegion(RegionWorld.beijingRegion, animated: false)
    #expect(world.map.centerCoordinate == elsewhere.center)
    #expect(world.events == Event.change + Event.change)
  }

  @Test func aMapWithoutADelegateMovesAllTheSame() {
    let simulation = Simulation()
    let main = MainThread(simulation: simulation, hangThreshold: .max, watchdogLimit: .max)
    let map = RegionMapView(
      main: main, viewport: Viewport(width: 300, height: 500), visibleMapRect: .world,
      layoutPassConversions: 0, changeThreshold: 1e-5, animationDuration: 1_000)
    do {
      let delegate = RegionWorld()
      map.delegate = delegate
    }
    #expect(map.delegate == nil, "the map does not keep its delegate")
    map.setRegion(RegionWorld.beijingRegion, animated: true)
    simulation.run()
    #expect(map.centerCoordinate == RegionWorld.beijing)
  }
}

/// What becomes of an app that writes back what the map reports and sets what it has: whether that
/// comes to rest depends on its guard and on what comes back of a region.
@Suite struct RegionLoopTests {
  enum Guard: CaseIterable {
    case none
    /// As `mapView.region != region`.
    case exact
    case tolerance

    func allows(_ wanted: Region, over shown: Region) -> Bool {
      switch self {
      case .none: true
      case .exact: wanted != shown
      case .tolerance:
        abs(wanted.center.latitude - shown.center.latitude) > 1e-6
          || abs(wanted.center.longitude - shown.center.longitude) > 1e-6
          || abs(wanted.span.latitudeDelta / shown.span.latitudeDelta - 1) > 1e-2
      }
    }
  }

  /// An app whose state follows the map and whose map follows the state.
  private final class App {
    let world: RegionWorld
    private let check: Guard
    private var state: Region
    private var isMarked = false
    private(set) var updateCount = 0

    init(_ world: RegionWorld, _ check: Guard) {
      self.world = world
      self.check = check
      state = world.map.region
      world.onDid = { [unowned self] in write(world.map.region) }
    }

    func write(_ region: Region) {
      guard region != state else { return }
      state = region
      guard !isMarked, updateCount < 500 else { return }
      isMarked = true
      world.main.async { [unowned self] in
        isMarked = false
        updateCount += 1
        if check.allows(state, over: world.map.region) {
          world.map.setRegion(state, animated: false)
        }
      }
    }
  }

  private func updates(
    _ fitting: RegionFitting, _ check: Guard, byUser: Bool, layoutPassConversions: Int? = nil
  ) -> Int {
    let world = RegionWorld(
      showing: RegionWorld.beijingRegion, fitting: fitting,
      layoutPassConversions: layoutPassConversions)
    let app = App(world, check)
    world.main.async {
      if byUser {
        world.map.userDidBeginGesture()
        world.map.userDidMove(by: UserMovement(x: 30, y: 10))
        world.map.userDidEndGesture()
      } else {
        app.write(
          Region(
            center: Coordinate(latitude: 40, longitude: 116), latitudinalMeters: 3000,
            longitudinalMeters: 3000))
      }
    }
    world.simulation.run()
    return app.updateCount
  }

  @Test(arguments: Guard.allCases, [true, false])
  func anExactMapSettles(check: Guard, byUser: Bool) {
    // The app's own region comes back in the map's shape, which it sets once more, to no effect.
    #expect(updates(.exact, check, byUser: byUser) == (byUser ? 1 : 2))
  }

  @Test(arguments: [
    RegionFitting.residual(points: 0.024), .centerResidual(degrees: 1e-9), .expanding,
  ])
  func withoutAGuardOtherMapsNeverSettle(fitting: RegionFitting) {
    #expect(updates(fitting, .none, byUser: true) == 500)
    #expect(updates(fitting, .none, byUser: false) == 500)
  }

  @Test(arguments: [
    RegionFitting.residual(points: 0.024), .centerResidual(degrees: 1e-9), .expanding,
  ])
  func anExactGuardSettlesAfterTheUserAndNotAfterTheApp(fitting: RegionFitting) {
    #expect(updates(fitting, .exact, byUser: true) == 1)
    #expect(updates(fitting, .exact, byUser: false) == 500)
  }

  /// Of an expanding map, the one conversion leads where setting the region again would lead.
  @Test func anExpandingMapSettlesAfterASingleConversion() {
    #expect(updates(.expanding, .none, byUser: false, layoutPassConversions: 1) == 2)
    #expect(updates(.expanding, .exact, byUser: false, layoutPassConversions: 1) == 2)
  }

  /// The delegate writes what the map shows, and the next comparison is of a value with itself.
  @Test(arguments: [
    RegionFitting.residual(points: 0.024), .centerResidual(degrees: 1e-9), .expanding,
  ])
  func anExactGuardSettlesWithoutALayoutPass(fitting: RegionFitting) {
    #expect(updates(fitting, .exact, byUser: true, layoutPassConversions: 0) == 1)
    #expect(updates(fitting, .exact, byUser: false, layoutPassConversions: 0) == 2)
    #expect(updates(fitting, .none, byUser: false, layoutPassConversions: 0) == 500)
  }

  @Test(arguments: [
    RegionFitting.residual(points: 0.024), .centerResidual(degrees: 1e-9), .expanding,
  ])
  func aToleranceSettles(fitting: RegionFitting) {
    #expect(updates(fitting, .tolerance, byUser: true) == 1)
    #expect(updates(fitting, .tolerance, byUser: false) == 2)
  }
}
