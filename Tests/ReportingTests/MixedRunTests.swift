import Foundation
import Harness
import Measurement
import PlatformProfiles
import Reporting
import ScenarioModel
import Testing
import Verdicts

/// A run of two families: what is said of one must not be said of the other.
@Suite struct MixedRunTests {
  /// The fixture's scenario of pins and the letters' one, under one profile.
  private static func results(_ groups: [ProfileParameter.Group] = []) throws -> RunResults {
    let family = LettersFamily(
      profile: try PlatformProfile.builtIn("iphone-simulator"), profileGroups: groups)
    let pins = try ReportFixture().scenario()
    let plan = try Plan(scenarios: [pins, family.scenario()], selection: RunSelection())
    let records = plan.trials.filter { $0.scenarioCase.scenario != "post" }
      .map { ReportFixture().record($0) }
    return RunResults(
      plan: plan, records: records + family.records(of: plan),
      provenance: .current(commit: "none"), command: "run")
  }

  private static func text(_ results: RunResults) -> String {
    MarkdownReport.text(results, verdict: RunVerdict(results))
  }

  @Test func aFrameIsExplainedForEachFamily() throws {
    #expect(
      try Self.text(Self.results()).contains(
        "\n\n- A frame of `many-pins` is one frame of the screen.\n"
          + "- A frame of `post` is one letter.\n\n"))
  }

  @Test func theRequirementIsThatOfItsScenario() throws {
    let text = try Self.text(Self.results())
    #expect(text.contains("\n- `many-pins`: only strategies that lose no pins are ranked.\n"))
    #expect(!text.contains("`post`: only"))
  }

  // MARK: - The profile's parameters

  /// The names in the report's list of parameters, and those in the results.
  private static func parameters(_ results: RunResults) throws -> (list: [String], json: [String]) {
    let reader = try MarkdownReader(text(results))
    let table = try #require(reader.tables.first { $0.header.first == "Parameter" })
    return (
      table.rows.compactMap { $0.first?.filter { $0 != "`" } },
      try #require(results.profiles.first).parameters.map(\.name.rawValue)
    )
  }

  private static func names(_ groups: [ProfileParameter.Group]) -> [String] {
    ProfileParameter.Name.allCases.filter { groups.contains($0.group) }.map(\.rawValue)
  }

  @Test func onlyTheGroupsThatTheRunRestsOnAreListed() throws {
    let pins = try Self.parameters(ReportFixture().results())
    #expect(pins.list == Self.names([.app, .map]))
    #expect(pins.json == pins.list)

    let profile = try PlatformProfile.builtIn("iphone-simulator")
    let letters = try Self.parameters(
      LettersFamily(profile: profile, profileGroups: [.app, .search]).results())
    #expect(letters.list == Self.names([.app, .search]))
    #expect(letters.json == letters.list)

    let both = try Self.parameters(Self.results([.app, .search]))
    #expect(both.list == Self.names([.app, .map, .search]))
    #expect(both.json == both.list)
  }

  @Test func aCountStandsWithoutAUnit() throws {
    let reader = try MarkdownReader(Self.text(Self.results([.search])))
    let table = try #require(reader.tables.first { $0.header.first == "Parameter" })
    #expect(table.cell("`throttle-limit`", "Value") == "50")
    #expect(table.cell("`throttle-window`", "Value") == "60 s")
    #expect(table.cell("`visible-margin`", "Value") == "0 fraction")
  }
}
