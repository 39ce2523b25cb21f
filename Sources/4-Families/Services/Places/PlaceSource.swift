import PinData
import Platform
import ScenarioModel
import Simulation
import Support
import Synchronization

/// The source of a scenario's places: a seeded generator, or a file of the user.
struct PlaceSource: Settings {
  private var perCity = 500
  fileprivate var seed: UInt64 = 0
  /// The categories that some streets are named after.
  private var streetCategories: [PointOfInterestCategory] = []
  /// The file; `nil` for generated places.
  private var contents: PlaceFileContents?

  /// More places than a search index was tested with.
  static let maxCount = 20_000_000
  fileprivate static let streetsKey = "streets-named-after"

  static let keys: [Key<Self>] = [
    .integer(
      "per-city", \.perCity, in: 1...maxCount / PlaceGenerator.cityCount,
      "the number of generated places around each city"),
    .value(
      "seed", \.seed, .integer(0 ... .max), standard: "0", "the seed of generated places",
      parse: { (yaml) throws(InputError) in UInt64(try yaml.integer(in: 0 ... .max)) }),
    .value(
      "file", \.contents, .text, "a file of places instead",
      parse: { (yaml) throws(InputError) in
        PlaceFileContents(
          path: try yaml.path(relativeTo: yaml.location.file), location: yaml.location)
      }),
    .choices(
      streetsKey, \.streetCategories, what: "category",
      "the categories that some streets are named after"),
  ]

  func check(_ mapping: YAMLMapping) throws(InputError) {
    guard contents != nil else { return }
    for key in Self.scenarioKeys where key.name != "file" {
      if let value = mapping[key.name] {
        throw value.error(expected: "either 'file' or 'per-city' with 'seed'")
      }
    }
  }

  /// The path of the file, if there is one.
  var file: String? { contents?.path }

  /// The default number of places.
  func defaultCount() throws(InputError) -> Int {
    guard let contents else { return perCity * PlaceGenerator.cityCount }
    return try contents.read().count
  }

  /// Returns the places at a size. An even selection of a file's places is used, so that a smaller
  /// size has the same distribution.
  ///
  /// - Parameter profile: the profile with the share of the streets that are named after categories.
  func places(count: Int, profile: PlatformProfile) throws -> PlaceSet {
    guard let contents else {
      return PlaceGenerator.places(
        count: count, seed: seed,
        sharedStreets: streetCategories.isEmpty
          ? nil : .init(categories: streetCategories, share: profile[.sharedStreetShare]))
    }
    try check(sizes: [count])
    let all = try contents.read()
    guard count < all.count else { return all }
    return PlaceSet(places: (0..<count).map { all.places[$0 * all.count / count] })
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
    guard let contents else { return }
    let count = try contents.read().count
    if let size = sizes.first(where: { $0 > count }) {
      throw WorkloadError.tooFew(
        "places", file: contents.path, found: count, wanted: size)
    }
  }

  /// Throws if no place has an address. A file may have none; the generated places have many.
  func checkForAddresses() throws {
    guard let contents else { return }
    guard try contents.read().places.contains(where: { $0.classification == .address }) else {
      throw WorkloadError.noAddresses
    }
  }

  var description: String {
    if let file { return "file \(file)" }
    let streets =
      streetCategories.isEmpty ? "" : ", some streets named after \(streetCategories.names)"
    return "generated around \(PlaceGenerator.cityCount) cities\(streets), seed \(seed)"
  }

  /// A text that, with the number of places, is another one for other places. Scenarios of a run
  /// that generate the same places have the same.
  fileprivate func identifier(of profile: PlatformProfile, in scenarioCase: Case) -> String {
    // A run has each scenario once, with one file.
    guard contents == nil else { return "of-\(scenarioCase.scenario)" }
    let streets =
      streetCategories.isEmpty
      ? [] : ["\(profile[.sharedStreetShare])"] + streetCategories.map(\.rawValue)
    return (["generated-\(seed)"] + streets).joined(separator: "-")
  }
}

extension Key where Root: Settings {
  /// The places of a scenario, generated or of a file.
  ///
  /// - Parameter mayShareWords: whether streets may be named after categories, by a share of the
  ///   group of people who search.
  static func places(_ path: Path<PlaceSource>, mayShareWords: Bool = false) -> Key {
    let keys = PlaceSource.scenarioKeys.filter {
      mayShareWords || $0.name != PlaceSource.streetsKey
    }
    return Key(
      ScenarioKey("places", .group(keys), isRequired: true, "the places of the world"),
      read: { (yaml, settings) throws(InputError) in
        settings[keyPath: path] = try PlaceSource(yaml.mapping(keys: keys.map(\.name)))
      },
      text: { $0[keyPath: path].description },
      seeds: { settings in
        let places = settings[keyPath: path]
        return places.file == nil ? [(name: "places", seed: places.seed)] : []
      },
      reseed: { $0[keyPath: path].seed = $1 })
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
  /// The place of the path in the scenario's file.
  private let location: SourceLocation
  private let places = Mutex<PlaceSet?>(nil)

  init(path: String, location: SourceLocation) {
    self.path = path
    self.location = location
  }

  func read() throws(InputError) -> PlaceSet {
    if let places = places.withLock({ $0 }) { return places }
    let read: PlaceSet
    do {
      read = try PlaceFile.read(path: path)
    } catch {
      throw InputError(error, namedAt: location)
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

extension ReplayRequest {
  /// The search engine over places: an index in a file, which the first trial of a run that has the
  /// places makes and the others open. A warm-up makes one of its own, which loads the database's
  /// library; evaluations have their answers in common.
  ///
  /// - Parameter ranking: the ranking that a profile has.
  func searchEngine(
    over places: PlaceSet, of source: PlaceSource, on profile: PlatformProfile,
    ranking: (PlatformProfile) -> PlaceRanking = { _ in .none }
  ) throws -> any PlaceSearching {
    if purpose == .warmUp {
      let path = folders.own + "/places.sqlite"
      try PlaceIndex.build(places, at: path)
      return try PlaceIndex(path: path, ranking: ranking(profile))
    }
    let prefix = "\(folders.shared)/places-\(source.identifier(of: profile, in: scenarioCase))"
    let path = "\(prefix)-\(places.count).sqlite"
    guard purpose == .evaluation else {
      return try PlaceIndex.made(of: places, at: path, ranking: ranking(profile))
    }
    // The file does not depend on the ranking.
    let index = try shared.value("index", prefix, places.count, under: profile) { _ in
      try PlaceIndex.made(of: places, at: path, ranking: .none).remembering()
    }
    return shared.value("answers", prefix, places.count, under: profile) { profile in
      RememberingPlaceSearch(index.ranked(by: ranking(profile)))
    }
  }
}

extension PlaceIndex {
  /// Opens the index of a file, and creates it first if it does not exist.
  fileprivate static func made(
    of places: PlaceSet, at path: String, ranking: PlaceRanking
  ) throws(PlaceSearchError) -> PlaceIndex {
    do {
      return try PlaceIndex(path: path, ranking: ranking)
    } catch {
      // Not there yet. A fault of the file itself shows again when it is made or opened again.
      try PlaceIndex.build(places, at: path)
      return try PlaceIndex(path: path, ranking: ranking)
    }
  }
}
