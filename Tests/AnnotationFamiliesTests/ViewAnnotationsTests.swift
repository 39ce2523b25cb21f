import AnnotationFamilies
import MapGeometry
import PinData
import PlatformProfiles
import ScenarioModel
import TestSupport
import Testing
import YAMLReading

/// A camera that moves to the east by five points a frame for a second, and then rests for one.
@Suite struct ViewAnnotationsTests {
  private func run(
    _ strategy: String, delay: Double = 1, main: String? = nil
  ) throws -> TrialValues {
    let folder = try TemporaryFolder()
    try folder.write("latitude,longitude\n0,0.02\n0,0.03\n", to: "pins.csv")
    let frames = [(0.0, 0.0), (1.0, 0.05), (2.0, 0.05)].map { time, longitude in
      "{\"time\": \(time), \"center\": {\"latitude\": 0, \"longitude\": \(longitude)}, "
        + "\"span\": {\"latitudeDelta\": 0.1, \"longitudeDelta\": 0.1}}"
    }
    try folder.write(frames.joined(separator: "\n") + "\n", to: "camera.jsonl")
    var profile = ProfileText(basedOn: "iphone-simulator")
    profile.set("camera-callback-delay", delay, "count")
    try folder.write(profile.text, to: "profile.yaml")
    let scenario = try Scenario(
      yaml: """
        scenario: sample
        title: A sample
        family: view-annotations
        data: { file: pins.csv }
        device: { viewport: [200, 400], scale: 1, refresh: 20, profile: profile.yaml }
        camera: { file: camera.jsonl }
        naive: \(strategy)
        strategies: [\(strategy)]
        \(main ?? "")
        """, file: folder.path + "/scenario.yaml",
      families: FamilyRegistry([
        Family.viewAnnotations.adding([StrategyEntry("own", Own.self, summary: "As one of ours.")])
      ])
    )
    return try TrialValues(
      scenario.workload.prepare(
        try #require(scenario.cases.first), folders: folder.trialFolders()))
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

  private final class Own: ViewPlacementStrategy {
    private let placement: ViewPlacement

    init(placement: ViewPlacement) { self.placement = placement }
    func cameraDidChange(_ camera: MapRect, time: Int64) { placement.place(for: camera) }
    func cameraDidStop(_ camera: MapRect, time: Int64) { placement.place(for: camera) }
  }

  @Test func aStrategyOfAnotherPackageIsReplayed() throws {
    let own = try run("own")
    #expect(own.all == (try run("placed-on-callback")).all)
  }

  @Test func theMapPlacesItsOwnViews() throws {
    let values = try run("placed-by-map", delay: 3)
    #expect(values["annotation-lag-max"] == 0)
    #expect(values["views-placed"] == 0 && values["views-shown"] == 1)
  }

  @Test func fewerPlacementsLagMore() throws {
    let each = try run("placed-on-callback")
    let tenth = try run("placed-at-10-hz")
    #expect(isNear(tenth["annotation-lag-max"], 10), "two frames of 50 ms")
    #expect(try #require(tenth["views-placed"]) < (try #require(each["views-placed"])))
    #expect(isNear(try run("placed-at-movement-end")["annotation-lag-max"], 100))
  }

  @Test func hiddenViewsDoNotLag() throws {
    let values = try run("hidden-while-moving")
    // Until the first callback has its effect.
    #expect(isNear(values["annotation-lag-max"], 5))
    #expect(isNear(values["views-shown"], 1.0 / 20))
  }

  @Test func aBusyMainThreadLags() throws {
    let values = try run("placed-on-callback", main: "main: { every: 0.4, block: 0.2 }")
    #expect(try #require(values["annotation-lag-max"]) > 20)
  }

  @Test(arguments: [
    "main: { every: 1 }", "main: { every: 1, block: 2 }", "main: { every: 1, blocks: 0.1 }",
    "main: { every: 0, block: 0.1 }",
  ])
  func mistake(line: String) throws {
    #expect(throws: InputError.self) { try run("placed-by-map", main: line) }
  }
}
