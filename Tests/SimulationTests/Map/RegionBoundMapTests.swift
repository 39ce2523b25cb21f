import Clustering
import Simulation
import TestSupport
import Testing

/// A map whose camera is bound to a position, as SwiftUI's.
@Suite struct RegionBoundMapTests {
  private static let home = Region(52.5, 13.4, meters: 4000)
  private static let content = Region(48, 11, meters: 90_000)

  /// An app with one position, which is updated when the position changes.
  private final class App {
    let world = RegionWorld(showing: RegionWorld.beijingRegion)
    private(set) var writes: [MapCameraPosition] = []
    private(set) var map: BoundMap!
    private(set) var regions: [Region] = []
    var position: MapCameraPosition {
      didSet { world.main.async { [unowned self] in map.update(animated: isAnimated) } }
    }
    var isAnimated = false

    init(_ position: MapCameraPosition, content: MapRect? = nil) {
      self.position = position
      map = BoundMap(
        mapView: world.map, content: content, position: { [unowned self] in self.position },
        setPosition: { [unowned self] in
          writes.append($0)
          self.position = $0
        })
      map.onCameraChange = { [unowned self] in regions.append($0) }
      map.update()
    }

    func pan(_ steps: Int = 3) {
      world.map.gesture(Array(repeating: UserMovement(x: 20, y: 0), count: steps))
      world.simulation.run()
    }
  }

  @Test func theFirstUpdateAppliesThePosition() {
    #expect(App(.region(Self.home)).world.map.centerCoordinate == Self.home.center)
    let app = App(.positionedByUser)
    #expect(app.world.map.programmaticChangeCount == 0)
  }

  /// The first time, and after the user has moved the map, if the app asks for it.
  @Test func theAutomaticPositionFramesTheContent() {
    let content = MapRect(Self.content)
    let app = App(.automatic, content: content)
    let framed = app.world.map.visibleMapRect
    #expect(framed == app.world.map.viewport.mapRectThatFits(content))
    #expect(app.position == .automatic, "what the map shows is not written back")
    app.pan()
    for _ in 0..<5 { app.map.update() }
    #expect(app.writes == [.positionedByUser])
    #expect(app.world.map.programmaticChangeCount == 1, "the map stays where the user left it")
    app.position = .automatic
    app.world.simulation.run()
    #expect(app.world.map.visibleMapRect == framed)
    #expect(App(.automatic).world.map.programmaticChangeCount == 0, "there is no content")
  }

  @Test func onlyAPositionThatDiffersIsApplied() {
    let app = App(.region(Self.home))
    for _ in 0..<5 { app.map.update() }
    #expect(app.world.map.programmaticChangeCount == 1)
    app.position = .region(Self.content)
    app.world.simulation.run()
    #expect(app.world.map.programmaticChangeCount == 2)
    #expect(app.writes.isEmpty, "what the map shows is not written back")
  }

  @Test func theUsersMovementResetsThePositionOnce() {
    let app = App(.region(Self.home))
    app.pan()
    #expect(app.writes == [.positionedByUser])
    #expect(app.position == .positionedByUser)
    #expect(app.world.map.programmaticChangeCount == 1, "no update moved the map")
    app.pan()
    #expect(app.writes.count == 1)
  }

  /// Back to where the app had positioned the map before, however often.
  @Test func thePositionCanBeSetAgainAfterTheUserMovedTheMap() {
    let app = App(.region(Self.home))
    for round in 1...3 {
      app.pan()
      #expect(app.world.map.centerCoordinate != Self.home.center)
      app.position = .region(Self.home)
      app.world.simulation.run()
      #expect(app.world.map.centerCoordinate == Self.home.center && app.writes.count == round)
    }
  }

  @Test func thePositionCanBeSetAgainBeforeAnUpdateSawTheUsersMovement() {
    let app = App(.region(Self.home))
    app.world.map.gesture([UserMovement(x: 20, y: 0)])
    app.position = .region(Self.home)
    app.world.simulation.run()
    #expect(app.world.map.centerCoordinate == Self.home.center)
  }

  @Test func anAnimatedChangeIsNotTheUsers() {
    let app = App(.region(Self.home))
    app.isAnimated = true
    app.position = .region(Self.content)
    app.world.simulation.run(until: 100_000_000)
    #expect(app.world.map.isAnimating)
    // Fingers on an animated map move nothing.
    app.world.map.userDidBeginGesture()
    app.world.map.userDidMove(by: UserMovement(x: 20, y: 0))
    app.world.simulation.run()
    #expect(app.writes.isEmpty && app.world.map.centerCoordinate == Self.content.center)
    app.world.map.userDidMove(by: UserMovement(x: 20, y: 0))
    #expect(app.writes == [.positionedByUser])
  }

  @Test func aPositionSetDuringAGestureIsTakenOverByTheNextMovement() {
    let app = App(.region(Self.home))
    app.world.map.userDidBeginGesture()
    app.world.map.userDidMove(by: UserMovement(x: 20, y: 0))
    app.position = .region(Self.content)
    app.world.simulation.run()
    #expect(app.world.map.centerCoordinate == Self.content.center)
    app.world.map.userDidMove(by: UserMovement(x: 20, y: 0))
    #expect(app.writes == [.positionedByUser, .positionedByUser])
    app.world.map.userDidEndGesture()
  }

  @Test func theCameraIsReportedAtItsEnd() throws {
    let app = App(.region(Self.home))
    #expect(app.regions.count == 1)
    app.pan(4)
    #expect(app.regions.count == 2)
    #expect(app.regions.last == app.world.map.region)
  }

  @Test func whatTheAppDoesAtTheEndOfAMovementIsNotTheUsers() {
    let app = App(.region(Self.home))
    var isFirst = true
    app.map.onCameraChange = { [unowned app] _ in
      guard isFirst else { return }
      isFirst = false
      app.position = .region(Self.content)
      app.map.update()
    }
    app.pan(1)
    #expect(app.writes == [.positionedByUser])
    #expect(app.position == .region(Self.content))
  }
}
