import PinData
import ScenarioModel
import Simulation
import Support
import Synchronization

/// The source of a scenario's places: a seeded generator, or a file of the user.
enum PlaceSource: Hashable, Sendable {
  /// - Parameter streetCategories: the categories that some streets are named after.
  case generator(perCity: Int, seed: UInt64, streetCategories: [PointOfInterestCategory])
  case file(PlaceFileContents)

  /// The places of a file that says nothing about them.
  static let standard = PlaceSource.generator(perCity: 500, seed: 0, streetCategories: [])
  /// More places than a search index was tested with.
  static let maxCount = 20_000_000
  private static let maxPerCity = maxCount / PlaceGenerator.cityCount
  private static let streetsKey = "streets-named-after"

  private static func keys(mayShareWords: Bool) -> [ScenarioKey] {
    [
      ScenarioKey(
        "per-city", .integer(1...maxPerCity), standard: "500",
        "the number of generated places around each city"),
      ScenarioKey("seed", .integer(0 ... .max), standard: "0", "the seed of generated places"),
      ScenarioKey("file", .text, "a file of places instead"),
    ]
      + (mayShareWords
        ? [
          ScenarioKey(
            streetsKey, .choices(PointOfInterestCategory.allCases.map(\.rawValue)),
            "the categories that some streets are named after")
        ] : [])
  }

  /// The key of a scenario file that places are read from.
  static func key(mayShareWords: Bool = false) -> ScenarioKey {
    ScenarioKey(
      "places", .group(keys(mayShareWords: mayShareWords)), isRequired: true,
      "the places of the world")
  }

  /// - Parameter mayShareWords: whether streets may be named after categories, by a share of the
  ///   group of people who search.
  init(
    _ yaml: YAMLValue, scenarioFile: String, mayShareWords: Bool = false
  ) throws(InputError) {
    let keys = Self.keys(mayShareWords: mayShareWords).map(\.name)
    let mapping = try yaml.mapping(keys: keys)
    if let file = mapping["file"] {
      for key in keys where key != "file" {
        if let value = mapping[key] {
          throw value.error(expected: "either 'file' or 'per-city' with 'seed'")
        }
      }
      self = .file(
        PlaceFileContents(path: FilePath.resolve(try file.text(), relativeTo: scenarioFile)))
      return
    }
    self = .generator(
      perCity: try mapping["per-city"]?.integer(in: 1...Self.maxPerCity) ?? 500,
      seed: UInt64(try mapping["seed"]?.integer(in: 0 ... .max) ?? 0),
      streetCategories: try mapping[Self.streetsKey]?.categories() ?? [])
  }

  /// The default number of places.
  func defaultCount() throws(InputError) -> Int {
    switch self {
    case .generator(let perCity, _, _): perCity * PlaceGenerator.cityCount
    case .file(let contents): try contents.read().count
    }
  }

  /// Returns the places at a size. An even selection of a file's places is used, so that a smaller
  /// size has the same distribution.
  ///
  /// - Parameter profile: the profile with the share of the streets that are named after categories.
  func places(count: Int, profile: PlatformProfile) throws -> PlaceSet {
    switch self {
    case .generator(_, let seed, let categories):
      return PlaceGenerator.places(
        count: count, seed: seed,
        sharedStreets: categories.isEmpty
          ? nil : .init(categories: categories, share: profile[.sharedStreetShare]))
    case .file(let contents):
      let all = try contents.read()
      guard count <= all.count else {
        throw WorkloadError.tooFewPlaces(file: contents.path, found: all.count, wanted: count)
      }
      guard count < all.count else { return all }
      return PlaceSet(places: (0..<count).map { all.places[$0 * all.count / count] })
    }
  }

  /// The places at a size, which replays have in common.
  func places(
    count: Int, profile: PlatformProfile, sharing shared: SharedValues
  ) throws -> PlaceSet {
    try shared.value("places", description, count, under: profile) {
      try places(count: count, profile: $0)
    }
  }

  /// Throws if the file cannot be read, or has fewer places than a size asks for.
  func check(sizes: [Int]) throws {
    guard case .file(let contents) = self else { return }
    let count = try contents.read().count
    if let size = sizes.first(where: { $0 > count }) {
      throw WorkloadError.tooFewPlaces(file: contents.path, found: count, wanted: size)
    }
  }

  /// Throws if no place has an address. A file may have none; the generated places have many.
  func checkForAddresses(profile: PlatformProfile) throws {
    guard file != nil else { return }
    let places = try places(count: defaultCount(), profile: profile).places
    guard places.contains(where: { $0.classification == .address }) else {
      throw WorkloadError.noAddresses
    }
  }

  /// The file, if there is one.
  var file: String? {
    if case .file(let contents) = self { contents.path } else { nil }
  }

