import ScenarioModel
import ScreenFamilies
import TestSupport
import Testing
import YAMLReading

/// Every mistake in the keys of the two families is found where it stands.
@Suite struct ScreenMistakeTests {
  private static let screens = """
    scenario: sample
    title: A sample
    family: map-screens
    data: { generator: city, pins: 10, seed: 1 }
    device: { viewport: [200, 400], profile: iphone-simulator }
    camera: { trace: pan-and-zoom, frames: 10, seed: 7 }
    screens: { visits: 2 }
    naive: released
    strategies: [released]
    sizes: [10]
    """

  private static let rows = """
    scenario: sample
    title: A sample
    family: map-rows
    data: { generator: city, pins: 10, seed: 1 }
    device: { viewport: [200, 400], profile: iphone-simulator }
    list: { rows: 5, pins: 2 }
    naive: reused-maps
    strategies: [reused-maps]
    sizes: [5]
    """

  private func problem(_ text: String, _ mistake: ScenarioMistake) throws -> InputError.Problem? {
    try mistake.found { key, line in
      text.split(separator: "\n").map { $0.hasPrefix(key + ":") ? line : String($0) }
        .joined(separator: "\n")
    }
  }

  @Test(arguments: [
    ScenarioMistake("screens: §often", "screens", isNo: "a mapping of keys", found: "'often'"),
    ScenarioMistake(
      "screens: { §visit: 2 }", unknown: "visit", in: "screens",
      known: ["visits", "loops", "items"]),
    ScenarioMistake("screens: { visits: §0 }", "visits", in: 1...1_000, found: "0"),
    ScenarioMistake("screens: { loops: §1_001 }", "loops", in: 1...1_000, found: "1_001"),
    ScenarioMistake(
      "screens: { items: §old }",
      .unknownName("old", what: "kind of items", known: ["same", "other"])),
  ])
  func ofScreens(mistake: ScenarioMistake) throws {
    #expect(try problem(Self.screens, mistake) == mistake.problem)
  }

  @Test(arguments: [
    ScenarioMistake("list: §{ people: 5 }", missing: "rows", in: "list"),
    ScenarioMistake(
      "list: { rows: 5, §pin: 5 }", unknown: "pin", in: "list",
      known: ["rows", "pins", "people", "seed"]),
    ScenarioMistake("list: { rows: §0 }", "rows", in: 1...10_000, found: "0"),
    ScenarioMistake("list: { rows: 5, pins: §0 }", "pins", in: 1...1_000, found: "0"),
    ScenarioMistake("sizes: [§10_001]", "sizes", in: 1...10_000, found: "10_001"),
  ])
  func ofRows(mistake: ScenarioMistake) throws {
    #expect(try problem(Self.rows, mistake) == mistake.problem)
  }

  @Test func theTextsWithoutAMistakeAreRead() throws {
    for text in [Self.screens, Self.rows] {
      #expect(try MarkedText("§" + text).scenarioProblem() == nil)
    }
  }
}
