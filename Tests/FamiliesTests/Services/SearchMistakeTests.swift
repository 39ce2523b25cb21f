import Families
import PinData
import ScenarioModel
import Simulation
import Support
import TestSupport
import Testing

/// Keys of a scenario of the search family that do not go together, and files that it cannot have.
@Suite struct SearchMistakeTests {
  private static let places = "expected either 'file' or 'per-city' with 'seed', found"

  @Test(
    arguments: markedMistakes([
      "places: { file: a.csv, per-city: §5 }": "per-city: \(places) '5'",
      "places: { seed: §5, file: a.csv }": "seed: \(places) '5'",
      "places: { file: a.csv, streets-named-after: §[park] }":
        "streets-named-after: \(places) a list",
      "typing: §{ searches: 5 }": "typing needs the key 'people', which is missing",
      "typing: { people: 1, wants: [address], categories: §[park] }":
        "categories: expected 'point-of-interest' among 'wants', found a list",
    ]))
  func keysThatDoNotGoTogether(line: String, message: String) throws {
    let file = FamilyTrial.file(
      of: Family.search,
      YAMLEntries([
        ("places", "{ per-city: 2, seed: 42 }"), ("typing", "{ people: 2, searches: 3, seed: 7 }"),
        ("platform", "{ profile: iphone-simulator, seed: 3 }"),
      ]))
    let key = String(line.prefix { $0 != ":" })
    let text = file.replacing(key, by: String(line.dropFirst(key.count + 2))).lines
    #expect(try MarkedText(text).scenarioMessage() == message)
  }

  // MARK: - Files

  /// The error of reading or checking a scenario with files, without the folder's path.
  private func message(
    places: String? = PlaceFileText.csv(Self.cafes), people: String = "{ people: 1 }",
    sizes: [Int]? = nil
  ) throws -> String {
    let folder = try TemporaryFolder()
    do {
      let trial = try FamilyTrial(
        Family.search,
        """
        platform: { profile: iphone-simulator }
        places: { file: places.csv }
        typing: \(people)
        """, sizes: sizes, files: ["places.csv": places].compactMapValues(\.self), folder: folder)
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
    #expect(category.hasPrefix("places.csv:3:2: error: expected a MapKit category"))
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

  @Test func theFilesOfTheWorldAreListed() throws {
    let trial = try FamilyTrial.search([.typing("luna")])
    #expect(
      trial.scenario.workload.inputFiles
        == ["places.csv", "profile.yaml"].map(trial.folder.file))
    #expect(trial.scenario.workload.seeds.map(\.name) == ["typing", "network"])
  }
}
