import PlatformProfiles
import ScenarioModel
import ScreenFamilies
import TestSupport
import YAMLReading

/// A scenario of map screens or of map rows in a folder of its own.
struct ScreenTrial {
  private static let name = "sample"

  let folder: TemporaryFolder
  let scenario: Scenario

  /// Screens with 40 items, a path of half a second, three visits of three loops.
  static func screens(
    _ screens: String = "{ visits: 3, loops: 3 }", size: Int = 40, seconds: Double = 0.5,
    profile: ProfileText = ProfileText(basedOn: "iphone-simulator"),
    adding entries: [StrategyEntry<MapScreenMake>] = []
  ) throws -> ScreenTrial {
    try ScreenTrial(
      Family.mapScreens.adding(entries), size: size, profile: profile,
      """
      data: { generator: city, pins: 40, seed: 42 }
      device: { viewport: [200, 400], scale: 1, refresh: 20, profile: profile.yaml }
      camera: { trace: pan-and-zoom, seconds: \(seconds), seed: 7 }
      screens: \(screens)
      """)
  }

  /// A list with small maps, two pins a row.
  static func rows(
    _ rows: Int, people: Int = 2,
    profile: ProfileText = ProfileText(basedOn: "iphone-simulator"),
    adding entries: [StrategyEntry<MapRowMake>] = []
  ) throws -> ScreenTrial {
    try ScreenTrial(
      Family.mapRows.adding(entries), size: rows, profile: profile,
      """
      data: { generator: city, pins: \(2 * rows), seed: 42 }
      device: { viewport: [60, 50], scale: 1, refresh: 60, profile: profile.yaml }
      list: { rows: \(rows), pins: 2, people: \(people), seed: 5 }
      """)
  }

  private init(
    _ family: any ScenarioFamily, size: Int, profile: ProfileText, _ lines: String
  ) throws {
    folder = try TemporaryFolder()
    // A profile has at least one parameter; this is the usual value.
    var profile = profile
    profile.set("watchdog", 10, "s")
    _ = try folder.write(profile.text, to: "profile.yaml")
    let strategies = family.strategies.map(\.name)
    scenario = try Scenario(
      yaml: """
        scenario: \(Self.name)
        title: A sample
        family: \(family.name)
        \(lines)
        naive: \(strategies[0])
        strategies: [\(strategies.joined(separator: ", "))]
        sizes: [\(size)]
        """, file: folder.path + "/scenario.yaml", families: FamilyRegistry([family]))
  }

  func scenarioCase(_ strategy: String, variant: String = "") -> Case {
    Case(
      scenario: Self.name, variant: variant, size: scenario.sizes[0], strategy: strategy)
  }

  /// The values of a replay without pixels and without measuring.
  func run(_ strategy: String, variant: String = "") throws -> TrialValues {
    guard let profile = scenario.workload.platform(of: variant).profile else {
      return TrialValues(all: [])
    }
    return TrialValues(
      all: try scenario.workload.evaluate(
        scenarioCase(strategy, variant: variant), folders: folder.trialFolders(),
        sharing: SharedValues()
      ).values(under: profile))
  }

  func prepare(_ strategy: String, variant: String = "") throws -> any Replay {
    try scenario.workload.prepare(
      scenarioCase(strategy, variant: variant), folders: folder.trialFolders())
  }

  func inspect(_ strategy: String, variant: String = "") throws -> Inspection {
    try scenario.workload.inspect(
      scenarioCase(strategy, variant: variant), folders: folder.trialFolders(),
      pictures: folder.makeFolder("pictures"))
  }
}
