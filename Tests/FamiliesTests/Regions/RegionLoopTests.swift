import Clustering
import Families
import ScenarioModel
import Simulation
import Testing

/// The loops of each strategy on each map: every loop is found, counted and stopped.
@Suite struct RegionLoopTests {
  private let command = RegionScreen.command
  /// Whatever may set off a loop.
  private let busy = RegionScreen.command.dragging(at: 2_000).locating(at: 2_110, 3_000)

  @Test(arguments: RegionUpdateStrategyTests.strategies, RegionAppSetting.all)
  func nothingGoesRoundOnAnExactMap(_ strategy: String, _ setting: RegionAppSetting) throws {
    let outcome = try busy.use(strategy, setting: setting)
    #expect(outcome.loops == 0 && outcome.idleUpdates == 0)
  }

  @Test(arguments: RegionFitting.restless, RegionAppSetting.notAnimated)
  func anInexactMapGoesRound(_ fitting: RegionFitting, _ setting: RegionAppSetting) throws {
    func counts(
      _ strategy: String, on screen: RegionScreen = .command, conversions: Int? = nil
    ) throws -> [Int] {
      let outcome = try screen.use(
        strategy, fitting: fitting, setting: setting, layoutPassConversions: conversions)
      return [outcome.loops, outcome.correctChanges]
    }
    // From the first region on, that the screen begins with.
    #expect(try counts("unguarded", on: RegionScreen()).first == 1)
    #expect(try counts("unguarded") == [2, 0])
    // The guard that guides give: the map has gone on after what it reported.
    #expect(try counts("exact-equality").first == 2)
    // What only fingers move reads back what it reported: the first region's loop is the only one.
    #expect(try counts("exact-equality", on: RegionScreen().dragging(at: 500)) == [1, 1])
    // Without a layout pass a guard compares what the map shows with itself; what never compares
    // goes round all the same.
    for strategy in ["exact-equality", "center-only", "tolerance", "careful-tolerance"] {
      #expect(try counts(strategy, conversions: 0) == [0, 1], "\(strategy)")
    }
    #expect(try counts("unguarded", conversions: 0).first == 2)
  }

  /// The center comes back as it was, until it is the center that does not. A fitted region is
  /// fitted again.
  @Test(arguments: [
    ("center-only", RegionFitting.smallResidual, 0), ("center-only", .expanding, 0),
    ("center-only", .smallCenterResidual, 2), ("write-back-fitted", .smallResidual, 2),
    ("write-back-fitted", .smallCenterResidual, 2), ("tolerance", .smallResidual, 0),
    ("tolerance", .smallCenterResidual, 0), ("tolerance", .expanding, 0),
  ])
  func aGuardGoesRoundWhereItComparesWhatDiffers(
    strategy: String, fitting: RegionFitting, loops: Int
  ) throws {
    #expect(try command.use(strategy, fitting: fitting).loops == loops)
  }

  /// Of a wide region an expanding map adds more than half a point with each conversion.
  @Test func toleranceDoesNotHoldForAWideRegion() throws {
    let wide = RegionScreen().showing(east: 0, south: -90_000, zoomedInBy: 0.25, at: 500)
    #expect(try wide.use("tolerance", fitting: .expanding).loops == 1)
  }

  @Test(arguments: ["flag", "gesture-only", "camera-position", "no-binding"], RegionAppSetting.all)
  func theseNeverGoRound(_ strategy: String, _ setting: RegionAppSetting) throws {
    for fitting in RegionFitting.restless {
      #expect(try busy.use(strategy, fitting: fitting, setting: setting).loops == 0)
    }
  }

  /// Round after round takes 400 ms: the loop is seen by the map's answers to itself.
  @Test(arguments: RegionFitting.restless)
  func aSlowLoopIsFound(_ fitting: RegionFitting) throws {
    let animated = RegionAppSetting(delivery: .synchronous, isAnimated: true)
    let outcome = try command.use("unguarded", fitting: fitting, setting: animated, seconds: 20)
    #expect(outcome.loops == 1)
  }

  /// An update in 500 us; counting continues after the loop was stopped. Idle is what comes
  /// later than an animation and a tenth of a second after the command, here at 0.5 s.
  @Test func aStoppedLoopCountsAsIfItWentOn() throws {
    let outcome = try command.use("unguarded", fitting: .smallResidual)
    #expect((9_990...10_010).contains(outcome.updates))
    // The half second before the command is no longer than an animation and a tenth of a second.
    #expect((7_990...8_010).contains(outcome.idleUpdates) && outcome.idleTime == 4_000_000_000)
    // Until the screen is left.
    #expect(outcome.settleTimes == [4_500_000_000])
    // The position sets off the command's loop once more, which was stopped before.
    let located = try command.locating(at: 2_000).use("unguarded", fitting: .smallResidual)
    #expect(located.loops == 2 && located.loopedChanges == 1)
    #expect((9_980...10_020).contains(located.updates))
  }

