import Clustering
import Platform
import ScenarioModel
import Simulation
import Support

/// The simulated platform of a scenario without a screen: its profile, and the failures of its
/// network.
struct PlatformSource: Sendable {
  let profile: PlatformProfile
  /// The path of the profile, if it is a file of the user.
  let file: String?
  /// The fraction of the requests that the service fails to answer.
  let failureShare: Double
  /// The seed of the network's latencies.
  var seed: UInt64

  /// The parameters that its profile must have: the service's, and its search's ranking.
  static let profileGroups: [ProfileParameter.Group] = [.app, .search, .ranking]
  private static let keys = [
    ScenarioKey(
      "profile", PlatformProfile.keyValue, isRequired: true,
      "the platform's parameters, by name or file"),
    ScenarioKey(
      "failures", .number(0...1), standard: "0", "the fraction of requests without an answer"),
    ScenarioKey("seed", .integer(0 ... .max), standard: "0", "the seed of the network's latencies"),
  ]
  /// The key of a scenario file that the platform is read from.
  static let key = ScenarioKey("platform", .group(keys), isRequired: true)

  /// - Parameter groups: the parameters that the profile must have.
  init(
    _ yaml: YAMLValue, scenarioFile: String, parameters: ParameterOverrides,
    providing groups: [ProfileParameter.Group] = Self.profileGroups
  ) throws(InputError) {
    let mapping = try yaml.mapping(keys: Self.keys.map(\.name))
    let mistakes = yaml.mistakes
    failureShare = try mistakes.part(or: 0, try mapping["failures"]?.number(in: 0...1) ?? 0)
    seed = try mistakes.part(or: 0, UInt64(try mapping["seed"]?.integer(in: 0 ... .max) ?? 0))
    let profileValue = try mapping.value("profile")
    profile = try PlatformProfile(
      named: profileValue, scenarioFile: scenarioFile, providing: groups,
      parameters: parameters)
    file = try PlatformProfile.file(named: profileValue, scenarioFile: scenarioFile)
  }

  /// The seed of one person's network, whose latencies do not depend on the others.
  func seed(ofPerson person: Int) -> UInt64 {
    var random = SplitMix64(seed: seed &+ UInt64(person) &* 0xD134_2543_DE82_EF95)
    return random.next()
  }

  /// The fact for a report.
  var fact: (name: String, value: String) {
    let failures = failureShare == 0 ? "" : ", \(failureShare * 100) % of the requests fail"
    return ("platform", "profile \(profile.name)\(failures), network seed \(seed)")
  }
}

extension RequestKind {
  /// The text of a transcript: what an app does with such a request.
  var transcriptText: String {
    switch self {
    case .search: "searches"
    case .completion: "asks for completions"
    case .geocoding: "asks where an address is"
    case .reverseGeocoding: "asks for an address"
    case .directions: "asks for a route"
    case .lookAround: "asks for a scene"
    }
  }
}

/// A search engine without places: directions and scenes ask for none.
final class EmptyPlaceSearch: PlaceSearching {
  private let nothing = PlaceAnswer(places: [], examined: 0)

  func places(matching query: PlaceQuery) -> PlaceAnswer { nothing }
  func suggestions(for query: PlaceQuery, queryLimit: Int) -> [PlaceSuggestion] { [] }
  func addresses(near: Coordinate, within: Double, limit: Int) -> PlaceAnswer { nothing }
}
