import PinData
import PlatformProfiles
import RegionFamilies
import ScenarioModel
import TestSupport
import Testing
import YAMLReading

/// What a scenario of the region family may leave out, its variants, and the files that it needs.
@Suite struct RegionUpdatesMistakeTests {
  @Test func theTextWithoutAMistakeIsRead() throws {
    let scenario = try RegionUpdatesScenario().scenario()
    #expect(scenario.workload.variants == ["exact", "residual"])
    // 600 frames at 60 a second.
    #expect(scenario.sizes == [10])
    #expect(scenario.workload.seeds.map(\.name) == ["pins", "camera", "events"])
    try scenario.workload.check(sizes: [1, 3_600])
  }

  /// Without a word on them, all settings are replayed.
  @Test func whatMayBeLeftOut() throws {
    let scenario = try RegionUpdatesScenario().replacing("map", by: nil).replacing("app", by: nil)
      .replacing("events", by: nil).scenario()
    #expect(scenario.workload.variants == ["exact", "residual", "center-residual", "expanding"])
    let folders = TrialFolders(own: "/nowhere", shared: "/nowhere")
    let replay = try scenario.workload.prepare(scenario.regionCase(size: 1), folders: folders)
    #expect(replay.frameCount == 4)
  }

  @Test func oneSettingNeedsNoList() throws {
    let scenario = try RegionUpdatesScenario().replacing("map", by: "map: { fitting: expanding }")
      .replacing("app", by: "app: { delivery: asynchronous, animated: true }").scenario()
    #expect(scenario.workload.variants == ["expanding"])
    let inspection = try scenario.inspectRegions(scenario.regionCase(size: 1))
    #expect(inspection.outcomes.map(\.setting) == ["asynchronous, animated"])
  }

  @Test func aProfileWithoutUpdates() throws {
    var profile = ProfileText()
    profile.set("hang-threshold", 250, "ms")
    profile.set("watchdog", 10, "s")
    let folder = try TemporaryFolder()
    _ = try folder.write(profile.text, to: "profile.yaml")
    #expect(throws: InputError.self) {
      try RegionUpdatesScenario()
        .replacing("device", by: "device: { viewport: [393, 852], profile: profile.yaml }")
        .scenario(in: folder.path)
    }
  }

  /// Two seconds were recorded, so that three cannot be replayed.
  @Test func aTraceThatIsTooShort() throws {
    let folder = try TemporaryFolder()
    let pins = PinGenerator.cities.pins(count: 50, seed: 1)
    let trace = CameraTraceGenerator.panAndZoom.trace(
      frames: 121, refresh: 60, seed: 1, pins: pins, viewport: RegionScreen.viewport,
      profile: .sample())
    let path = try folder.write(trace.jsonLines, to: "trace.jsonl")
    let scenario = try RegionUpdatesScenario()
      .replacing("camera", by: "camera: { file: trace.jsonl }").scenario(in: folder.path)
    #expect(scenario.sizes == [2])
    #expect(scenario.workload.inputFiles == [path])
    try scenario.workload.check(sizes: [1, 2])
    let error = WorkloadError.traceTooShort(file: path, found: 2, wanted: 3)
    #expect(throws: error) { try scenario.workload.check(sizes: [2, 3]) }
    #expect("\(error)".contains("expected a camera trace of at least 3 seconds"))
  }

  /// A key of the file wins over the profile's parameter.
  @Test func theProfileHasTheRatesThatTheFileHasNot() throws {
    let folder = try TemporaryFolder()
    var profile = ProfileText(basedOn: "iphone-simulator")
    profile.set("command-rate", 0.4, "1/s")
    profile.set("resize-rate", 0.3, "1/s")
    _ = try folder.write(profile.text, to: "profile.yaml")
    func workload(_ events: String?) throws -> any Workload {
      try RegionUpdatesScenario()
        .replacing("device", by: "device: { viewport: [393, 852], profile: profile.yaml }")
        .replacing("events", by: events).scenario(in: folder.path).workload
    }
    func rates(_ events: String?) throws -> String? {
      try workload(events).facts.first { $0.name == "events" }?.value
    }
    #expect(
      try rates(nil)
        == "1.0 positions, 0.2 refreshes, 0.4 commands, 0.3 resizes a second, seed 0")
    #expect(
      try rates("events: { commands: 0.5, seed: 3 }")
        == "1.0 positions, 0.2 refreshes, 0.5 commands, 0.3 resizes a second, seed 3")
    #expect(try workload(nil).profileGroups == [.app, .updates, .regionUse, .gestures])
  }

  /// Each map on each device; the name of the map comes first.
  @Test func eachMapIsReplayedOnEachDevice() throws {
    let scenario = try RegionUpdatesScenario()
      .replacing(
        "device",
        by: "device: { viewport: [393, 852], refresh: [60, 120], "
          + "profile: [iphone-simulator, slow-device] }"
      )
      .replacing("camera", by: "camera: { trace: pan-and-zoom, seconds: 3, seed: 7 }")
      .scenario()
    #expect(scenario.workload.variants.count == 8)
    #expect(
      scenario.workload.variants.prefix(4) == [
        "exact, 60 Hz, iphone-simulator", "exact, 60 Hz, slow-device",
        "exact, 120 Hz, iphone-simulator", "exact, 120 Hz, slow-device",
      ])
    #expect(scenario.sizes == [3], "the seconds of the camera")
    for variant in scenario.workload.variants {
      let isSlow = variant.hasSuffix("slow-device")
      #expect(
        scenario.workload.platform(of: variant).profile?.name
          == (isSlow ? "slow-device" : "iphone-simulator"))
      let values = try scenario.replayRegions(scenario.regionCase(variant: variant))
      #expect(values["map-changes"] ?? 0 > 0)
    }
  }

  /// A variant of another run's file, say: the error says which there are.
  @Test func aVariantThatIsNotThere() throws {
    let scenario = try RegionUpdatesScenario().scenario()
    let folders = TrialFolders(own: "/nowhere", shared: "/nowhere")
    let error = WorkloadError.unknownVariant("expanding", known: ["exact", "residual"])
    #expect(throws: error) {
      try scenario.workload.prepare(
        scenario.regionCase(variant: "expanding"), folders: folders)
    }
    #expect("\(error)".contains("expected one of exact, residual"))
  }
}
