import Families
import ScenarioModel
import Simulation
import TestSupport
import Testing

/// The delays of frames, changes and cameras, worked out by hand.
@Suite struct AnnotationUpdateTimeTests {
  /// Nanoseconds from one refresh to the next.
  private let refresh = UpdateWorld.interval

  /// 50 annotations of 1 ms each at first: 50 ms are three refreshes. Meanwhile the camera moves
  /// on.
  @Test func aLateFrameKeepsTheCameraWaiting() throws {
    let values = try UpdateWorld(
      seconds: 0.5, camera: .panning, costs: [("add-annotation", 1, "ms")]
    ).run("difference-by-id")
    // 31 refreshes; 1 and 2 are missed.
    #expect(values["frames-shown"] == 29)
    #expect(values["modelled-frame-time-p50", "modelled-frame-time-max"] == [0, 50e6])
    // The load begins at rest: the map is frozen, and no movement stutters.
    #expect(values["hitch-time-ratio", "longest-freeze", "hanging-frames"] == [0, 50e6, 0])
    // The load and the first camera wait for three refreshes; the cameras of refreshes 1, 2 and 3
    // are shown at refresh 4; each of the others at the next. Of 32 changes the waits are 3, 3, 3,
    // 2, 1 ...: the 31st in order is 3.
    #expect(
      values["staleness-p50", "staleness-p95", "staleness-max"]
        == [refresh, 3 * refresh, 3 * refresh])
  }

  /// 100 ms are a frame of six refreshes, 300 ms are a hang of the main thread, 11 s end the app.
  @Test(arguments: [(2.0, 6.0, 0.0, 0.0), (6, 18, 1, 0), (220, 0, 1, 1)])
  func theMainThreadHangsAndTheWatchdogBites(
    milliseconds: Double, refreshCount: Double, hangs: Double, terminations: Double
  ) throws {
    let values = try UpdateWorld(
      seconds: 20, costs: [("add-annotation", milliseconds, "ms"), ("watchdog", 10, "s")]
    ).run("difference-by-id")
    #expect(values["hanging-frames", "watchdog-terminations"] == [hangs, terminations])
    let frames = terminations == 1 ? 0 : 1_201 - (refreshCount - 1)
    #expect(values["frames-shown"] == frames)
    // What the watchdog ended was never on screen: it waited until the end.
    #expect(values["staleness-max"] == (terminations == 1 ? 1_201 : refreshCount) * refresh)
  }

  /// The comparisons of SwiftUI and those of a strategy are charged by different parameters; so is
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
    var world = UpdateWorld(seconds: 2, costs: [(cost, 1, "ms")])
    #expect(try world.run(strategy)["modelled-frame-time-max"] == 0)
    world.changes = "{ moving: { pins: 7, rate: 2 }, seed: 3 }"
    #expect(try world.run(strategy)["modelled-frame-time-max"] == expected)
  }

  /// A strategy that says it is right for every tenth camera.
  private final class EveryTenth: AnnotationUpdateCallbacks {
    private let context: UpdateContext

    init(context: UpdateContext) { self.context = context }

    func mapViewDidChangeVisibleRegion(_ mapView: MapView) {
      guard context.cameraRevision.isMultiple(of: 10) else { return }
      context.shows(revision: 0, cameraRevision: context.cameraRevision)
    }
  }

  /// A strategy that never says that it shows anything.
  private final class Silent: AnnotationUpdateCallbacks {}

  @Test func aCameraWaitsUntilAFrameStandsForIt() throws {
    let values = try UpdateWorld(
      camera: .panning,
      strategies: [
        StrategyEntry("every-tenth", summary: "A test's own.") { _, context in
          EveryTenth(context: context)
        }
      ]
    ).run("every-tenth")
    // Refreshes 0 to 60. Camera 1 waits for the frame of refresh 10, on screen at refresh 11. Of 62
    // changes (the load too) two wait for 1, and six of each from 1 to 10.
    #expect(values["staleness-p50", "staleness-max"] == [5 * refresh, 10 * refresh])
  }

  @Test func whatIsNeverShownWaitsUntilTheEnd() throws {
    let values = try UpdateWorld(
      strategies: [StrategyEntry("silent", summary: "A test's own.") { _, _ in Silent() }]
    ).run("silent")
    #expect(values["staleness-p50", "staleness-max"] == [61 * refresh, 61 * refresh])
  }

  @Test func whatWasNotReplayedHasNoNumbers() throws {
    let replay = try UpdateWorld().trial().prepare("deltas")
    try replay.build()
    let values = TrialValues(all: replay.results())
    #expect(values.reason("staleness-max") == "no frame was replayed")
    #expect(values.reason("hitch-time-ratio") == "no frame was replayed")
    #expect(values["frames-shown"] == 0)
  }

  /// The camera that the annotations stand for in each frame. Ten pins are grouped.
  private func shownCameras(clusterPin milliseconds: Double) throws -> [Int?] {
    var shown: [Int?] = []
    let world = UpdateWorld(
      pins: 10, camera: .panning, costs: [("cluster-pin", milliseconds, "ms")])
    try world.watch("recluster-off-main") { frame in
      shown.append(
        (0...frame.context.cameraRevision).first {
          frame.context.isShowing(revision: 0, cameraRevision: $0)
        })
    }
    return shown
  }

  /// At 15 ms each they are grouped in 150 ms, which are nine refreshes: one grouping follows the
  /// other, each for the camera that is the latest at its beginning. The result comes before the
  /// frame of the ninth refresh after that.
  @Test func oneGroupingAtATimeAndTheLatestCameraWins() throws {
    #expect(try shownCameras(clusterPin: 15) == (0...60).map { $0 < 9 ? nil : ($0 / 9 - 1) * 9 })
  }

  /// Grouping that takes no time is done every 100 ms, which are six refreshes.
  @Test func noMoreThanTenTimesASecond() throws {
    #expect(try shownCameras(clusterPin: 0) == (0...60).map { $0 == 0 ? nil : ($0 - 1) / 6 * 6 })
  }

  @Test func onRegionEndNothingChangesBefore() throws {
    var shown: [Bool] = []
    try UpdateWorld(pins: 10, camera: .resting).watch("recluster-on-region-end") { frame in
      shown.append(
        frame.context.isShowing(revision: 0, cameraRevision: frame.context.cameraRevision))
    }
    // It moves at refreshes 1 to 30 and rests at 31.
    #expect(shown == (0...60).map { $0 == 0 || $0 > 30 })
  }

  /// The number of annotations that each frame adds to a map of 500 pins in view.
  private func added(markerMilliseconds: Double) throws -> [Int] {
    var counts = [0]
    let world = UpdateWorld(
      pins: 500, seconds: 3, costs: [("create-marker-view", markerMilliseconds, "ms")])
    try world.watch("frame-budgeted") { counts.append($0.mapView.annotations.count) }
    return zip(counts, counts.dropFirst()).map { $1 - $0 }.filter { $0 > 0 }
  }

  @Test func aBudgetGrowsUntilALateFrameHalvesItDownToEight() throws {
    #expect(try added(markerMilliseconds: 0) == [32, 40, 48, 56, 64, 72, 80, 88, 20])
    // 4 ms each: 32 take 8 refreshes, and 8 still take 2.
    let late = try added(markerMilliseconds: 4)
    #expect(late.prefix(5) == [32, 16, 8, 8, 8])
    #expect(late.dropFirst(2).dropLast().allSatisfy { $0 == 8 })
    #expect(late.reduce(0, +) == 500)
    // 0.4 ms each: 40 take 16 ms and are in time, 48 take 19.2 ms and are not.
    #expect(try added(markerMilliseconds: 0.4).prefix(7) == [32, 40, 48, 24, 32, 40, 48])
  }

  @Test func whatWaitsForTheBudgetIsNotShownYet() throws {
    let trial = try UpdateWorld(pins: 500).trial()
    // 500 pins need nine frames; the last one is on screen at the ninth refresh.
    #expect(try trial.run("frame-budgeted")["staleness-max"] == 9 * refresh)
    #expect(try trial.run("add-at-once")["staleness-max"] == refresh)
  }
}