  var seed: UInt64? {
    if case .generator(_, let seed, _) = self { seed } else { nil }
  }

  func reseeded(_ seed: UInt64) -> PlaceSource {
    switch self {
    case .generator(let perCity, _, let categories):
      .generator(perCity: perCity, seed: seed, streetCategories: categories)
    case .file: self
    }
  }

  var description: String {
    switch self {
    case .generator(_, let seed, let categories):
      "generated around \(PlaceGenerator.cityCount) cities"
        + (categories.isEmpty
          ? "" : ", some streets named after \(categories.names)") + ", seed \(seed)"
    case .file(let contents): "file \(contents.path)"
    }
  }
}

extension PlaceSource {
  /// A text that, with the number of places, is another one for other places. Scenarios of a run
  /// that generate the same places have the same.
  func identifier(of profile: PlatformProfile, in scenarioCase: Case) -> String {
    switch self {
    case .generator(_, let seed, let categories) where categories.isEmpty: "generated-\(seed)"
    case .generator(_, let seed, let categories):
      (["generated-\(seed)", "\(profile[.sharedStreetShare])"] + categories.map(\.rawValue))
        .joined(separator: "-")
    // A run has each scenario once, with one file.
    case .file: "of-\(scenarioCase.scenario)"
    }
  }
}

extension Key where Root: Settings {
  /// The places of a scenario, generated or of a file.
  static func places(_ path: Path<PlaceSource>) -> Key {
    Key(
      PlaceSource.key(),
      read: { (yaml, settings) throws(InputError) in
        settings[keyPath: path] = try PlaceSource(yaml, scenarioFile: yaml.location.file)
      },
      text: { $0[keyPath: path].description },
      seeds: { settings in
        settings[keyPath: path].seed.map { [(name: "places", seed: $0)] } ?? []
      },
      reseed: { $0[keyPath: path] = $0[keyPath: path].reseeded($1) })
  }
}

extension YAMLValue {
  /// A list of categories by their names.
  func categories() throws(InputError) -> [PointOfInterestCategory] {
    try choices { (value) throws(InputError) in try value.choice("category") }
  }
}

extension Sequence<PointOfInterestCategory> {
  /// The names for a report.
  var names: String { map(\.rawValue).joined(separator: " or ") }
}

/// The places of a file, read at their first use and then kept.
///
/// Safe to use from several threads.
final class PlaceFileContents: Sendable {
  let path: String
  private let places = Mutex<PlaceSet?>(nil)

  init(path: String) {
    self.path = path
  }

  func read() throws(InputError) -> PlaceSet {
    if let places = places.withLock({ $0 }) { return places }
    let read: PlaceSet
    do {
      read = try PlaceFile.read(path: path)
    } catch {
      throw InputError(error)
    }
    places.withLock { $0 = read }
    return read
  }
}

extension PlaceFileContents: Hashable {
  static func == (left: PlaceFileContents, right: PlaceFileContents) -> Bool {
    left.path == right.path
  }

  func hash(into hasher: inout Hasher) { hasher.combine(path) }
}

/// The search index of a case's places, made by the first trial of a run that has them and opened by
/// the others.
struct SharedPlaceIndex {
  private let prefix: String
  private let profile: PlatformProfile

  /// - Parameter source: the source of the places.
  init(
    _ scenarioCase: Case, folders: TrialFolders, profile: PlatformProfile, source: PlaceSource
  ) {
    self.profile = profile
    prefix = "\(folders.shared)/places-\(source.identifier(of: profile, in: scenarioCase))"
  }

  /// Opens the index with the answers that replays have in common.
  ///
  /// - Parameter ranking: the ranking that a profile has.
  func open(
    _ places: PlaceSet, sharing shared: SharedValues,
    ranking: (PlatformProfile) -> PlaceRanking
  ) throws -> RememberingPlaceSearch {
    // The file does not depend on the ranking.
    let index = try shared.value("index", prefix, places.count, under: profile) { _ in
      try open(places, ranking: .none).remembering()
    }
    return shared.value("answers", prefix, places.count, under: profile) { profile in
      RememberingPlaceSearch(index.ranked(by: ranking(profile)))
    }
  }

  /// Opens the index, and creates it first if it does not exist.
  func open(_ places: PlaceSet, ranking: PlaceRanking) throws(PlaceSearchError) -> PlaceIndex {
    let path = "\(prefix)-\(places.count).sqlite"
    do {
      return try PlaceIndex(path: path, ranking: ranking)
    } catch {
      // Not there yet. A fault of the file itself shows again when it is made or opened again.
      try PlaceIndex.build(places, at: path)
      return try PlaceIndex(path: path, ranking: ranking)
    }
  }
}
