import Platform
import ScenarioModel
import Simulation
import Support

/// What the people of a scenario do with an app that asks a service, as a file says it.
protocol ServicePeople: Settings {
  static var maxSize: Int { get }
  /// The settings that are replayed apart from each other, by name; one empty name for one.
  var variants: [String] { get }
  /// The files that are read.
  var inputFiles: [String] { get }
  /// The size of a scenario that gives none.
  func defaultSize() throws(InputError) -> Int
  /// The facts for a report, with that of the platform.
  func facts(on platform: PlatformSource) -> [(name: String, value: String)]
  /// Throws if the files are not sufficient for the sizes.
  func check(sizes: [Int], on profile: PlatformProfile) throws
}

extension ServicePeople {
  var variants: [String] { [""] }
  var inputFiles: [String] { [] }
  func facts(on platform: PlatformSource) -> [(name: String, value: String)] {
    facts + [platform.fact]
  }
  func check(sizes: [Int], on profile: PlatformProfile) throws {}
}

/// The scene of people whose apps ask a service: what they do, and the platform.
struct ServiceScene<People: ServicePeople>: ScenarioScene {
  fileprivate(set) var people: People
  fileprivate(set) var platform: PlatformSource
  let profileGroups: [ProfileParameter.Group]

  var maxSize: Int { People.maxSize }
  var variants: [String] { people.variants }
  var inputFiles: [String] { people.inputFiles + [platform.file].compactMap(\.self) }
  var profile: PlatformProfile? { platform.profile }
  var seeds: [(name: String, seed: UInt64)] { people.seeds + [("network", platform.seed)] }
  var facts: [(name: String, value: String)] { people.facts(on: platform) }

  func defaultSize() throws(InputError) -> Int { try people.defaultSize() }
  func check(sizes: [Int]) throws { try people.check(sizes: sizes, on: platform.profile) }

  func reseeded(_ seed: UInt64) -> Self {
    var scene = self
    scene.people.reseed(seed)
    scene.platform.seed = seed
    return scene
  }
}

extension SceneReader {
  /// Reads the scene of people whose apps ask a service.
  ///
  /// - Parameters:
  ///   - providing: the parameters that the profile must have.
  ///   - modelledBy: the parameters that the modelled numbers depend on.
  static func service<People: ServicePeople>(
    _ people: People.Type,
    providing: [ProfileParameter.Group] = PlatformSource.profileGroups,
    modelledBy: [ProfileParameter.Group]
  ) -> Self where S == ServiceScene<People> {
    SceneReader(keys: People.scenarioKeys + [PlatformSource.key]) {
      (mapping, file, parameters) throws(InputError) in
      ServiceScene(
        people: try People(mapping),
        platform: try PlatformSource(
          mapping.value("platform"), scenarioFile: file, parameters: parameters,
          providing: providing),
        profileGroups: modelledBy)
    }
  }
}
