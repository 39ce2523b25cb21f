import RegionFamilies
import ScenarioModel
import TestSupport
import Testing

/// What a scenario of the region fetches family may leave out, and the files that it needs.
@Suite struct RegionFetchMistakeTests {
  private static let lines: [String: String?] = [
    "family": "family: region-fetches",
    "user": "user: { looks: 0.5, seed: 1 }",
    "network": "network: { failures: 0.1, seed: 2 }",
    "naive": "naive: fetch-each-end",
    "strategies": "strategies: [fetch-each-end, fetch-debounced]",
    "thresholds": nil, "claims": nil,
  ]

  @Test func theTextWithoutAMistakeIsRead() throws {
    let scenario = try Scenario(text: ScenarioText.replacing(Self.lines))
    #expect(scenario.sizes == [100, 1_000])
    #expect(scenario.workload.seeds.map(\.name) == ["pins", "camera", "user", "network"])
    #expect(scenario.workload.seeds.map(\.seed) == [42, 7, 1, 2])
    #expect(scenario.workload.refresh == nil, "nothing is drawn")
  }

  @Test func aUserAndFailuresMayBeLeftOut() throws {
    var lines = Self.lines
    lines["user"] = .some(nil)
    lines["network"] = "network: {}"
    let scenario = try Scenario(text: ScenarioText.replacing(lines))
    #expect(scenario.workload.seeds.map(\.seed) == [42, 7, 0, 0])
  }

  /// The latencies and the region ends are the profile's.
  @Test func aProfileWithoutUpdates() throws {
    var profile = ProfileText()
    profile.set("hang-threshold", 250, "ms")
    profile.set("watchdog", 10, "s")
    #expect {
      try RegionFetchTrial(pins: [0], way: [0, 0], profile: profile)
    } throws: { error in
      "\(error)".contains("profile: expected a profile with the parameters of view updates: ")
    }
  }

  @Test func aCameraFileThatIsNotThere() throws {
    let folder = try TemporaryFolder()
    let trial = try RegionFetchTrial(
      folder: folder, data: "{ generator: cities, pins: 10 }", camera: "{ file: camera.jsonl }")
    #expect(
      trial.scenario.workload.inputFiles == [
        folder.path + "/camera.jsonl", folder.path + "/profile.yaml",
      ])
    #expect {
      try trial.scenario.workload.check(sizes: [10])
    } throws: { "\($0)".contains("camera.jsonl") }
  }
}
