import Clustering
import Families
import ScenarioModel
import Simulation
import Testing

/// The result of each strategy with scripts that are short enough to be worked out by hand.
@Suite struct RegionUpdateStrategyTests {
  static let strategies = Family.regionUpdates.strategies.map(\.name)
  /// Those that let go of the map while fingers hold it.
  static let careful = [
    "careful-tolerance", "gesture-only", "camera-position", "automatic-position",
  ]
  /// Those that hand the state over at every update, or wherever it is not what the map shows.
  static let pulling = ["unguarded", "exact-equality", "center-only", "flag", "write-back-fitted"]

  private let dragged = RegionScreen().dragging(at: 100)
  private let commanded = RegionScreen().showing(east: 300, at: 500)

  @Test("in peace", arguments: strategies, RegionAppSetting.all)
  func inPeace(_ strategy: String, _ setting: RegionAppSetting) throws {
    let drag = try dragged.use(strategy, setting: setting)
    #expect(drag.changes == 1 && drag.gestures == 1 && drag.commands == 0)
    #expect(drag.correctChanges == 1 && drag.loops == 0 && drag.conflicts == 0)
    #expect(drag.regionError == 0 && drag.idleUpdates == 0)
    func resizing(to size: Viewport) -> RegionScript.Action { .resize(size, reason: "a resize") }
    let resized = try RegionScreen()
      .adding(resizing(to: Viewport(width: 800, height: 400)), at: 1_000)
      .adding(resizing(to: RegionScreen.viewport), at: 2_500).use(strategy, setting: setting)
    #expect(resized.changes == 2 && resized.correctChanges == 2)
    guard !["no-binding", "position-written-continuously"].contains(strategy) else { return }
    let command = try RegionScreen().showing(east: 300, south: -40, at: 500)
      .use(strategy, setting: setting)
    #expect(command.commands == 1 && command.lostCommands == 0 && command.correctChanges == 1)
    #expect(command.regionError == 0)
  }

  /// The state is the region from before the gesture, written when the map was not touched: 50
  /// points back. What the fingers do afterwards begins there.
  @Test("pulled back", arguments: pulling, RegionAppSetting.notAnimated)
  func pulledBack(_ strategy: String, _ setting: RegionAppSetting) throws {
    let outcome = try dragged.locating(at: 210).use(strategy, setting: setting)
    #expect(outcome.conflicts == 1 && outcome.maxPull == 50)
    #expect(outcome.regionError == 50 && outcome.offTargetChanges == 1)
    #expect(outcome.correctChanges == 0 && outcome.loops == 0)
  }

  /// A map that is pulled back slowly does not follow the fingers meanwhile: the last five steps
  /// are skipped. The end of the gesture then reports where the map is on its way back, and there
  /// it stays.
  @Test(
    "pulled back slowly", arguments: ["unguarded", "write-back-fitted"], RegionAppSetting.animated)
  func pulledBackSlowly(_ strategy: String, _ setting: RegionAppSetting) throws {
    let outcome = try dragged.locating(at: 210).use(strategy, setting: setting)
    #expect(outcome.conflicts == 1 && outcome.regionError > 50 && outcome.regionError < 100)
  }

  @Test("left to the fingers", arguments: careful + ["no-binding"], RegionAppSetting.all)
  func leftToTheFingers(_ strategy: String, _ setting: RegionAppSetting) throws {
    let outcome = try dragged.locating(at: 210, 250).use(strategy, setting: setting)
    #expect(outcome.conflicts == 0 && outcome.correctChanges == 1 && outcome.regionError == 0)
  }

  /// It belongs to the gesture, which is still judged: the map is where the command and the fingers
  /// led, and was taken from under them.
  @Test("a command in a gesture", arguments: RegionAppSetting.notAnimated)
  func commandInAGesture(_ setting: RegionAppSetting) throws {
    let screen = dragged.showing(east: 300, south: -40, at: 210)
    let outcome = try screen.use("gesture-only", setting: setting)
    #expect(outcome.changes == 1 && outcome.gestures == 1 && outcome.commands == 0)
    #expect(outcome.conflicts == 1 && outcome.correctChanges == 0)
    #expect(outcome.settleTimes.count == 1 && outcome.updatesOfGestures > 0)
    #expect(outcome.regionError == 0 && outcome.lostCommands == 0)
    // Who does not listen is that far away in the end.
    let deaf = try screen.use("no-binding", setting: setting)
    #expect(deaf.offTargetChanges == 1 && deaf.lostCommands == 0)
  }

