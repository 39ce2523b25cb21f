import AnnotationFamilies
import MapSimulation
import ScenarioModel
import Testing

/// How late frames, changes and cameras are, worked out by hand.
@Suite struct AnnotationUpdateTimeTests {
  private typealias Trial = AnnotationUpdateTrial

  /// Nanoseconds of a number of refreshes.
  private func refreshes(_ count: Double) -> Double { count * Trial.interval }

  /// 50 annotations of 1 ms each at first: 50 ms are three refreshes. Meanwhile the camera moves
  /// on.
  @Test func aLateFrameKeepsTheCameraWaiting() throws {
    let values = try Trial(
      seconds: 0.5, camera: .panning, costs: [("add-annotation", 1, "ms")]
    ).run("difference-by-id")
    // 31 refreshes; 1 and 2 are missed.
    #expect(values["frames-shown"] == 29)
    #expect(values["modelled-frame-time-max"] == 50e6)
    #expect(values["modelled-frame-time-p50"] == 0)
    // The load begins at rest: the map is frozen, and no movement stutters.
    #expect(values["hitch-time-ratio"] == 0)
    #expect(values["longest-freeze"] == 50e6)
    #expect(values["hanging-frames"] == 0)
    // The load and the first camera wait for three refreshes; the cameras of refreshes 1, 2 and 3
    // are shown at refresh 4; each of the others at the next.
    #expect(values["staleness-max"] == refreshes(3))
    #expect(values["staleness-p50"] == refreshes(1))
    // Of 32 changes the waits are 3, 3, 3, 2, 1 ...: the 31st in order is 3.
    #expect(values["staleness-p95"] == refreshes(3))
  }

  /// 100 ms are a frame of six refreshes, 300 ms are a hang of the main thread, 11 s end the app.
  @Test(arguments: [(2.0, 6.0, 0.0, 0.0), (6, 18, 1, 0), (220, 0, 1, 1)])
  func theMainThreadHangsAndTheWatchdogBites(
    milliseconds: Double, refreshCount: Double, hangs: Double, terminations: Double
  ) throws {
    let trial = try Trial(
      seconds: 20, costs: [("add-annotation", milliseconds, "ms"), ("watchdog", 10, "s")])
    let values = try trial.run("difference-by-id")
    #expect(values["hanging-frames"] == hangs)
    #expect(values["watchdog-terminations"] == terminations)
    let frames = terminations == 1 ? 0 : 1_201 - (refreshCount - 1)
    #expect(values["frames-shown"] == frames)
    // What the watchdog ended was never on screen: it waited until the end.
    let wait = terminations == 1 ? refreshes(1_201) : refreshes(refreshCount)
    #expect(values["staleness-max"] == wait)
  }

  /// What SwiftUI compares and what a strategy compares are charged by different parameters; so is
  /// setting a coordinate. The first load has nothing to be compared with.
  @Test(arguments: [
    ("rebuilt-in-body", "difference-item", 50e6), ("map-in-own-view", "difference-item", 50e6),
    ("fresh-ids-in-body", "difference-item", 50e6), ("difference-by-id", "difference-item", 0),
    ("guarded-representable", "difference-item", 0), ("deltas", "difference-item", 0),
    ("rebuilt-in-body", "difference-by-id-item", 0),
    ("difference-by-id", "difference-by-id-item", 50e6),
    ("guarded-representable", "difference-by-id-item", 50e6),
    ("deltas", "difference-by-id-item", 7e6), ("remove-all-add-all", "difference-by-id-item", 0),
    ("deltas", "move-annotation", 7e6), ("difference-by-id", "move-annotation", 7e6),
  ])
  func whoComparesPays(strategy: String, cost: String, expected: Double) throws {
    let values = try Trial(
      seconds: 2, changes: "{ moving: { pins: 7, rate: 2 }, seed: 3 }", costs: [(cost, 1, "ms")]
    ).run(strategy)
    #expect(values["modelled-frame-time-max"] == expected)
    #expect(try Trial(costs: [(cost, 1, "ms")]).run(strategy)["modelled-frame-time-max"] == 0)
  }

  /// A strategy that says it is right for every tenth camera.
  final class EveryTenth: AnnotationUpdateStrategy {
    private let context: UpdateContext

    init(model: PinModel, context: UpdateContext) {
      self.context = context
    }

    func mapViewDidChangeVisibleRegion(_ mapView: MapView) {
      guard context.cameraRevision.isMultiple(of: 10) else { return }
      context.shows(revision: 0, cameraRevision: context.cameraRevision)
    }
  }

  /// A strategy that never says that it shows anything.
  final class Silent: AnnotationUpdateStrategy {
    init(model: PinModel, context: UpdateContext) {}
  }

  private static let ownStrategies: [StrategyEntry<AnnotationUpdateStrategyFactory>] = [
    StrategyEntry("every-tenth", EveryTenth.self, summary: "A test's own."),
    StrategyEntry("silent", Silent.self, summary: "A test's own."),
  ]

