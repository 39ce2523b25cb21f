import Clustering
import Simulation
import TestSupport
import Testing

/// The calls that a map's delegate gets for the requests of the app, and their times.
@Suite struct RegionEventTests {
  private typealias Event = RegionWorld.Event

  private let elsewhere = Region(10, 20, meters: 5000)
  private let world = RegionWorld(showing: RegionWorld.beijingRegion)

  @Test func aChangeHasABeginningAStepAndAnEnd() {
    let old = world.map.region
    world.map.setRegion(elsewhere, animated: false)
    #expect(world.events == Event.change)
    #expect(world.regions == [old, world.map.region, world.map.region])
    #expect(world.map.region.center == elsewhere.center)
    #expect(world.map.programmaticChangeCount == 1)
    #expect(!world.map.isAnimating)
  }

  @Test func noEventsWithoutAChange() {
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
    Region(95, 0, degrees: 1), Region(0, .nan, degrees: 1), Region(0, 0, spans: (-1, 1)),
    Region(0, 0, spans: (1, .infinity)),
  ])
  func anInvalidRegionIsIgnored(region: Region) {
    world.map.setRegion(elsewhere, animated: true)
    let shown = world.map.region
    world.forgetEvents()
    world.map.setRegion(region, animated: false)
    world.map.setRegion(region, animated: true)
    #expect(world.events.isEmpty && world.map.region == shown)
    #expect(world.map.isAnimating, "what is ignored does not interrupt")
  }

  @Test func invalidPlacesAndRectanglesAreIgnored() {
    let shown = world.map.visibleMapRect
    world.map.setCenter(Coordinate(0, 200), animated: false)
    world.map.setVisibleMapRect(MapRect(x: 0, y: 0, width: 0, height: 5), animated: false)
    world.map.setVisibleMapRect(MapRect(x: .nan, y: 0, width: 5, height: 5), animated: false)
    world.map.setVisibleMapRect(MapRect(x: 0, y: 0, width: 5, height: .infinity), animated: false)
    #expect(world.map.visibleMapRect == shown && world.events.isEmpty)
  }

  @Test func theCentreMovesAndTheScaleStays() {
    let size = world.map.visibleMapRect.size
    let center = Coordinate(-33.25, 151)
    world.map.setCenter(center, animated: false)
    #expect(world.map.visibleMapRect.size == size && world.map.centerCoordinate == center)
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

  /// At the beginning of a change the request is the newer one; at the end it follows.
  @Test(arguments: [true, false]) func aRequestOfTheDelegateWins(isAtBeginning: Bool) {
    let world = RegionWorld()
    let ask = { [elsewhere] (world: RegionWorld) in
      (world.onWill, world.onDid) = (nil, nil)
      world.map.setRegion(elsewhere, animated: false)
    }
    if isAtBeginning { world.onWill = ask } else { world.onDid = ask }
    world.map.setRegion(RegionWorld.beijingRegion, animated: false)
    #expect(world.map.centerCoordinate == elsewhere.center)
    let nested = [.will(animated: false)] + Event.change + [.did(animated: false)]
    #expect(world.events == (isAtBeginning ? nested : Event.change + Event.change))
  }

  @Test func aMapWithoutADelegateMovesAllTheSame() {
    do {
      let delegate = RegionWorld()
      world.map.delegate = delegate
    }
    #expect(world.map.delegate == nil, "the map does not keep its delegate")
    world.map.setRegion(elsewhere, animated: true)
    world.simulation.run()
    #expect(world.map.centerCoordinate == elsewhere.center)
  }
}

/// The loops of an app that writes back what the map reports and sets what it has: whether they
/// come to rest depends on its guard and on what comes back of a region.
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
      world.onDid = { [unowned self] world in write(world.map.region) }
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
        world.map.gesture([UserMovement(x: 30, y: 10)])
      } else {
        app.write(Region(40, 116, meters: 3000))
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

  /// A guard, whether the user or the app begins, how often the layout pass converts, and the
  /// updates until an inexact map settles: 500 if it never does.
  private static let settling: [(check: Guard, byUser: Bool, conversions: Int?, count: Int)] = [
    (.none, true, nil, 500), (.none, false, nil, 500),
    // After the user and not after the app.
    (.exact, true, nil, 1), (.exact, false, nil, 500),
    // The delegate writes what the map shows, and the next comparison is of a value with itself.
    (.exact, true, 0, 1), (.exact, false, 0, 2), (.none, false, 0, 500),
    (.tolerance, true, nil, 1), (.tolerance, false, nil, 2),
  ]

  @Test(arguments: RegionFitting.inexact, settling)
  func aGuardDecidesWhetherAnInexactMapSettles(
    fitting: RegionFitting, _ test: (check: Guard, byUser: Bool, conversions: Int?, count: Int)
  ) {
    let found = updates(
      fitting, test.check, byUser: test.byUser, layoutPassConversions: test.conversions)
    #expect(found == test.count)
  }

  /// Of an expanding map, the one conversion leads where setting the region again would lead.
  @Test func anExpandingMapSettlesAfterASingleConversion() {
    #expect(updates(.expanding, .none, byUser: false, layoutPassConversions: 1) == 2)
    #expect(updates(.expanding, .exact, byUser: false, layoutPassConversions: 1) == 2)
  }
}
