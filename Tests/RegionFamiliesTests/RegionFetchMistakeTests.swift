import RegionFamilies
import ScenarioModel
import TestSupport
import Testing
import YAMLReading

/// Every mistake in a scenario of the region fetches family is found where it stands, and nothing
/// is run.
@Suite struct RegionFetchMistakeTests {
  private static let lines: [String: String?] = [
    "family": "family: region-fetches",
    "user": "user: { looks: 0.5, seed: 1 }",
    "network": "network: { failures: 0.1, seed: 2 }",
    "naive": "naive: fetch-each-end",
    "strategies": "strategies: [fetch-each-end, fetch-debounced]",
    "thresholds": nil, "claims": nil,
  ]

  private static func text(replacing key: String = "", by line: String? = nil) -> String {
    var lines = lines
    if !key.isEmpty { lines[key] = .some(line) }
    return ScenarioText.replacing(lines)
  }

  @Test func theTextWithoutAMistakeIsRead() throws {
    let scenario = try Scenario(text: Self.text())
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

  @Test("a mistake in one line", arguments: mistakes)
  func mistake(_ mistake: ScenarioMistake) throws {
    #expect(try mistake.found { Self.text(replacing: $0, by: $1) } == mistake.problem)
  }

  @Test("a key that must be there", arguments: ["data", "device", "camera", "network"])
  func missingKey(_ key: String) throws {
    #expect(
      try MarkedText("§" + Self.text(replacing: key)).scenarioProblem()
        == .missingKey(key, in: "the file"))
  }

  private typealias Mistake = ScenarioMistake

  private static let mistakes: [ScenarioMistake] = [
    Mistake("user: §somebody", "user", isNo: "a mapping of keys", found: "'somebody'"),
    Mistake("user: { §look: 1 }", unknown: "look", in: "user", known: ["looks", "seed"]),
    Mistake("user: { looks: §often }", "looks", isNo: "a number", found: "'often'"),
    Mistake(
      "user: { looks: §1.5 }",
      .invalidValue(of: "looks", expected: "a number from 0.0 to 1.0", found: "'1.5'")),
    Mistake("user: { seed: §-1 }", "seed", in: 0 ... .max, found: "-1"),
    Mistake("network: §[]", "network", isNo: "a mapping of keys", found: "a list"),
    Mistake(
      "network: { §latency: 5 }", unknown: "latency", in: "network", known: ["failures", "seed"]),
    Mistake(
      "network: { failures: §-0.1 }",
      .invalidValue(of: "failures", expected: "a number from 0.0 to 1.0", found: "'-0.1'")),
    Mistake("network: { seed: §x }", "seed", isNo: "a whole number", found: "'x'"),
    Mistake(
      "strategies: [fetch-each-end, §all-pins]",
      .unknownName(
        "all-pins", what: "strategy in the family region-fetches",
        known: RegionFetchesFamily().strategies.map(\.name))),
  ]

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
