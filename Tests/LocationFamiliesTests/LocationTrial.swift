import LocationFamilies
import ScenarioModel
import TestSupport

/// A scenario about the location with a profile of a test's own.
struct LocationTrial {
  private let folder: TemporaryFolder
  let scenario: Scenario

  /// - Parameter profile: changes a profile in which everybody opens the map at each of three visits,
  ///   presses the button, and allows the location at once.
  init(
    people: Int = 40, prompting: String = "never", purposeString: Bool = true,
    _ change: (inout ProfileText) -> Void = { _ in }
  ) throws {
    var profile = Self.eager
    change(&profile)
    folder = try TemporaryFolder()
    try folder.write(profile.text, to: "profile.yaml")
    let family = Family.locationAuthorization
    let strategies = family.strategies.map(\.name)
    scenario = try Scenario(
      yaml: """
        scenario: sample
        title: A sample
        family: location-authorization
        people: { count: \(people), seed: 5 }
        map: { prompting: \(prompting) }
        app: { purpose-string: \(purposeString) }
        platform: { profile: profile.yaml, seed: 3 }
        naive: \(strategies[0])
        strategies: [\(strategies.joined(separator: ", "))]
        """, file: folder.path + "/scenario.yaml", families: FamilyRegistry([family]))
  }

  private static let eager: ProfileText = {
    var profile = ProfileText(basedOn: "iphone-simulator")
    for name in ["location-visits-min", "location-visits-max"] { profile.set(name, 3, "count") }
    for name in [
      "map-open-share", "locate-press-share", "service-session-share",
      "explanation-accept-share", "accept-at-launch-share", "accept-at-map-share",
      "accept-on-press-share", "accept-explained-share",
    ] { profile.set(name, 1, "fraction") }
    for name in [
      "location-restricted-share", "location-off-share", "allow-once-share",
      "reduced-accuracy-share", "settings-link-share", "settings-unaided-share",
      "settings-revoke-share",
    ] { profile.set(name, 0, "fraction") }
    for name in ["location-fix-median", "location-fix-p95"] { profile.set(name, 1, "s") }
    profile.set("map-look-min", 30, "s")
    return profile
  }()

  func run(_ strategy: String) throws -> TrialValues {
    let folders = try folder.trialFolders()
    return try TrialValues(
      scenario.workload.prepare(
        Case(
          scenario: "sample", variant: scenario.workload.variants[0], size: scenario.sizes[0],
          strategy: strategy), folders: folders))
  }

  func inspect(_ strategy: String) throws -> Inspection {
    let pictures = try folder.makeFolder()
    return try scenario.workload.inspect(
      Case(
        scenario: "sample", variant: scenario.workload.variants[0], size: scenario.sizes[0],
        strategy: strategy), folders: folder.trialFolders(), pictures: pictures)
  }

  static let strategies = Family.locationAuthorization.strategies.map(\.name)
}

extension ProfileText {
  /// Nobody allows the location when asked.
  mutating func refuse() {
    for name in ["launch", "map"] { set("accept-at-\(name)-share", 0, "fraction") }
    set("accept-on-press-share", 0, "fraction")
    set("accept-explained-share", 0, "fraction")
  }
}
