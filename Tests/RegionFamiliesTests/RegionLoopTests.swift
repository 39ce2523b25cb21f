import MapGeometry
import MapSimulation
import RegionFamilies
import ScenarioModel
import Testing

/// The loops of each strategy on each map: every loop is found, counted and stopped.
@Suite struct RegionLoopTests {
  private static let residual = RegionFitting.residual(points: 0.024)
  private static let centerResidual = RegionFitting.centerResidual(degrees: 1e-9)
  private static let restless = [residual, centerResidual, .expanding]
  private static let stillSettings = RegionAppSetting.all.filter { !$0.isAnimated }
  private static let animated = RegionAppSetting(delivery: .synchronous, isAnimated: true)

  private let command = RegionScreen()
    .showing(RegionScreen.region(east: 300, south: -40, zoomedInBy: 2), at: 500)

  @Test(arguments: RegionUpdateStrategyTests.strategies, RegionAppSetting.all)
  func nothingGoesRoundOnAnExactMap(_ strategy: String, _ setting: RegionAppSetting) throws {
    let outcome = try command.dragging(at: 2_000).locating(at: 2_110).locating(at: 3_000)
      .use(strategy, setting: setting)
    #expect(outcome.loops == 0 && outcome.idleUpdates == 0)
  }

  /// From the first region on, that the screen begins with.
  @Test(arguments: restless, stillSettings)
  func anUnguardedMapGoesRound(_ fitting: RegionFitting, _ setting: RegionAppSetting) throws {
    #expect(try RegionScreen().use("unguarded", fitting: fitting, setting: setting).loops == 1)
    let outcome = try command.use("unguarded", fitting: fitting, setting: setting)
    #expect(outcome.loops == 2 && outcome.loopedChanges == 1 && outcome.correctChanges == 0)
  }

  /// The guard that guides give: the map has gone on after what it reported.
  @Test(arguments: restless, stillSettings)
  func equalityGoesRound(_ fitting: RegionFitting, _ setting: RegionAppSetting) throws {
    #expect(try command.use("exact-equality", fitting: fitting, setting: setting).loops == 2)
    // What only fingers move reads back what it reported: the first region's loop is the only one.
    let drag = try RegionScreen().dragging(at: 500)
      .use("exact-equality", fitting: fitting, setting: setting)
    #expect(drag.loops == 1 && drag.correctChanges == 1)
  }

