import MapGeometry
import PinData
import ScenarioModel
import SearchFamilies
import TestSupport

/// A geocoding scenario over places of a test's own, in files of a folder.
struct GeocodingTrial {
  private static let name = "sample"

  let folder: TemporaryFolder
  let scenario: Scenario
  /// The folder that all replays share, as the trials of a run do.
  let shared: String

  /// A world made by hand; 61 houses of one street, 20 m apart, without places.
  init(
    places: [Place] = Self.street, rows: Int, people: Int = 1,
    profile: ProfileText = .steadySearch(), failures: Double = 0,
    adding entries: [StrategyEntry<GeocodingFamily.Make>] = []
  ) throws {
    let folder = try TemporaryFolder()
    _ = try folder.write(PlaceFileText.csv(places), to: "places.csv")
    try self.init(
      folder: folder, generator: "{ file: places.csv }", rows: rows, people: people,
      profile: profile, failures: failures, adding: entries)
  }

  /// A world whose places are what the scenario's text says.
  init(
    folder: TemporaryFolder? = nil, generator: String, rows: Int, people: Int = 1,
    profile: ProfileText = .steadySearch(), failures: Double = 0,
    adding entries: [StrategyEntry<GeocodingFamily.Make>] = []
  ) throws {
    let folder = try folder ?? TemporaryFolder()
    _ = try folder.write(profile.text, to: "profile.yaml")
    let family = GeocodingFamily(adding: entries)
    let strategies = family.strategies.map(\.name)
    self.folder = folder
    shared = try folder.subfolder()
    scenario = try Scenario(
      yaml: """
        scenario: \(Self.name)
        title: A sample
        family: geocoding
        places: \(generator)
        list: { rows: \(rows), people: \(people), seed: 5 }
        platform: { profile: profile.yaml, failures: \(failures), seed: 3 }
        naive: \(strategies[0])
        strategies: [\(strategies.joined(separator: ", "))]
        """, file: folder.path + "/scenario.yaml", families: FamilyRegistry([family]))
  }

  static let street: [Place] = (0...60).map {
    .address("\($0 + 1)", "Main Street", 0, 0.000_18 * Double($0))
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
