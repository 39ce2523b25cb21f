import PinData
import PlatformProfiles
import ScenarioModel
import SearchSimulation
import YAMLReading

/// The environment of a list whose rows ask a service: places, people with lists of them, and the
/// platform.
struct ListEnvironment: Sendable {
  static let keys: [ScenarioKey] = ["places", "list", "platform"]

  private(set) var source: PlaceSource
  private(set) var list: ListSource
  private(set) var platform: PlatformSource

  /// - Parameter groups: the parameters that the profile must have.
  init(
    _ mapping: YAMLMapping, file: String, parameters: ParameterOverrides,
    providing groups: [ProfileParameter.Group] = PlatformSource.profileGroups
  ) throws(InputError) {
    source = try PlaceSource(mapping.value("places"), scenarioFile: file)
    list = try ListSource(mapping.value("list"))
    platform = try PlatformSource(
      mapping.value("platform"), scenarioFile: file, parameters: parameters, providing: groups)
  }

  var profile: PlatformProfile { platform.profile }
  var inputFiles: [String] { [source.file, platform.file].compactMap(\.self) }

  var seeds: [(name: String, seed: UInt64)] {
    let places = source.seed.map { [(name: "places", seed: $0)] } ?? []
    return places + [("list", list.seed), ("network", platform.seed)]
  }

  func reseeded(_ seed: UInt64) -> ListEnvironment {
    var environment = self
    environment.source = source.reseeded(seed)
    environment.list.seed = seed
    environment.platform.seed = seed
    return environment
  }

  /// The facts for a report, with a family's own before the platform.
  func facts(adding further: [(name: String, value: String)] = []) -> [(
    name: String, value: String
  )] {
    [("places", source.description), ("lists", list.description)] + further
      + [("platform", platform.description)]
  }

  /// Throws if the places cannot be read, or have no address.
  func check() throws {
    try source.check(sizes: [])
    try source.checkForAddresses(profile: profile)
  }

  func places() throws -> PlaceSet {
    try source.places(count: source.defaultCount(), profile: profile)
  }

  /// The places, which replays have in common.
  func places(sharing shared: SharedValues) throws -> PlaceSet {
    try source.places(count: source.defaultCount(), profile: profile, sharing: shared)
  }

  /// The visits of all people to lists of some rows.
  func visits(rows: Int) throws -> [ListVisit] {
    try list.visits(rows: rows, over: places(), profile: profile)
  }

  /// The visits, which replays have in common.
  func visits(rows: Int, sharing shared: SharedValues) throws -> [ListVisit] {
    let count = try source.defaultCount()
    return try shared.value(
      "visits", source.description, count, list.description, rows, under: profile
    ) { profile in
      try list.visits(
        rows: rows, over: source.places(count: count, profile: profile, sharing: shared),
        profile: profile)
    }
  }
}
