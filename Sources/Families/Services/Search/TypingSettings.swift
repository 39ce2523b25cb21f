import PinData
import ScenarioModel
import Simulation
import Support

/// The typing of a scenario: people drawn with a seed, or a recorded trace.
struct TypingSettings: Settings {
  private var people = 0
  private var searches = 10
  private(set) var seed: UInt64 = 0
  /// The recorded trace, if there is one.
  private(set) var file: String?
  /// At least one.
  private var wants = WantedKind.allCases
  /// The categories that people want a place of; empty for all places of the kinds.
  private var categories: [PointOfInterestCategory] = []

  static let keys: [Key<Self>] = [
    .value("people", \.people, .integer(1...100_000), "the number of people, without a file") {
      (yaml) throws(InputError) in try yaml.integer(in: 1...100_000)
    },
    .integer("searches", \.searches, in: 1...1_000, "the searches of each of them"),
    .seed(\.seed),
    .value("file", \.file, .text, "a recorded trace instead") { (yaml) throws(InputError) in
      FilePath.resolve(try yaml.text(), relativeTo: yaml.location.file)
    },
    .choices(
      "wants", \.wants, what: "kind of place", "the kinds of places that people look for"),
    .choices(
      "categories", \.categories, what: "category",
      "the categories of the points of interest that people look for; all without the key"),
  ]

  /// The kinds of places that people search for, and that the search screen is made to find.
  var kinds: Place.Kinds { wants.reduce(into: []) { $0.insert($1.kinds) } }

  func check(_ mapping: YAMLMapping) throws(InputError) {
    if let value = mapping["categories"], !kinds.contains(.pointOfInterest) {
      throw value.error(expected: "'point-of-interest' among 'wants'")
    }
    guard file != nil else {
      _ = try mapping.value("people")
      return
    }
    for key in ["people", "searches", "seed", "categories"] {
      if let value = mapping[key] {
        throw value.error(expected: "either 'file' or 'people' with 'searches' and 'seed'")
      }
    }
  }

  /// - Parameter profile: the profile with the people's behaviour; a file has its own.
  func trace(over places: PlaceSet, profile: PlatformProfile) throws -> TypingTrace {
    if let file { return try TypingTrace.read(path: file, places: places) }
    let trace = TypingGenerator(
      people: people, searchesPerPerson: searches, kinds: kinds, categories: Set(categories),
      seed: seed, profile: profile
    ).trace(over: places)
    guard !trace.searches.isEmpty else { throw WorkloadError.nothingToWant }
    return trace
  }

  var description: String {
    let names = WantedKind.allCases.filter(wants.contains)
      .map { $0.rawValue.replacing("-", with: " ") }.joined(separator: " or ")
    let wanted = categories.isEmpty ? names : categories.names
    let wants = kinds == .all && categories.isEmpty ? "" : ", who look for \(wanted)"
    return file.map { "file \($0)\(wants)" }
      ?? "\(people) people with \(searches) searches each\(wants), seed \(seed)"
  }
}

/// The kinds of places by their names in a scenario file.
private enum WantedKind: String, CaseIterable {
  case pointOfInterest = "point-of-interest"
  case address
  case physicalFeature = "physical-feature"

  var kinds: Place.Kinds {
    switch self {
    case .pointOfInterest: .pointOfInterest
    case .address: .address
    case .physicalFeature: .physicalFeature
    }
  }
}
