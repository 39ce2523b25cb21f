import Families
import PinData
import ScenarioModel
import Support
import TestSupport
import Testing

/// Places and profiles that a scenario with lists of places cannot have.
@Suite struct ListMistakeTests {
  private static let families = ["geocoding", "look-around", "travel-times"]

  private func trial(
    _ family: String, _ places: [Place] = .street, profile: ProfileText = .steadySearch()
  ) throws -> FamilyTrial {
    try .lists(#require(FamilyRegistry.standard[family]), places, rows: 10, profile: profile)
  }

  /// Said before anything is run, and not by the first trial.
  @Test(arguments: families)
  func placesWithoutAnAddress(family: String) throws {
    let trial = try trial(family, [.cafe("Luna", 0, 0, prominence: 0)])
    #expect(throws: WorkloadError.noAddresses) { try trial.scenario.workload.check(sizes: [10]) }
    #expect(throws: WorkloadError.noAddresses) { try trial.prepare(trial.scenario.strategies[0]) }
  }

  /// A list may be longer than there are places: people were there several times.
  @Test func oneAddressIsEnough() throws {
    let trial = try FamilyTrial.geocoding([.address("1", "Main Street", 0, 0)], rows: 10)
    try trial.scenario.workload.check(sizes: [10, 100_000])
    #expect(try trial.run("geocode-per-row", size: 20)["rows-labelled"] == 1)
  }

  @Test(arguments: families)
  func aFileThatIsNotThere(family: String) throws {
    let trial = try trial(family)
    #expect(
      trial.scenario.workload.inputFiles == ["places.csv", "profile.yaml"].map(trial.folder.file))
    try trial.folder.remove("places.csv")
    #expect {
      try trial.scenario.workload.check(sizes: [10])
    } throws: { error in
      "\(error)".contains("scenario.yaml:")
        && "\(error)".hasSuffix("error: \(trial.folder.path)/places.csv: there is no such file")
    }
  }

  /// A watchdog that waits no time at all would end every app before it begins.
  @Test(arguments: [(0, "s"), (0.4, "ns")])
  func aProfileWithAWatchdogThatDoesNotWait(value: Double, unit: String) throws {
    let profile = ProfileText.steadySearch(("watchdog", value, unit))
    #expect(throws: InputError.self) { try trial("geocoding", profile: profile) }
  }
}