  @Test func aCameraWaitsUntilAFrameStandsForIt() throws {
    let values = try Trial(seconds: 1, camera: .panning, strategies: Self.ownStrategies)
      .run("every-tenth")
    // Refreshes 0 to 60. Camera 1 waits for the frame of refresh 10, on screen at refresh 11.
    #expect(values["staleness-max"] == refreshes(10))
    // 62 changes (the load too): two wait for 1, and six of each from 1 to 10.
    #expect(values["staleness-p50"] == refreshes(5))
  }

  @Test func whatIsNeverShownWaitsUntilTheEnd() throws {
    let values = try Trial(seconds: 1, strategies: Self.ownStrategies).run("silent")
    #expect(values["staleness-p50"] == refreshes(61))
    #expect(values["staleness-max"] == refreshes(61))
  }

  // MARK: - Off main, latest wins

  /// The camera that the annotations stand for in each frame.
  private func shownCameras(clusterPin milliseconds: Double) throws -> [Int?] {
    var shown: [Int?] = []
    _ = try WatchedStrategy("recluster-off-main").run {
      try Trial(
        pins: 10, seconds: 1, camera: .panning, costs: [("cluster-pin", milliseconds, "ms")],
        strategies: [$0])
    } watching: { sight in
      shown.append(
        (0...sight.context.cameraRevision).first {
          sight.context.isShowing(revision: 0, cameraRevision: $0)
        })
    }
    return shown
  }

  /// Ten pins at 15 ms each are grouped in 150 ms, which are nine refreshes: one grouping follows
  /// the other, each for the camera that is the latest at its beginning.
  @Test func oneGroupingAtATimeAndTheLatestCameraWins() throws {
    let shown = try shownCameras(clusterPin: 15)
    #expect(shown.count == 61)
    for (refresh, camera) in shown.enumerated() {
      // The result of a grouping comes before the frame of the ninth refresh after its beginning.
      #expect(camera == (refresh < 9 ? nil : (refresh / 9 - 1) * 9), "refresh \(refresh)")
    }
  }

  /// Grouping that takes no time is done every 100 ms, which are six refreshes.
  @Test func noMoreThanTenTimesASecond() throws {
    for (refresh, camera) in try shownCameras(clusterPin: 0).enumerated() {
      #expect(camera == (refresh == 0 ? nil : (refresh - 1) / 6 * 6), "refresh \(refresh)")
    }
  }

  @Test func onRegionEndNothingChangesBefore() throws {
    var shown: [Bool] = []
    _ = try WatchedStrategy("recluster-on-region-end").run {
      try Trial(pins: 10, seconds: 1, camera: .resting, strategies: [$0])
    } watching: { sight in
      shown.append(
        sight.context.isShowing(revision: 0, cameraRevision: sight.context.cameraRevision))
    }
    // It moves at refreshes 1 to 30 and rests at 31.
    #expect(shown == (0...60).map { $0 == 0 || $0 > 30 })
  }

  // MARK: - A budget of frames

  /// How many annotations each frame adds to a map of 500 pins in view.
  private func added(markerMilliseconds: Double) throws -> [Int] {
    var counts = [0]
    _ = try WatchedStrategy("frame-budgeted").run {
      try Trial(
        pins: 500, seconds: 3, costs: [("create-marker-view", markerMilliseconds, "ms")],
        strategies: [$0])
    } watching: {
      counts.append($0.mapView.annotations.count)
    }
    return zip(counts, counts.dropFirst()).map { $1 - $0 }.filter { $0 > 0 }
  }

  @Test func aBudgetGrowsWhileFramesAreInTime() throws {
    let added = try added(markerMilliseconds: 0)
    #expect(added == [32, 40, 48, 56, 64, 72, 80, 88, 20])
  }

  @Test func aBudgetIsHalvedAfterALateFrameDownToEight() throws {
    // 4 ms each: 32 take 8 refreshes, and 8 still take 2.
    let added = try added(markerMilliseconds: 4)
    #expect(added.prefix(5) == [32, 16, 8, 8, 8])
    #expect(added.dropFirst(2).dropLast().allSatisfy { $0 == 8 })
    #expect(added.reduce(0, +) == 500)
    // 0.4 ms each: 40 take 16 ms and are in time, 48 take 19.2 ms and are not.
    let between = try self.added(markerMilliseconds: 0.4)
    #expect(between.prefix(7) == [32, 40, 48, 24, 32, 40, 48])
  }

  @Test func whatWaitsForTheBudgetIsNotShownYet() throws {
    let trial = try Trial(pins: 500, seconds: 1)
    // 500 pins need nine frames; the last one is on screen at the ninth refresh.
    #expect(try trial.run("frame-budgeted")["staleness-max"] == refreshes(9))
    #expect(try trial.run("add-at-once")["staleness-max"] == refreshes(1))
  }
}
