import Clustering
import Families
import ScenarioModel
import Support
import TestSupport
import Testing

/// A camera that moves to the east by five points a frame for a second, and then rests for one.
@Suite struct ViewAnnotationsTests {
  /// - Parameter delay: the frames from a movement of the camera to what its callback does.
  private func run(
    _ strategy: String, delay: Double = 1, main: String? = nil
  ) throws -> TrialValues {
    let own = StrategyEntry<ViewPlacementMake>("own", summary: "As one of ours.") { views in
      PlacementCallbacks(
        didChange: { camera, _ in views.place(for: camera) },
        didStop: { camera, _ in views.place(for: camera) })
    }
    return try FamilyTrial.overEquator(
      Family.viewAnnotations.adding([own]), pins: [(0, 0.02), (0, 0.03)],
      camera: [(0, 0), (1, 0.05), (2, 0.05)],
      replacing: ["main": main], profile: .simulator(["camera-callback-delay": (delay, "count")])
    ).run(strategy)
  }

  private func isNear(_ value: Double?, _ expected: Double) -> Bool {
    value.map { abs($0 - expected) < 0.01 } ?? false
  }

  @Test(arguments: [(0.0, 0.0), (1, 5), (2, 10), (3, 15)])
  func eachFrameOfDelayIsADistance(delay: Double, lag: Double) throws {
    let values = try run("placed-on-callback", delay: delay)
    #expect(isNear(values["annotation-lag-max"], lag))
    // With one frame of delay the first frame at rest shows the last movement.
    #expect(values["settle-time-max"] == max(delay - 1, 0) * 50_000_000)
    #expect(values["lagging-frames"] == (delay == 0 ? 0 : 1))
  }

  @Test func aStrategyOfAnotherPackageIsReplayed() throws {
    #expect(try run("own").all == run("placed-on-callback").all)
  }

  @Test func theMapPlacesItsOwnViews() throws {
    let values = try run("placed-by-map", delay: 3)
    #expect(values["annotation-lag-max", "views-placed", "views-shown"] == [0, 0, 1])
  }

  @Test func fewerPlacementsLagMore() throws {
    let each = try run("placed-on-callback")
    let tenth = try run("placed-at-10-hz")
    #expect(isNear(tenth["annotation-lag-max"], 10), "two frames of 50 ms")
    #expect(try #require(tenth["views-placed"]) < #require(each["views-placed"]))
    #expect(isNear(try run("placed-at-movement-end")["annotation-lag-max"], 100))
  }

  @Test func hiddenViewsDoNotLag() throws {
    let values = try run("hidden-while-moving")
    // Until the first callback has its effect.
    #expect(isNear(values["annotation-lag-max"], 5))
    #expect(isNear(values["views-shown"], 1.0 / 20))
  }

  @Test func aBusyMainThreadLags() throws {
    let values = try run("placed-on-callback", main: "{ every: 0.4, block: 0.2 }")
    #expect(try #require(values["annotation-lag-max"]) > 20)
  }

  @Test func aBlockIsShorterThanItsInterval() throws {
    let error = #expect(throws: InputError.self) {
      try run("placed-by-map", main: "{ every: 1, block: 2 }")
    }
    #expect(error.map { "\($0)".contains("less than the 1.0 s of 'every'") } == true)
  }
}
