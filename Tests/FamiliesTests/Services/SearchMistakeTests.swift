import Families
import PinData
import ScenarioModel
import Simulation
import Support
import TestSupport
import Testing

/// Keys of a scenario of the search family that do not go together, and files that it cannot have.
@Suite struct SearchMistakeTests {
  @Test(arguments: mistakes)
  func keysThatDoNotGoTogether(_ mistake: ScenarioMistake) throws {
    let file = FamilyTrial.file(
      of: Family.search,
      YAMLEntries([
        ("places", "{ per-city: 2, seed: 42 }"), ("typing", "{ people: 2, searches: 3, seed: 7 }"),
        ("platform", "{ profile: iphone-simulator, seed: 3 }"),
      ]))
    let problem = try mistake.found { key, line in
      file.replacing(key, by: String(line.dropFirst(key.count + 2))).lines
    }
    #expect(problem == mistake.problem)
  }

  private static let mistakes: [ScenarioMistake] = [
    eitherPlaces("{ file: a.csv, per-city: §5 }", "per-city", found: "'5'"),
    eitherPlaces("{ seed: §5, file: a.csv }", "seed", found: "'5'"),
    eitherPlaces(
      "{ file: a.csv, streets-named-after: §[park] }", "streets-named-after", found: "a list"),
    ScenarioMistake("typing: §{ searches: 5 }", missing: "people", in: "typing"),
    ScenarioMistake(
      "typing: { people: 1, wants: [address], categories: §[park] }",
      .invalidValue(
        of: "categories", expected: "'point-of-interest' among 'wants'", found: "a list")),
  ]

  private static func eitherPlaces(
    _ places: String, _ key: String, found: String
  ) -> ScenarioMistake {
    ScenarioMistake(
      "places: \(places)",
      .invalidValue(of: key, expected: "either 'file' or 'per-city' with 'seed'", found: found))
  }

  // MARK: - Files

  /// What reading or checking a scenario with files says, with the folder's path taken out.
  private func message(
    places: String? = PlaceFileText.csv(Self.cafes), people: String = "{ people: 1 }",
    sizes: [Int]? = nil, profile: ProfileText? = nil
  ) throws -> String {
    let folder = try TemporaryFolder()
    do {
      let trial = try FamilyTrial(
        Family.search, "platform: {}",
        replacing: [
          "places": "{ file: places.csv }",
          "platform": "{ profile: \(profile == nil ? "iphone-simulator" : "profile.yaml") }",
          "typing": people,
        ], sizes: sizes, profile: profile ?? ProfileText(basedOn: "iphone-simulator"),
        files: ["places.csv": places].compactMapValues(\.self), folder: folder)
      try trial.scenario.workload.check(sizes: trial.scenario.sizes)
      return "good"
    } catch {
      return "\(error)".replacing(folder.path + "/", with: "")
    }
  }

  private static let cafes: [Place] = (0..<4).map {
    .cafe("Luna \($0)", 0.001 * Double($0), 0, prominence: 0)
  }

  @Test func aGoodFileIsNoMistake() throws {
    #expect(try message(sizes: [1, 4]) == "good")
  }

  /// Mistakes inside of files are tests of their readers.
  @Test func filesThatCannotBeRead() throws {
    let noPlaces = try message(places: nil)
    #expect(noPlaces.hasPrefix("scenario.yaml:"))
    #expect(noPlaces.hasSuffix(": error: places.csv: there is no such file"))
    let category = try message(places: "name,category,lat,lon\nLuna,cafe,0,0\nSol,moonbase,0,0\n")
    #expect(category.hasPrefix("places.csv:3:2: error: expected a category of MapKit's"))
    #expect(category.contains("found \"moonbase\""))
  }

  @Test func filesWithTooLittle() throws {
    #expect(
      try message(sizes: [2, 5])
        == "places.csv: expected at least 5 places for this size, found 4; "
        + "lower 'sizes' or give a larger file")
    #expect(
      try message(people: "{ people: 1, wants: [address] }")
        == "expected at least one place of a category that people search for, found none; give a "
        + "file with such places")
  }

  @Test func aProfileWithoutSearch() throws {
    let profile = ProfileText().setting(["hang-threshold": (250, "ms"), "watchdog": (10, "s")])
    let message = try message(profile: profile)
    #expect(
      message.hasPrefix(
        "scenario.yaml:6:22: error: profile: expected a profile with the parameters of a search: "
          + "search-latency-median, search-latency-p95, "))
    #expect(message.contains("the profile test has none of them, found 'profile.yaml'"))
  }

  @Test func theFilesOfTheWorldAreListed() throws {
    let trial = try FamilyTrial.search([.typing("luna")])
    #expect(
      trial.scenario.workload.inputFiles
        == ["places.csv", "profile.yaml"].map(trial.folder.file))
    #expect(trial.scenario.workload.seeds.map(\.name) == ["typing", "network"])
  }
}
