import Families
import ScenarioModel
import TestSupport

extension FamilyTrial {
  /// Screens with 40 items, a path of half a second, three visits of three loops.
  static func screens(
    _ screens: String = "{ visits: 3, loops: 3 }", seconds: Double = 0.5,
    profile: ProfileText = .simulator(), adding entries: [StrategyEntry<MapScreenMake>] = []
  ) throws -> FamilyTrial {
    try FamilyTrial(
      Family.mapScreens.adding(entries),
      """
      data: { generator: city, pins: 40, seed: 42 }
      device: { viewport: [200, 400], scale: 1, refresh: 20, profile: profile.yaml }
      camera: { trace: pan-and-zoom, seconds: \(seconds), seed: 7 }
      screens: \(screens)
      """, profile: profile)
  }

  /// A list with small maps, two pins a row.
  static func rows(
    _ rows: Int, people: Int = 2, profile: ProfileText = .simulator(),
    adding entries: [StrategyEntry<MapRowMake>] = []
  ) throws -> FamilyTrial {
    try FamilyTrial(
      Family.mapRows.adding(entries),
      """
      data: { generator: city, pins: \(2 * rows), seed: 42 }
      device: { viewport: [60, 50], scale: 1, refresh: 60, profile: profile.yaml }
      list: { rows: \(rows), pins: 2, people: \(people), seed: 5 }
      """, profile: profile)
  }
}
