import PinData
import PlatformProfiles
import ScenarioModel
import SearchFamilies
import TestSupport
import Testing
import YAMLReading

/// Every mistake in a scenario of the geocoding family is found where it stands, and nothing is
/// run.
@Suite struct GeocodingMistakeTests {
  private typealias Mistake = ScenarioMistake

  @Test func theTextWithoutAMistakeIsRead() throws {
    let folder = try TemporaryFolder()
    let scenario = try SearchScenarioText.geocoding.scenario(in: folder)
    #expect(scenario.sizes == [10])
    try scenario.workload.check(sizes: [10, 100_000])
  }

  @Test("a mistake in one line", arguments: ofTheList + SearchMistakeTests.ofThePlatform + others)
  func mistake(_ mistake: ScenarioMistake) throws {
    #expect(
      try mistake.found { SearchScenarioText.geocoding.replacing($0, by: $1).text }
        == mistake.problem)
  }

  @Test("a key that must be there", arguments: ["places", "list", "platform"])
  func missingKey(_ key: String) throws {
    let text = SearchScenarioText.geocoding.replacing(key, by: nil).text
    #expect(
      try MarkedText("§" + text).scenarioProblem()
        == .missingKey(key, in: "the file"))
  }

  private static let ofTheList: [ScenarioMistake] = [
    Mistake("list: §long", "list", isNo: "a mapping of keys", found: "'long'"),
    Mistake("list: §{ people: 5 }", missing: "rows", in: "list"),
    Mistake(
      "list: { rows: 5, §row: 5 }", unknown: "row", in: "list", known: ["rows", "people", "seed"]),
    Mistake("list: { rows: §0 }", "rows", in: 1...100_000, found: "0"),
    Mistake("list: { rows: §-5 }", "rows", in: 1...100_000, found: "-5"),
    Mistake("list: { rows: §100_001 }", "rows", in: 1...100_000, found: "100_001"),
    Mistake("list: { rows: §many }", "rows", isNo: "a whole number", found: "'many'"),
    Mistake("list: { rows: 5, people: §0 }", "people", in: 1...10_000, found: "0"),
    Mistake("list: { rows: 5, people: §10_001 }", "people", in: 1...10_000, found: "10_001"),
    Mistake("list: { rows: 5, seed: §-1 }", "seed", in: 0 ... .max, found: "-1"),
  ]

  private static let others: [ScenarioMistake] = [
    Mistake(
      "places: { file: a.csv, per-city: §5 }",
      .invalidValue(
        of: "per-city", expected: "either 'file' or 'per-city' with 'seed'", found: "'5'")),
    Mistake("sizes: [§0]", "sizes", in: 1...100_000, found: "0"),
    Mistake("sizes: [§100_001]", "sizes", in: 1...100_000, found: "100_001"),
    Mistake(
      "strategies: [geocode-per-row, §default-request]",
      .unknownName(
        "default-request", what: "strategy in the family geocoding",
        known: GeocodingFamily().strategies.map(\.name))),
  ]

  // MARK: - Files

  private func trial(_ places: [Place], rows: Int = 10) throws -> GeocodingTrial {
    try GeocodingTrial(places: places, rows: rows)
  }

  /// Said before anything is run, and not by the first trial.
  @Test func placesWithoutAnAddress() throws {
    let trial = try trial([.cafe("Luna", 0, 0, prominence: 0)])
    #expect(throws: WorkloadError.noAddresses) {
      try trial.scenario.workload.check(sizes: trial.scenario.sizes)
    }
    #expect(throws: WorkloadError.noAddresses) { try trial.prepare("geocode-per-row") }
  }

  /// A list may be longer than there are places: people were there several times.
  @Test func oneAddressIsEnough() throws {
    let trial = try trial([.address("1", "Main Street", 0, 0)])
    try trial.scenario.workload.check(sizes: [100])
    #expect(try trial.run("geocode-per-row", size: 20)["rows-labelled"] == 1)
  }

  @Test func aFileThatIsNotThere() throws {
    let folder = try TemporaryFolder()
    let scenario = try SearchScenarioText.geocoding
      .replacing("places", by: "places: { file: places.csv }").scenario(in: folder)
    #expect(scenario.workload.inputFiles == [folder.path + "/places.csv"])
    #expect {
      try scenario.workload.check(sizes: scenario.sizes)
    } throws: { error in
      "\(error)".hasPrefix("\(folder.path)/places.csv:1:1: error: cannot read the file: ")
    }
  }

  /// A watchdog that waits no time at all would end every app before it begins.
  @Test(arguments: [(0, "s"), (0.4, "ns")])
  func aProfileWithAWatchdogThatDoesNotWait(value: Double, unit: String) throws {
    var profile = ProfileText.steadySearch()
    profile.set("watchdog", value, unit)
    let folder = try TemporaryFolder()
    _ = try folder.write(profile.text, to: "profile.yaml")
    #expect(throws: InputError.self) {
      try SearchScenarioText.geocoding
        .replacing("platform", by: "platform: { profile: profile.yaml }").scenario(in: folder)
    }
  }

  @Test func aProfileWithoutSearch() throws {
    var profile = ProfileText()
    profile.set("hang-threshold", 250, "ms")
    profile.set("watchdog", 10, "s")
    let folder = try TemporaryFolder()
    _ = try folder.write(profile.text, to: "profile.yaml")
    #expect {
      try SearchScenarioText.geocoding
        .replacing("platform", by: "platform: { profile: profile.yaml }").scenario(in: folder)
    } throws: { error in
      "\(error)".hasPrefix(
        "\(folder.path)/scenario.yaml:6:22: error: profile: expected a profile with the "
          + "parameters of a search: ")
    }
  }
}
