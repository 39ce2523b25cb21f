import Clustering
import Families
import Harness
import PinData
import ScenarioModel
import Support
import TestSupport
import Testing

/// The picks that a replay makes by position do not depend on the order of a file's rows.
@Suite struct RowOrderTests {
  private static let screen = """
    data: { file: pins.csv }
    device: { viewport: [200, 400], scale: 1, refresh: 20, profile: iphone-simulator }
    camera: { trace: pan-and-zoom, frames: 60, seed: 7 }
    """
  private static let changes = """
    changes: { moving: { pins: 10, rate: 10 }, refresh: { every: 0.15, churn: 0.1 }, taps: 12, seed: 5 }
    """

  /// Places of cities, three at one place, and two a centimetre from it.
  private static let rows: [String] = {
    let same = Coordinate(latitude: 48.5, longitude: 7.5)
    let near = [1e-7, 2e-7].map { Coordinate(latitude: 48.5 + $0, longitude: 7.5 - $0) }
    let cities = PinGenerator.cities.pins(count: 150, seed: 5).coordinates
    return (cities + near + [same, same, same]).map { "\($0.latitude),\($0.longitude)\n" }
  }()

  /// The values of all cases with the rows of a file in an order.
  private func values(
    _ family: String, _ lines: String, _ rows: [String]
  ) throws -> [String: [NamedValue]] {
    let trial = try FamilyTrial(
      #require(FamilyRegistry.standard[family]), lines, sizes: [100, rows.count],
      files: ["pins.csv": "latitude,longitude\n" + rows.joined()])
    let evaluator = try ScenarioEvaluator(ScenarioText(trial.scenario), families: .standard)
    let folders = try trial.folder.trialFolders()
    return try Dictionary(
      uniqueKeysWithValues: trial.scenario.cases.map { scenarioCase in
        (
          "\(scenarioCase)",
          try evaluator.evaluation(of: scenarioCase, at: .nominal, folders: folders).values
        )
      })
  }

  @Test(arguments: [("annotations", screen), ("annotation-updates", screen + "\n" + changes)])
  func anotherOrderHasTheSameNumbers(family: String, lines: String) throws {
    var random = SplitMix64(seed: 3)
    let expected = try values(family, lines, Self.rows)
    #expect(expected.count > 10)
    for rows in [Self.rows.reversed(), Self.rows.shuffled(using: &random)] {
      #expect(try values(family, lines, rows) == expected)
    }
  }
}
