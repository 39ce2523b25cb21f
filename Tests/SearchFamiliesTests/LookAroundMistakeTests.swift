import Families
import ScenarioModel
import TestSupport
import Testing
import YAMLReading

/// Mistakes in a scenario of the family of Look Around are found where they stand.
@Suite struct LookAroundMistakeTests {
  private static func text(_ key: String, _ line: String) -> String {
    let lines = [
      "scenario: sample", "title: A sample", "family: look-around",
      "places: { per-city: 2, seed: 42 }", "list: { rows: 10, people: 2, seed: 5 }",
      "platform: { profile: iphone-simulator, seed: 3 }", "naive: always-offered",
      "strategies: [always-offered, checked-on-selection]",
    ]
    return lines.map { $0.hasPrefix(key + ":") ? line : $0 }.joined(separator: "\n")
  }

  @Test(arguments: [
    ScenarioMistake(
      "list: { rows: 5, §row: 5 }", unknown: "row", in: "list", known: ["rows", "people", "seed"]),
    ScenarioMistake("list: { rows: §0 }", "rows", in: 1...100_000, found: "0"),
    ScenarioMistake("platform: §{ seed: 3 }", missing: "profile", in: "platform"),
    ScenarioMistake(
      "strategies: [always-offered, §always-asked]",
      .unknownName(
        "always-asked", what: "strategy in the family look-around",
        known: [
          "always-offered", "unchecked-answer", "checked-per-row", "checked-on-selection",
          "checked-and-cached",
        ])),
  ])
  func mistake(_ mistake: ScenarioMistake) throws {
    #expect(try mistake.found { Self.text($0, $1) } == mistake.problem)
  }

  @Test func placesWithoutAnAddressAreRefused() throws {
    let folder = try TemporaryFolder()
    try folder.write("name,category,latitude,longitude\nA Park,park,1,2\n", to: "places.csv")
    let scenario = try Scenario(
      yaml: Self.text("places", "places: { file: places.csv }"),
      file: folder.path + "/scenario.yaml", families: .standard)
    #expect(throws: WorkloadError.noAddresses) { try scenario.workload.check(sizes: [10]) }
  }
}
