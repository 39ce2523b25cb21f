import PinData
import PlatformProfiles
import ScenarioModel
import SearchFamilies
import TestSupport
import Testing
import YAMLReading

/// Keys of a scenario of the search family that do not go together, and files that it cannot have.
@Suite struct SearchMistakeTests {
  private typealias Mistake = ScenarioMistake

  @Test func theTextWithoutAMistakeIsRead() throws {
    let folder = try TemporaryFolder()
    let scenario = try SearchScenarioText.search.scenario(in: folder)
    #expect(scenario.sizes == [400])
    #expect(scenario.workload.inputFiles.isEmpty)
    try scenario.workload.check(sizes: [400, 1])
  }

  @Test("keys that do not go together", arguments: mistakes)
  func mistake(_ mistake: ScenarioMistake) throws {
    #expect(
      try mistake.found { SearchScenarioText.search.replacing($0, by: $1).text } == mistake.problem)
  }

  private static let mistakes: [ScenarioMistake] = [
    eitherPlaces("{ file: a.csv, per-city: §5 }", "per-city", found: "'5'"),
    eitherPlaces("{ seed: §5, file: a.csv }", "seed", found: "'5'"),
    eitherPlaces(
      "{ file: a.csv, streets-named-after: §[park] }", "streets-named-after", found: "a list"),
    eitherTyping("people"), eitherTyping("searches"), eitherTyping("seed"),
    Mistake("typing: §{ searches: 5 }", missing: "people", in: "typing"),
    Mistake(
      "typing: { people: 1, wants: [address], categories: §[park] }",
      .invalidValue(
        of: "categories", expected: "'point-of-interest' among 'wants'", found: "a list")),
    Mistake(
      "typing: { people: 1, categories: [park, §parc] }",
      .unknownName(
        "parc", what: "category", known: PointOfInterestCategory.allCases.map(\.rawValue))),
  ]

  private static func eitherPlaces(
    _ places: String, _ key: String, found: String
  ) -> ScenarioMistake {
    Mistake(
      "places: \(places)",
      .invalidValue(of: key, expected: "either 'file' or 'per-city' with 'seed'", found: found))
  }

  private static func eitherTyping(_ key: String) -> ScenarioMistake {
    Mistake(
      "typing: { file: a.jsonl, \(key): §5 }",
      .invalidValue(
        of: key, expected: "either 'file' or 'people' with 'searches' and 'seed'", found: "'5'"))
  }

  // MARK: - Files

  /// What reading or checking a scenario with files says, with the folder's path taken out.
  private func message(
    _ files: [String: String], places: String = "{ file: places.csv }",
    typing: String = "{ people: 1 }", sizes: String? = nil,
    profile: String = "iphone-simulator"
  ) throws -> String? {
    let folder = try TemporaryFolder()
    for (name, text) in files { _ = try folder.write(text, to: name) }
    let text = SearchScenarioText.search
      .replacing("places", by: "places: \(places)").replacing("typing", by: "typing: \(typing)")
      .replacing("platform", by: "platform: { profile: \(profile) }")
      .replacing("sizes", by: sizes.map { "sizes: \($0)" })
    do {
      let scenario = try text.scenario(in: folder)
      try scenario.workload.check(sizes: scenario.sizes)
      return nil
    } catch {
      return "\(error)".replacing(folder.path + "/", with: "")
    }
  }

  private static let cafes = PlaceFileText.csv(
    (0..<4).map { .cafe("Luna \($0)", 0.001 * Double($0), 0, prominence: 0) })

  private static func typing(wanting name: String, latitude: Double = 0) -> String {
    """
    {"person": 0, "time": 1, "region": {"center": {"latitude": 0, "longitude": 0}, \
    "span": {"latitudeDelta": 0.1, "longitudeDelta": 0.1}}, "wanted": {"name": "\(name)", \
    "latitude": \(latitude), "longitude": 0}}
    {"person": 0, "time": 2, "text": "luna"}
    {"person": 0, "time": 3, "action": "submit"}

    """
  }

  @Test func goodFilesAreNoMistake() throws {
    let files = ["places.csv": Self.cafes, "typing.jsonl": Self.typing(wanting: "Luna 0")]
    #expect(try message(files, typing: "{ file: typing.jsonl }") == nil)
    #expect(try message(files, sizes: "[1, 4]") == nil)
  }

  @Test func theFilesOfTheWorldAreListed() throws {
    let trial = try SearchTrial(
      places: [.cafe("Luna", 0, 0, prominence: 0)], searches: [.typing("luna")])
    #expect(
      trial.scenario.workload.inputFiles
        == ["places.csv", "typing.jsonl", "profile.yaml"].map { trial.folder.path + "/" + $0 })
    #expect(trial.scenario.workload.seeds.map(\.name) == ["network"])
  }

  @Test func fewerPlacesThanTheSize() throws {
    #expect(
      try message(["places.csv": Self.cafes], sizes: "[2, 5]")
        == "places.csv: expected at least 5 places for this size, found 4; "
        + "lower 'sizes' or give a larger file")
  }

  @Test func aFileThatIsNotThere() throws {
    let message = try #require(try message([:]))
    #expect(message.hasPrefix("places.csv:1:1: error: cannot read the file: "))
    let typing = try #require(
      try self.message(["places.csv": Self.cafes], typing: "{ file: typing.jsonl }"))
    #expect(typing.hasPrefix("typing.jsonl: cannot read the file: "))
  }

  @Test func filesWithoutAPlace() throws {
    let empty = try #require(try message(["places.csv": ""]))
    #expect(empty.hasPrefix("places.csv:1:1: error: expected CSV with a header line, found an"))
    let header = try #require(try message(["places.csv": "name,lat,lon\n"]))
    #expect(
      header.hasPrefix("places.csv:1:1: error: expected at least one place, found none."))
    let collection = try #require(
      try message(
        ["places.geojson": #"{"type": "FeatureCollection", "features": []}"#],
        places: "{ file: places.geojson }"))
    #expect(collection.hasPrefix("places.geojson:1:1: error: expected at least one place"))
  }

  @Test func aMistakeInAPlaceHasItsPlace() throws {
    let text = "name,category,lat,lon\nLuna,cafe,0,0\nSol,moonbase,0,0\n"
    let message = try #require(try message(["places.csv": text]))
    #expect(message.hasPrefix("places.csv:3:2: error: expected a category of MapKit's"))
    #expect(message.contains("found \"moonbase\""))
  }

  @Test func aTraceThatNamesAnUnknownPlace() throws {
    let unknown = try #require(
      try message(
        ["places.csv": Self.cafes, "typing.jsonl": Self.typing(wanting: "Sol")],
        typing: "{ file: typing.jsonl }"))
    #expect(unknown.hasPrefix("typing.jsonl, line 1: expected a place of the data within 200 m"))
    #expect(unknown.contains("named \"Sol\", found none of that name"))
    let far = try #require(
      try message(
        ["places.csv": Self.cafes, "typing.jsonl": Self.typing(wanting: "Luna 0", latitude: 1)],
        typing: "{ file: typing.jsonl }"))
    #expect(far.contains("named \"Luna 0\", found the nearest one 111195 m away"))
    // Of the two places of the smaller size it is none.
    let files = ["places.csv": Self.cafes, "typing.jsonl": Self.typing(wanting: "Luna 1")]
    #expect(try message(files, typing: "{ file: typing.jsonl }") == nil)
    let smaller = try #require(
      try message(files, typing: "{ file: typing.jsonl }", sizes: "[4, 2]"))
    #expect(smaller.hasPrefix("typing.jsonl, line 1: expected a place of the data"))
  }

  @Test func aTraceWithoutASearch() throws {
    for (text, place) in [("", "typing.jsonl: "), ("{\"person\": 0}\n", "typing.jsonl, line 1: ")] {
      let message = try #require(
        try message(
          ["places.csv": Self.cafes, "typing.jsonl": text], typing: "{ file: typing.jsonl }"))
      #expect(message.hasPrefix(place))
    }
  }

  @Test func placesOfNoWantedKind() throws {
    let typing = "{ people: 1, wants: [address] }"
    #expect(
      try message(["places.csv": Self.cafes], typing: typing)
        == "\(WorkloadError.nothingToWant)")
    #expect(try message(["places.csv": Self.cafes], typing: "{ people: 1 }") == nil)
  }

  // MARK: - Profiles

  @Test func aProfileWithoutSearch() throws {
    var profile = ProfileText()
    profile.set("hang-threshold", 250, "ms")
    profile.set("watchdog", 10, "s")
    let message = try #require(
      try message(["profile.yaml": profile.text], places: "{}", profile: "profile.yaml"))
    #expect(
      message.hasPrefix(
        "scenario.yaml:6:22: error: profile: expected a profile with the parameters of a search: "
          + "search-latency-median, search-latency-p95, "))
    #expect(message.contains("the profile test has none of them, found 'profile.yaml'"))
  }

  @Test func aProfileThatIsNotThere() throws {
    let message = try #require(try message([:], places: "{}", profile: "profile.yaml"))
    #expect(message.hasPrefix("profile.yaml:1:1: error: the file cannot be read: "))
  }

  @Test func aProfileWithAGap() throws {
    var profile = ProfileText()
    profile.set("hang-threshold", 250, "ms")
    profile.set("watchdog", 10, "s")
    profile.set("throttle-limit", 50, "count")
    let message = try #require(
      try message(["profile.yaml": profile.text], places: "{}", profile: "profile.yaml"))
    #expect(message.contains("error: parameters needs the key 'search-latency-median'"))
  }
}
