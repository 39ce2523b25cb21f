import PinData
import PlatformProfiles
import ScenarioModel
import SearchFamilies
import TestSupport
import Testing
import YAMLReading

/// Places and profiles that a scenario of the geocoding family cannot have.
@Suite struct GeocodingMistakeTests {
  @Test func theTextWithoutAMistakeIsRead() throws {
    let folder = try TemporaryFolder()
    let scenario = try SearchScenarioText.geocoding.scenario(in: folder)
    #expect(scenario.sizes == [10])
    try scenario.workload.check(sizes: [10, 100_000])
  }

  /// Said before anything is run, and not by the first trial.
  @Test func placesWithoutAnAddress() throws {
    let trial = try GeocodingTrial(places: [.cafe("Luna", 0, 0, prominence: 0)], rows: 10)
    #expect(throws: WorkloadError.noAddresses) {
      try trial.scenario.workload.check(sizes: trial.scenario.sizes)
    }
    #expect(throws: WorkloadError.noAddresses) { try trial.prepare("geocode-per-row") }
  }

  /// A list may be longer than there are places: people were there several times.
  @Test func oneAddressIsEnough() throws {
    let trial = try GeocodingTrial(places: [.address("1", "Main Street", 0, 0)], rows: 10)
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
