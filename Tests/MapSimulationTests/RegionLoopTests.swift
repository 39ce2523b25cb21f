import MapGeometry
import MapSimulation
import Testing

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

  private func updates(_ fitting: RegionFitting, _ check: Guard, byUser: Bool) -> Int {
    let world = RegionWorld(showing: RegionWorld.beijingRegion, fitting: fitting)
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

  @Test(arguments: [
    RegionFitting.residual(points: 0.024), .centerResidual(degrees: 1e-9), .expanding,
  ])
  func aToleranceSettles(fitting: RegionFitting) {
    #expect(updates(fitting, .tolerance, byUser: true) == 1)
    #expect(updates(fitting, .tolerance, byUser: false) == 2)
  }
}
