import ScenarioModel
import TestSupport
import Testing

/// A background that reads the pins while the main thread changes them, worked out by hand.
@Suite struct SharedDataTests {
  /// Grouping 50 pins takes 500 ms: it begins with the first frame, and again when the data has
  /// changed after that.
  private func values(
    _ strategy: String, changes: String, costs: [UpdateWorld.Cost] = []
  ) throws -> TrialValues {
    try UpdateWorld(
      seconds: 3, changes: changes, costs: [("cluster-pin", 10, "ms")] + costs
    ).run(strategy)
  }

  /// The data is replaced each 700 ms or so, with random gaps, and moves each 100 ms.
  private static let replaced = "{ refresh: { every: 0.3, churn: 0.1 }, seed: 3 }"
  private static let moved = "{ moving: { pins: 7, rate: 10 }, seed: 3 }"

  @Test func anEnumerationOfChangedDataEndsTheApp() throws {
    let values = try values("recluster-shared-array", changes: Self.replaced)
    #expect(values["crashes", "watchdog-terminations", "unsafe-reads"] == [1, 0, 1])
    let time = try #require(values["running-time"])
    #expect(time > 0 && time < 3e9)
    // Nothing of the app comes on screen after it.
    #expect(values["frames-shown"] == (time / UpdateWorld.interval).rounded())
  }

  /// A pin that moves changes no array; it may still be read half before and half after.
  @Test func movedPinsAreReadUnsafely() throws {
    let values = try values("recluster-shared-array", changes: Self.moved)
    #expect(values["crashes", "running-time"] == [0, 181 * UpdateWorld.interval])
    #expect(try #require(values["unsafe-reads"]) > 10)
  }

  /// With a lock the change waits until the grouping is done: up to 500 ms of one frame.
  @Test func aLockKeepsTheMainThreadWaiting() throws {
    let values = try values("recluster-locked", changes: Self.replaced)
    #expect(values["crashes", "unsafe-reads"] == [0, 0])
    let longest = try #require(values["modelled-frame-time-max"])
    #expect(longest > 100e6 && longest <= 500e6)
    // Without changes nothing waits.
    let still = try UpdateWorld(costs: [("cluster-pin", 10, "ms")]).run("recluster-locked")
    #expect(still["modelled-frame-time-max"] == 0)
  }

  /// The first change during a grouping copies 50 pins; further ones find the copy.
  @Test func aValueIsCopiedOnce() throws {
    let values = try values(
      "recluster-off-main", changes: Self.moved, costs: [("copy-pin", 1, "ms")])
    #expect(values["crashes", "unsafe-reads", "modelled-frame-time-max"] == [0, 0, 50e6])
    let free = try self.values("recluster-off-main", changes: Self.moved)
    #expect(free["modelled-frame-time-max"] == 0)
  }

  /// SwiftUI compares what a body makes, and each move of the camera evaluates it. Two lists show
  /// the same annotations as one, and compare each item once, as one list does.
  @Test func clustersInABodyEvaluateItAtEachMove() throws {
    let trial = try UpdateWorld(seconds: 0.5, camera: .panning).trial()
    let body = try trial.run("clusters-in-body")
    let map = try trial.run("hierarchical-query")
    #expect(map["body-evaluations"] == 0)
    let evaluations = try #require(body["body-evaluations"])
    // 31 refreshes; the index is there from the second on.
    #expect((29...32).contains(evaluations))
    #expect(body["annotations-inserted"] == map["annotations-inserted"])
    let lists = try trial.run("clusters-in-two-lists")
    #expect(
      lists["body-evaluations", "max-shown-annotations"]
        == body["body-evaluations", "max-shown-annotations"])
    let coverage = try trial.observe("clusters-in-body")["pin-coverage"]
    #expect(try trial.observe("clusters-in-two-lists")["pin-coverage"] == coverage)
  }

  /// The quick start's body does not depend on the user's location, but on the map's position.
  @Test func theQuickStartIsEvaluatedByItsBindings() throws {
    let still = try UpdateWorld(seconds: 2, changes: "{ location: 5, seed: 3 }").run("quick-start")
    #expect(still["body-evaluations", "annotations-inserted"] == [1, 50])
    let moving = try UpdateWorld(seconds: 2, camera: .resting).run("quick-start")
    #expect(try #require(moving["body-evaluations"]) > 1)
    #expect(moving["annotations-inserted"] == 50)
  }

  /// Each evaluation of the body replaces all annotations: at first, and for 9 changes of the state
  /// that the map does not show.
  @Test func aWrapperReplacesAllAtEachUpdate() throws {
    let trial = try UpdateWorld(seconds: 2, changes: "{ location: 5, seed: 3 }").trial()
    let values = try trial.run("wrapped-replace-all")
    let evaluations = try #require(values["body-evaluations"])
    #expect(evaluations > 3)
    #expect(values["annotations-inserted"] == 50 * evaluations)
    let guarded = try trial.run("wrapped-native-clusters")
    #expect(guarded["body-evaluations", "annotations-inserted"] == [evaluations, 50])
    #expect(try #require(guarded["max-live-views"]) < 50)
  }
}