  /// Without a layout pass a guard compares what the map shows with itself; what never compares
  /// goes round all the same.
  @Test(arguments: restless, stillSettings)
  func withoutALayoutPassNoGuardGoesRound(
    _ fitting: RegionFitting, _ setting: RegionAppSetting
  ) throws {
    for strategy in ["exact-equality", "center-only", "tolerance", "careful-tolerance"] {
      let outcome = try command.use(
        strategy, fitting: fitting, setting: setting, layoutPassConversions: 0)
      #expect(outcome.loops == 0 && outcome.correctChanges == 1)
    }
    #expect(
      try command.use("unguarded", fitting: fitting, setting: setting, layoutPassConversions: 0)
        .loops == 2)
  }

  /// The center comes back as it was, until it is the center that does not.
  @Test func centersGoRoundWhereCentersDiffer() throws {
    #expect(try command.use("center-only", fitting: Self.residual).loops == 0)
    #expect(try command.use("center-only", fitting: .expanding).loops == 0)
    #expect(try command.use("center-only", fitting: Self.centerResidual).loops == 2)
  }

  @Test func aFittedRegionIsFittedAgain() throws {
    #expect(try command.use("write-back-fitted", fitting: Self.residual).loops == 2)
    #expect(try command.use("write-back-fitted", fitting: Self.centerResidual).loops == 2)
  }

  @Test(arguments: ["flag", "gesture-only", "camera-position", "no-binding"], RegionAppSetting.all)
  func theseNeverGoRound(_ strategy: String, _ setting: RegionAppSetting) throws {
    for fitting in Self.restless {
      let outcome = try command.dragging(at: 2_000).locating(at: 2_110).locating(at: 3_000)
        .use(strategy, fitting: fitting, setting: setting)
      #expect(outcome.loops == 0)
    }
  }

  /// Of a wide region an expanding map adds more than half a point with each conversion.
  @Test func toleranceHoldsWhereAConversionAddsLess() throws {
    let wide = RegionScreen()
      .showing(RegionScreen.region(east: 0, south: -90_000, zoomedInBy: 0.25), at: 500)
    #expect(try command.use("tolerance", fitting: Self.residual).loops == 0)
    #expect(try command.use("tolerance", fitting: Self.centerResidual).loops == 0)
    #expect(try command.use("tolerance", fitting: .expanding).loops == 0)
    #expect(try wide.use("tolerance", fitting: .expanding).loops == 1)
  }

  /// Round after round takes 400 ms: the loop is seen by the map's answers to itself.
  @Test(arguments: restless)
  func aSlowLoopIsFound(_ fitting: RegionFitting) throws {
    let outcome = try command.use(
      "unguarded", fitting: fitting, setting: Self.animated, seconds: 20)
    #expect(outcome.loops == 1)
  }

  // MARK: - What a loop costs

  /// An update in 500 us; what is counted goes on after the loop was stopped. Idle is what comes
  /// later than an animation and a tenth of a second after the command, here at 0.5 s.
  @Test func aStoppedLoopCountsAsIfItWentOn() throws {
    let outcome = try command.use("unguarded", fitting: Self.residual, seconds: 5)
    #expect((9_990...10_010).contains(outcome.updates))
    // The half second before the command is no longer than an animation and a tenth of a second.
    #expect((7_990...8_010).contains(outcome.idleUpdates))
    #expect(outcome.idleTime == 4_000_000_000)
    // Until the screen is left.
    #expect(outcome.settleTimes == [4_500_000_000])
  }

  /// The first region and the command; the position sets off the command's loop once more, which
  /// was stopped before.
  @Test func aLoopCountsOnceForAChange() throws {
    let outcome = try command.locating(at: 2_000).use("unguarded", fitting: Self.residual)
    #expect(outcome.loops == 2 && outcome.loopedChanges == 1)
    #expect((9_980...10_020).contains(outcome.updates))
  }

  /// Updates with an external cause are no loop, however many there are.
  @Test(arguments: RegionUpdateStrategyTests.careful)
  func manyEventsAreNoLoop(_ strategy: String) throws {
    let screen = (1...2_000).reduce(command) { $0.locating(at: $1) }
    #expect(try screen.use(strategy).loops == 0)
  }

  /// The loop is stopped after some 100 ms of an animation of 400 ms, and the command comes before
  /// that is over: what happens from outside is let through nevertheless.
  @Test func aCommandAfterALoopThatEndedInAnAnimation() throws {
    let outcome = try RegionScreen().showing(RegionScreen.region(east: 300, south: 0), at: 250)
      .use(
        "own",
        adding: [
          StrategyEntry("own", WritingWhileAnimating.self, summary: "A test's own.")
        ])
    #expect(outcome.loops == 1 && outcome.loopedChanges == 0)
    #expect(outcome.commands == 1 && outcome.lostCommands == 0 && outcome.correctChanges == 1)
  }

  // MARK: - Strategies of one's own

  private func loops(
    _ type: (some RegionUpdateStrategy).Type, updateMicroseconds: Double = 500
  ) throws -> RegionUpdateOutcome {
    try command.locating(at: 2_000).use(
      "own", adding: [StrategyEntry("own", type, summary: "A test's own.")],
      updateMicroseconds: updateMicroseconds, seconds: 3)
  }

  /// A write in every update, and updates that take no time: nothing would ever end it.
  @Test(arguments: [500, 0])
  func aStateThatNeverSettles(updateMicroseconds: Double) throws {
    let outcome = try loops(NeverSettling.self, updateMicroseconds: updateMicroseconds)
    #expect(outcome.loops >= 1)
  }

  /// No update at all, only tasks that make tasks.
  @Test func tasksWithoutEnd() throws {
    let outcome = try loops(Spinning.self)
    #expect(outcome.loops == 1)
    // The command's turn never comes.
    #expect(outcome.changes == 1 && outcome.correctChanges == 0)
  }

  @Test(arguments: [500, 0])
  func oneRegionAfterAnother(updateMicroseconds: Double) throws {
    #expect(try loops(Wandering.self, updateMicroseconds: updateMicroseconds).loops >= 1)
  }

  /// Each step of an animation is written, and updates the view: many updates, and no loop.
  @Test(arguments: RegionAppSetting.all)
  func everyStepIsNoLoop(_ setting: RegionAppSetting) throws {
    let outcome = try command.dragging(at: 2_000).use(
      "own", setting: setting,
      adding: [StrategyEntry("own", EveryStep.self, summary: "Writes each step.")])
    #expect(outcome.loops == 0)
    #expect(outcome.updates >= 10)
  }

  /// Comes nearer in ten steps, and rests.
  @Test func comingNearerIsNoLoop() throws {
    let outcome = try loops(Approaching.self)
    #expect(outcome.loops == 0 && outcome.correctChanges == 1)
  }

  /// Other state changes while the region stays: it gets somewhere.
  @Test func workingThroughAListIsNoLoop() throws {
    let outcome = try loops(WorkingThrough.self)
    #expect(outcome.loops == 0)
    #expect(outcome.updates > 10)
  }
}
