import MapGeometry
import Measurement
import PinData
import ScenarioModel
import SearchFamilies
import TestSupport

/// A search scenario over places and typing of a test's own, in files of a folder.
struct SearchTrial {
  private static let name = "sample"

  let folder: TemporaryFolder
  let scenario: Scenario
  /// The folder that all replays share, as the trials of a run do.
  let shared: String

  /// An environment made by hand.
  init(
    places: [Place], asGeoJSON: Bool = false, searches: [TypedSearch], wants: String? = nil,
    profile: ProfileText = .steadySearch(), failures: Double = 0,
    adding entries: [StrategyEntry<SearchMake>] = []
  ) throws {
    let folder = try TemporaryFolder()
    let file = asGeoJSON ? "places.geojson" : "places.csv"
    _ = try folder.write(
      asGeoJSON ? PlaceFileText.geoJSON(places) : PlaceFileText.csv(places), to: file)
    _ = try folder.write(
      TypingTrace(searches: searches).jsonLines(places: PlaceSet(places: places)),
      to: "typing.jsonl")
    try self.init(
      folder: folder, places: "{ file: \(file) }",
      typing: "{ file: typing.jsonl\(wants.map { ", wants: [\($0)]" } ?? "") }", profile: profile,
      failures: failures, adding: entries)
  }

  /// Two places around each of the 200 cities and the typing of some people, from files: reading
  /// them takes less time than making them.
  init(
    people: Int, searches: Int, profile: ProfileText = .steadySearch(),
    adding entries: [StrategyEntry<SearchMake>] = []
  ) throws {
    let typing = TypingGenerator(
      people: people, searchesPerPerson: searches, seed: 7, profile: .sample())
    try self.init(
      places: Self.generated.places, searches: typing.trace(over: Self.generated).searches,
      profile: profile, adding: entries)
  }

  private static let generated = PlaceGenerator.places(count: 400, seed: 42)

  /// An environment with the places and typing of the scenario's text.
  init(
    folder: TemporaryFolder? = nil, places: String, typing: String,
    profile: ProfileText = .steadySearch(), failures: Double = 0,
    adding entries: [StrategyEntry<SearchMake>] = []
  ) throws {
    let folder = try folder ?? TemporaryFolder()
    _ = try folder.write(profile.text, to: "profile.yaml")
    let family = Family.search.adding(entries)
    let strategies = family.strategies.map(\.name)
    self.folder = folder
    shared = try folder.makeFolder()
    scenario = try Scenario(
      yaml: """
        scenario: \(Self.name)
        title: A sample
        family: search
        places: \(places)
        typing: \(typing)
        platform: { profile: profile.yaml, failures: \(failures), seed: 3 }
        naive: \(strategies[0])
        strategies: [\(strategies.joined(separator: ", "))]
        """, file: folder.path + "/scenario.yaml", families: FamilyRegistry([family]))
  }

  func prepare(_ strategy: String, size: Int? = nil) throws -> any Replay {
    try scenario.workload.prepare(
      Case(
        scenario: Self.name, variant: "", size: size ?? scenario.sizes[0], strategy: strategy),
      folders: TrialFolders(own: folder.makeFolder(), shared: shared))
  }

  func run(_ strategy: String, size: Int? = nil) throws -> TrialValues {
    try TrialValues(prepare(strategy, size: size))
  }
}

extension TypedSearch {
  /// A search whose texts follow each other at a pace; all times are in seconds.
  static func typing(
    _ texts: String..., every pause: Double = 0.4, by person: Int = 0, at start: Double = 1,
    in region: Region = .aroundOrigin, wanting wanted: Int? = nil, ending: Ending = .submit,
    after rest: Double = 1
  ) -> TypedSearch {
    func nanoseconds(_ seconds: Double) -> Int64 { Int64((seconds * 1e9).rounded()) }
    let keystrokes = texts.enumerated().map { index, text in
      Keystroke(time: nanoseconds(pause * Double(index + 1)), text: text)
    }
    return TypedSearch(
      person: person, start: nanoseconds(start), region: region, wanted: wanted,
      keystrokes: keystrokes, ending: ending,
      endingTime: nanoseconds(pause * Double(texts.count) + rest))
  }
}

extension Region {
  /// Between 0.05 degrees south and north, west and east of the point 0, 0.
  static let aroundOrigin = Region(
    center: Coordinate(latitude: 0, longitude: 0),
    span: CoordinateSpan(latitudeDelta: 0.1, longitudeDelta: 0.1))
}

extension ProfileText {
  /// A platform whose answers all take equally long, so that times are known exactly.
  static func steadySearch() -> ProfileText {
    var profile = ProfileText(basedOn: "iphone-simulator")
    profile.set("hang-threshold", 250, "ms")
    profile.set("watchdog", 10, "s")
    profile.setLatency("search", median: 100, percentile95: 100)
    profile.setLatency("completion", median: 50, percentile95: 50)
    profile.setLatency("geocoding", median: 200, percentile95: 200)
    profile.setLatency("directions", median: 400, percentile95: 400)
    profile.set("completer-debounce", 250, "ms")
    profile.set("throttle-window", 60, "s")
    profile.set("throttle-limit", 50, "count")
    profile.set("result-limit", 25, "count")
    profile.set("completion-limit", 15, "count")
    profile.set("request-size", 700, "B")
    profile.set("result-size", 350, "B")
    return profile
  }

  /// Half of the answers come at once and some so late that hardly any are in order.
  static func erraticSearch() -> ProfileText {
    var profile = steadySearch()
    profile.setLatency("search", median: 200, percentile95: 20_000)
    profile.setLatency("completion", median: 200, percentile95: 20_000)
    profile.setLatency("geocoding", median: 200, percentile95: 20_000)
    return profile
  }
}
