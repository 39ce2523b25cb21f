import Families
import PinData
import ScenarioModel
import Simulation
import TestSupport
import Testing

/// The keys that a scenario of the region family may omit, its variants, and the files that it
/// needs.
@Suite struct RegionUpdatesMistakeTests {
  /// Without a word on them, all maps and settings are replayed; one needs no list.
  @Test func whatMayBeLeftOut() throws {
    let scenario = try FamilyTrial.updates().scenario
    #expect(scenario.workload.variants == ["exact", "residual"])
    // 600 frames at 60 a second.
    #expect(scenario.sizes == [10])
    #expect(scenario.workload.seeds.map(\.name) == ["pins", "camera", "events"])
    try scenario.workload.check(sizes: [1, 3_600])
    let all = try FamilyTrial.updates(["map": nil, "app": nil, "events": nil])
    #expect(
      all.scenario.workload.variants == ["exact", "residual", "center-residual", "expanding"])
    #expect(try all.prepare("unguarded", size: 1).frameCount == 4)
    let one = try FamilyTrial.updates([
      "map": "{ fitting: expanding }", "app": "{ delivery: asynchronous, animated: true }",
    ])
    #expect(one.scenario.workload.variants == ["expanding"])
    let outcomes = try one.inspect("unguarded", size: 1).outcomes
    #expect(outcomes.map(\.setting) == ["asynchronous, animated"])
  }

  /// Two seconds were recorded, so that three cannot be replayed.
  @Test func aTraceThatIsTooShort() throws {
    let trace = CameraTraceGenerator.panAndZoom.trace(
      frames: 121, refresh: 60, seed: 1, pins: PinGenerator.cities.pins(count: 50, seed: 1),
      viewport: RegionScreen.viewport, profile: .sample())
    let trial = try FamilyTrial.updates(
      ["camera": "{ file: trace.jsonl }"], files: ["trace.jsonl": trace.jsonLines])
    let workload = trial.scenario.workload
    #expect(trial.scenario.sizes == [2])
    #expect(workload.inputFiles == ["trace.jsonl", "profile.yaml"].map(trial.folder.file))
    try workload.check(sizes: [1, 2])
    let error = #expect(throws: WorkloadError.self) { try workload.check(sizes: [2, 3]) }
    let file = trial.folder.file("trace.jsonl")
    let words = "\(file): expected a camera trace of at least 3 seconds for this size, found 2; "
    #expect(error?.description.hasPrefix(words) == true)
  }

  /// A key of the file wins over the profile's parameter.
  @Test(arguments: [
    ("", "0.4 commands, 0.3 resizes a second, seed 0"),
    ("{ commands: 0.5, seed: 3 }", "0.5 commands, 0.3 resizes a second, seed 3"),
  ])
  func theProfileHasTheRatesThatTheFileHasNot(events: String, fact: String) throws {
    let workload = try FamilyTrial.updates(
      ["events": events.isEmpty ? nil : events],
      profile: .simulator(["command-rate": (0.4, "1/s"), "resize-rate": (0.3, "1/s")])
    ).scenario.workload
    #expect(
      workload.facts.first { $0.name == "events" }?.value
        == "1.0 positions, 0.2 refreshes, \(fact)")
    #expect(workload.profileGroups == [.app, .updates, .regionUse, .gestures])
  }

  /// Each map on each device; the name of the map comes first.
  @Test func eachMapIsReplayedOnEachDevice() throws {
    let trial = try FamilyTrial.updates([
      "device":
        "{ viewport: [393, 852], refresh: [60, 120], profile: [iphone-simulator, slow-device] }",
      "camera": "{ trace: pan-and-zoom, seconds: 3, seed: 7 }",
    ])
    let workload = trial.scenario.workload
    #expect(workload.variants.count == 8)
    #expect(
      workload.variants.prefix(4) == [
        "exact, 60 Hz, iphone-simulator", "exact, 60 Hz, slow-device",
        "exact, 120 Hz, iphone-simulator", "exact, 120 Hz, slow-device",
      ])
    #expect(trial.scenario.sizes == [3], "the seconds of the camera")
    for variant in workload.variants {
      let profile = variant.hasSuffix("slow-device") ? "slow-device" : "iphone-simulator"
      #expect(workload.platform(of: variant).profile?.name == profile)
      #expect(try #require(trial.run("unguarded", variant: variant)["map-changes"]) > 0)
    }
  }
}

/// The keys that a scenario of the region fetches family may omit, and the files that it needs.
@Suite struct RegionFetchMistakeTests {
  @Test func aUserAndFailuresMayBeLeftOut() throws {
    let workload = try FamilyTrial.fetches().scenario.workload
    #expect(workload.seeds.map(\.name) == ["pins", "camera", "user", "network"])
    #expect(workload.seeds.map(\.seed) == [42, 7, 5, 3])
    #expect(workload.refresh == nil, "nothing is drawn")
    let seeds = try FamilyTrial.fetches(["user": nil, "network": "{}"]).scenario.workload.seeds
    #expect(seeds.map(\.seed) == [42, 7, 0, 0])
  }

  @Test func aCameraFileThatIsNotThere() throws {
    let workload = try FamilyTrial.fetches(["camera": "{ file: camera.jsonl }"]).scenario.workload
    #expect { try workload.check(sizes: [10]) } throws: { "\($0)".contains("camera.jsonl") }
  }
}
