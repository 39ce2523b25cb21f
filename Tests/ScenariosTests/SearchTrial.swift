import MapGeometry
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

  /// A world made by hand.
  init(
    places: [Place], asGeoJSON: Bool = false, searches: [TypedSearch],
    profile: ProfileText = .steadySearch(), failures: Double = 0,
    adding entries: [StrategyEntry<SearchFamily.Make>] = []
  ) throws {
    let folder = try TemporaryFolder()
    let file = asGeoJSON ? "places.geojson" : "places.csv"
    _ = try folder.write(
      asGeoJSON ? PlaceFileText.geoJSON(places) : PlaceFileText.csv(places), to: file)
    _ = try folder.write(
      TypingTrace(searches: searches).jsonLines(places: PlaceSet(places: places)),
      to: "typing.jsonl")
    try self.init(
      folder: folder, places: "{ file: \(file) }", typing: "{ file: typing.jsonl }",
      profile: profile, failures: failures, adding: entries)
  }

  /// Two places around each of the 200 cities and the typing of some people, from files: reading them
  /// takes less time than making them.
  init(
    people: Int, searches: Int, profile: ProfileText = .steadySearch(),
    adding entries: [StrategyEntry<SearchFamily.Make>] = []
  ) throws {
    let typing = TypingGenerator(people: people, searchesPerPerson: searches, seed: 7)
    try self.init(
      places: Self.generated.places, searches: typing.trace(over: Self.generated).searches,
      profile: profile, adding: entries)
  }

  private static let generated = PlaceGenerator.places(count: 400, seed: 42)

  /// A world whose places and typing are what the scenario's text says.
  init(
    folder: TemporaryFolder? = nil, places: String, typing: String,
    profile: ProfileText = .steadySearch(), failures: Double = 0,
    adding entries: [StrategyEntry<SearchFamily.Make>] = []
  ) throws {
    let folder = try folder ?? TemporaryFolder()
    _ = try folder.write(profile.text, to: "profile.yaml")
    let family = SearchFamily(adding: entries)
    let strategies = family.strategies.map(\.name)
    self.folder = folder
    shared = try folder.subfolder()
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
      folders: TrialFolders(own: folder.subfolder(), shared: shared))
  }

  func run(_ strategy: String, size: Int? = nil) throws -> PlaceTrialValues {
    try PlaceTrialValues(prepare(strategy, size: size))
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
