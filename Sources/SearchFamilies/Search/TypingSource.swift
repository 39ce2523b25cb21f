import PinData
import PlatformProfiles
import ScenarioModel
import YAMLReading

/// The source of a scenario's typing: a seeded generator, or a recorded trace.
struct TypingSource: Sendable {
  private enum Origin: Sendable {
    case generator(people: Int, searches: Int, seed: UInt64)
    case file(path: String)
  }

  /// The kinds of places that people search for, and that the search screen is made to find.
  let kinds: Place.Kinds
  /// The categories that people want a place of; empty for all places of the kinds.
  private let categories: [PointOfInterestCategory]
  private var origin: Origin

  private static let keys = ["people", "searches", "seed", "file", "wants", "categories"]

  init(_ yaml: YAMLValue, scenarioFile: String) throws(InputError) {
    let mapping = try yaml.mapping(keys: Self.keys)
    kinds = try mapping["wants"].map(Self.kinds) ?? .all
    categories = try mapping["categories"]?.categories() ?? []
    if let value = mapping["categories"], !kinds.contains(.pointOfInterest) {
      throw value.error(expected: "'point-of-interest' among 'wants'")
    }
    if let file = mapping["file"] {
      for key in ["people", "searches", "seed", "categories"] {
        if let value = mapping[key] {
          throw value.error(expected: "either 'file' or 'people' with 'searches' and 'seed'")
        }
      }
      origin = .file(path: FilePath.resolve(try file.text(), relativeTo: scenarioFile))
    } else {
      origin = .generator(
        people: try mapping.value("people").integer(in: 1...100_000),
        searches: try mapping["searches"]?.integer(in: 1...1_000) ?? 10,
        seed: UInt64(try mapping["seed"]?.integer(in: 0 ... .max) ?? 0))
    }
  }

  /// - Parameter profile: the profile with the people's behaviour; a file has its own.
  func trace(over places: PlaceSet, profile: PlatformProfile) throws -> TypingTrace {
    switch origin {
    case .generator(let people, let searches, let seed):
      let generator = TypingGenerator(
        people: people, searchesPerPerson: searches, kinds: kinds, categories: Set(categories),
        seed: seed, profile: profile)
      let trace = generator.trace(over: places)
      guard !trace.searches.isEmpty else { throw WorkloadError.nothingToWant }
      return trace
    case .file(let path):
      return try TypingTrace.read(path: path, places: places)
    }
  }

  /// The file, if there is one.
  var file: String? {
    if case .file(let path) = origin { path } else { nil }
  }

  var seed: UInt64? {
    if case .generator(_, _, let seed) = origin { seed } else { nil }
  }

  func reseeded(_ seed: UInt64) -> TypingSource {
    guard case .generator(let people, let searches, _) = origin else { return self }
    var source = self
    source.origin = .generator(people: people, searches: searches, seed: seed)
    return source
  }

  var description: String {
    let wanted = categories.isEmpty ? WantedKind.names(of: kinds) : categories.names
    let wants = kinds == .all && categories.isEmpty ? "" : ", who look for \(wanted)"
    switch origin {
    case .generator(let people, let searches, let seed):
      return "\(people) people with \(searches) searches each\(wants), seed \(seed)"
    case .file(let path):
      return "file \(path)\(wants)"
    }
  }

  private static func kinds(_ value: YAMLValue) throws(InputError) -> Place.Kinds {
    var kinds: Place.Kinds = []
    for element in try value.elements() {
      let name = try element.text()
      guard let kind = WantedKind(rawValue: name) else {
        throw element.unknownName(
          name, what: "kind of place", known: WantedKind.allCases.map(\.rawValue))
      }
      kinds.insert(kind.kinds)
    }
    return kinds
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

  /// The label of some kinds in a report.
  static func names(of kinds: Place.Kinds) -> String {
    allCases.filter { kinds.contains($0.kinds) }
      .map { $0.rawValue.replacing("-", with: " ") }.joined(separator: " or ")
  }
}