  @Test("nothing to command with", arguments: RegionAppSetting.all)
  func noBinding(_ setting: RegionAppSetting) throws {
    let screen = commanded.showing(east: -900, at: 2_500)
    let outcome = try screen.use("no-binding", setting: setting)
    #expect(outcome.commands == 2 && outcome.lostCommands == 2 && outcome.correctChanges == 0)
    // Lost is lost; it is no error of so many points.
    #expect(outcome.regionError == 0)
  }

  /// A command for what the map shows already is not lost, though the map never moves.
  @Test(arguments: strategies)
  func commandForWhatIsShown(_ strategy: String) throws {
    let outcome = try RegionScreen().showing(east: 0, at: 500).use(strategy)
    #expect(outcome.lostCommands == 0 && outcome.correctChanges == 1)
  }

  /// The center is the one that the map shows already, so only the span would have to change.
  @Test(
    "from nearer", arguments: strategies.filter { $0 != "no-binding" },
    RegionAppSetting.notAnimated)
  func zoom(_ strategy: String, _ setting: RegionAppSetting) throws {
    let near = RegionScreen.region(east: 0, south: 0, zoomedInBy: 4).span
    let zoom = RegionScript.Action.command(.zoom(to: near), reason: "code zooms in")
    let outcome = try RegionScreen().adding(zoom, at: 500).use(strategy, setting: setting)
    #expect(outcome.lostCommands == (strategy == "center-only" ? 1 : 0))
  }

  /// A position arrives half-way: the animation begins again, the old one reports where it is, and
  /// that becomes the state.
  @Test("half-way there", arguments: RegionAppSetting.animated)
  func interruptedAnimation(_ setting: RegionAppSetting) throws {
    let screen = commanded.locating(at: 700)
    #expect(try screen.use("unguarded", setting: setting).lostCommands == 1)
    for strategy in Self.careful {
      #expect(try screen.use(strategy, setting: setting).correctChanges == 1)
    }
  }

  /// An animated change to what the map shows already never ends, as it never begins: the flag
  /// stays up, and the next gesture's end goes unheard. The position after it pulls the map back.
  @Test("a flag that is not taken down", arguments: RegionAppSetting.animated)
  func flag(_ setting: RegionAppSetting) throws {
    let quiet = RegionScreen().dragging(at: 1_000)
    #expect(try quiet.use("flag", setting: setting).regionError == 0)
    let outcome = try quiet.locating(at: 500, 1_500).use("flag", setting: setting)
    #expect(outcome.regionError == 100 && outcome.conflicts == 0 && outcome.correctChanges == 0)
  }

  /// Neither of the last two writes what code has asked for.
  @Test("SwiftUI's warning", arguments: StateDelivery.Mode.allCases)
  func modificationDuringUpdate(_ delivery: StateDelivery.Mode) throws {
    let setting = RegionAppSetting(delivery: delivery, isAnimated: false)
    let counts = try ["unguarded", "tolerance", "gesture-only", "camera-position"].map {
      try commanded.use($0, setting: setting).modificationsDuringUpdate
    }
    #expect(counts == (delivery == .synchronous ? [1, 1, 0, 0] : [0, 0, 0, 0]))
  }

  /// The first update, then one for each write: the gesture's end, and the position after it, which
  /// is another event. An update that changes nothing takes no time of a change by code.
  @Test func updates() throws {
    let located = dragged.locating(at: 1_000)
    let outcome = try located.use("gesture-only")
    #expect(outcome.updates == 3 && outcome.updatesOfGestures == 1)
    #expect(try located.use("gesture-only", changeMicroseconds: 700) == outcome)
  }

  /// An update after a write takes 500 us, and an animation 400 ms and up to a frame. A change by
  /// code takes its own time after the update, once for each change.
  @Test func settling() throws {
    #expect(try commanded.use("gesture-only").settleTimes == [500_000])
    let outcome = try commanded.use("gesture-only", changeMicroseconds: 700)
    #expect(outcome.settleTimes == [1_200_000])
    let slow = RegionAppSetting(delivery: .synchronous, isAnimated: true)
    let time = try #require(commanded.use("gesture-only", setting: slow).settleTimes.first)
    #expect((400_500_000...418_000_000).contains(time))
  }
}
