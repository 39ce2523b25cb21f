import Platform
import Support

/// The environment of a scenario as its file describes it, before any replay.
public protocol ScenarioScene: Sendable {
  /// The named settings of the environment; one empty name if there is one setting only.
  var variants: [String] { get }
  /// Returns the size of a scenario that gives none.
  func defaultSize() throws(InputError) -> Int
  /// The maximum size of the environment.
  var maxSize: Int { get }
  /// Reads the files that the scenario names, and throws if they are not sufficient for the sizes.
  func check(sizes: [Int]) throws
  /// The files that the environment is read from, without the scenario's own.
  var inputFiles: [String] { get }
  /// The seeds of the environment, by name.
  var seeds: [(name: String, seed: UInt64)] { get }
  /// Returns the same environment made from another seed.
  func reseeded(_ seed: UInt64) -> Self
  /// Parameters and facts about the environment, for a report.
  var facts: [(name: String, value: String)] { get }
  /// The refreshes per second of the simulated screen, in the first variant; `nil` for an
  /// environment whose frames are not refreshes of a screen.
  var refresh: Double? { get }
  /// The platform profile of the modelled numbers, in the first variant; `nil` if nothing is
  /// modelled.
  var profile: PlatformProfile? { get }
  /// Returns the screen and the profile of a variant.
  func platform(of variant: String) -> VariantPlatform
  /// The groups of the profile's parameters that the modelled numbers depend on; empty if nothing
  /// is modelled.
  var profileGroups: [ProfileParameter.Group] { get }
  /// Returns a strategy's code in an app that shows this environment.
  func inApp(_ code: AppCode) -> AppCode
}

extension ScenarioScene {
  /// The family's own code.
  public func inApp(_ code: AppCode) -> AppCode { code }
  /// One variant without a name.
  public var variants: [String] { [""] }
  /// No refresh rate: a frame is no refresh of a screen.
  public var refresh: Double? { nil }
  /// The same screen and profile in each variant.
  public func platform(of variant: String) -> VariantPlatform {
    VariantPlatform(variant: variant, refresh: refresh, profile: profile)
  }
  /// The profiles of all variants, each once.
  package var profiles: [PlatformProfile] {
    variants.compactMap { platform(of: $0).profile }.uniqued(by: \.name)
  }
}

/// The part of a scenario file that a family reads, and how it reads it.
package struct SceneReader<S: ScenarioScene>: Sendable {
  package typealias Read =
    @Sendable (YAMLMapping, _ file: String, ParameterOverrides) throws(InputError) -> S

  package let keys: [ScenarioKey]
  package let read: Read

  package init(keys: [ScenarioKey], read: @escaping Read) {
    self.keys = keys
    self.read = read
  }
}

/// The workload of a family that is a value: its scene, and the function that makes sessions.
struct SceneWorkload<S: ScenarioScene, Make: Sendable>: Workload {
  let scene: S
  let strategies: [StrategyEntry<Make>]
  let makeSession: @Sendable (S, StrategyEntry<Make>, ReplayRequest) throws -> ReplaySession

  var variants: [String] { scene.variants }
  var maxSize: Int { scene.maxSize }
  var inputFiles: [String] { scene.inputFiles }
  var seeds: [(name: String, seed: UInt64)] { scene.seeds }
  var facts: [(name: String, value: String)] { scene.facts }
  var refresh: Double? { scene.refresh }
  var profile: PlatformProfile? { scene.profile }
  var profileGroups: [ProfileParameter.Group] { scene.profileGroups }
  func platform(of variant: String) -> VariantPlatform { scene.platform(of: variant) }
  func inApp(_ code: AppCode) -> AppCode { scene.inApp(code) }
  func defaultSize() throws(InputError) -> Int { try scene.defaultSize() }
  func check(sizes: [Int]) throws { try scene.check(sizes: sizes) }

  func reseeded(_ seed: UInt64) -> Self {
    Self(scene: scene.reseeded(seed), strategies: strategies, makeSession: makeSession)
  }

  func session(_ request: ReplayRequest) throws -> ReplaySession {
    let (variant, known) = (request.scenarioCase.variant, scene.variants)
    guard known.contains(variant) else {
      throw WorkloadError.unknownVariant(variant, known: known)
    }
    return try makeSession(scene, strategies.entry(of: request.scenarioCase), request)
  }
}