  /// Updates with an external cause are no loop, however many there are.
  @Test(arguments: RegionUpdateStrategyTests.careful)
  func manyEventsAreNoLoop(_ strategy: String) throws {
    let screen = (1...2_000).reduce(command) { $0.locating(at: $1) }
    #expect(try screen.use(strategy).loops == 0)
  }

  private func use(
    updateMicroseconds: Double = 500, own: @escaping @Sendable (OwnStrategy) -> Void
  ) throws -> RegionUpdateRecord {
    try command.locating(at: 2_000)
      .use("own", updateMicroseconds: updateMicroseconds, seconds: 3, own: own)
  }

  /// A write of the region in every update, there and back, and of always another one that is shown;
  /// also where updates take no time: nothing would ever end it.
  @Test(arguments: [500, 0])
  func aStateThatNeverSettles(updateMicroseconds: Double) throws {
    let turning = try use(updateMicroseconds: updateMicroseconds) {
      $0.update = { own, _ in own.model.region.center.longitude *= -1 }
    }
    #expect(turning.loops >= 1)
    let wandering = try use(updateMicroseconds: updateMicroseconds) {
      $0.update = { own, map in
        map.setRegion(own.model.region, animated: false)
        own.model.region.center.longitude += 1e-4
      }
    }
    #expect(wandering.loops >= 1)
  }

  /// No update at all, only tasks that make tasks.
  @Test func tasksWithoutEnd() throws {
    let outcome = try use { $0.update = { _, map in spin(map) } }
    // The command's turn never comes.
    #expect(outcome.loops == 1 && outcome.changes == 1 && outcome.correctChanges == 0)
  }

  /// Each step of an animation is written, and updates the view: many updates, and no loop.
  @Test(arguments: RegionAppSetting.all)
  func everyStepIsNoLoop(_ setting: RegionAppSetting) throws {
    let outcome = try command.dragging(at: 2_000).use("own", setting: setting) {
      // What was not read from the map is set.
      $0.update = { own, map in
        guard own.model.region != map.region, !map.isAnimating else { return }
        map.setRegion(own.model.region, animated: own.isAnimated)
      }
      $0.didChangeVisibleRegion = { own, map in own.model.region = map.region }
    }
    #expect(outcome.loops == 0 && outcome.updates >= 10)
  }

  /// Comes nearer in ten steps, and rests.
  @Test func comingNearerIsNoLoop() throws {
    let outcome = try use {
      $0.make = { _, _ in }
      $0.command = { own, region in
        own.target = region
        own.count.value = 1
      }
      $0.update = { own, map in
        guard let target = own.target, (1...10).contains(own.count.value) else { return }
        let share = Double(own.count.value) / 10
        var region = own.model.region
        let (start, end) = (region.center, target.center)
        region.center.latitude += (end.latitude - start.latitude) * share
        region.center.longitude += (end.longitude - start.longitude) * share
        region.span = target.span
        map.setRegion(region, animated: false)
        own.count.value += 1
      }
    }
    #expect(outcome.loops == 0 && outcome.correctChanges == 1)
  }

  /// Other state changes in each update while the region stays: it gets somewhere.
  @Test func workingThroughAListIsNoLoop() throws {
    let outcome = try use {
      $0.update = { own, map in
        map.setRegion(own.model.region, animated: false)
        if own.count.value < 10 { own.count.value += 1 }
      }
    }
    #expect(outcome.loops == 0 && outcome.updates > 10)
  }

  /// State is written in every update of an animation. The loop is stopped after some 100 ms of its
  /// 400 ms, and the command comes before that is over: what happens from outside is let through
  /// nevertheless.
  @Test func aCommandAfterALoopThatEndedInAnAnimation() throws {
    let outcome = try RegionScreen().showing(east: 300, at: 250).use("own") {
      $0.make = { _, map in
        map.setRegion(RegionScreen.region(east: -300, south: 0), animated: true)
      }
      $0.command = { own, region in own.model.requestRegion(region) }
      $0.update = { own, map in
        if let request = own.model.request, request.region != own.target {
          own.target = request.region
          map.setRegion(request.region, animated: false)
        }
        if map.isAnimating { own.count.value += 1 }
      }
    }
    #expect(outcome.loops == 1 && outcome.loopedChanges == 0)
    #expect(outcome.commands == 1 && outcome.lostCommands == 0 && outcome.correctChanges == 1)
  }
}

/// Puts a task into the main queue that puts itself there again.
private func spin(_ mapView: RegionMapView) {
  mapView.main.async { [weak mapView] in
    if let mapView { spin(mapView) }
  }
}
