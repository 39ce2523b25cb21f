import Platform
import ScenarioModel
import Simulation
import Support

/// The keys of a scenario with people whose apps ask a service.
protocol ServiceSettings: Settings {
  static var maxSize: Int { get }
  /// The settings that are replayed apart from each other, by name; one empty name for one.
  var variants: [String] { get }
  /// The files that are read.
  var inputFiles: [String] { get }
  /// The size of a scenario that gives none.
  func defaultSize() throws(InputError) -> Int
  /// The facts for a report, including the platform's.
  func facts(on platform: PlatformSource) -> [(name: String, value: String)]
  /// Throws if the files are not sufficient for the sizes.
  func check(sizes: [Int], on profile: PlatformProfile) throws
}

extension ServiceSettings {
  var variants: [String] { [""] }
  var inputFiles: [String] { [] }
  func facts(on platform: PlatformSource) -> [(name: String, value: String)] {
    facts + [platform.fact]
  }
  func check(sizes: [Int], on profile: PlatformProfile) throws {}
}

/// The scene of people whose apps ask a service: what they do, and the platform.
struct ServiceScene<Extra: ServiceSettings>: ScenarioScene {
  fileprivate(set) var settings: Extra
  fileprivate(set) var platform: PlatformSource
  let profileGroups: [ProfileParameter.Group]

  var maxSize: Int { Extra.maxSize }
  var variants: [String] { settings.variants }
  var inputFiles: [String] { settings.inputFiles + [platform.file].compactMap(\.self) }
  var profile: PlatformProfile? { platform.profile }
  var seeds: [(name: String, seed: UInt64)] { settings.seeds + [("network", platform.seed)] }
  var facts: [(name: String, value: String)] { settings.facts(on: platform) }

  func defaultSize() throws(InputError) -> Int { try settings.defaultSize() }
  func check(sizes: [Int]) throws { try settings.check(sizes: sizes, on: platform.profile) }

  func reseeded(_ seed: UInt64) -> Self {
    var scene = self
    scene.settings.reseed(seed)
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
  static func service<Extra: ServiceSettings>(
    _ settings: Extra.Type,
    providing: [ProfileParameter.Group] = PlatformSource.profileGroups,
    modelledBy: [ProfileParameter.Group]
  ) -> Self where S == ServiceScene<Extra> {
    SceneReader(keys: Extra.scenarioKeys + [PlatformSource.key]) {
      (mapping, file, parameters) throws(InputError) in
      ServiceScene(
        settings: try Extra(mapping),
        platform: try PlatformSource(
          mapping.value("platform"), scenarioFile: file, parameters: parameters,
          providing: providing),
        profileGroups: modelledBy)
    }
  }
}
