import Foundation
import TestSupport
import Testing

@Suite(.blocking) struct ListCommandTests {
  private struct Listing: Decodable {
    struct Scenario: Decodable {
      let name: String
      let title: String
      let family: String
      let file: String
      let naive: String
      let strategies: [String]
      let sizes: [Int]
      let trials: Int
    }

    struct Family: Decodable {
      struct Strategy: Decodable {
        let name: String
        let summary: String
      }

      let name: String
      let strategies: [Strategy]
    }

    let scenarios: [Scenario]
    let families: [Family]
  }

  private func project() throws -> TemporaryFolder {
    try TemporaryFolder(scenarios: [
      ScenarioFile(name: "beta"), ScenarioFile(name: "alpha", sizes: "[10, 20]", trials: 7),
    ])
  }

  private func listing(_ tool: Tool, in project: TemporaryFolder) throws -> Listing {
    let outcome = try tool.run(["list", "--json"], in: project)
    #expect(outcome.code == 0)
    return try JSONDecoder().decode(Listing.self, from: Data(outcome.output.utf8))
  }

  @Test func listsScenariosWithStrategiesAndSizes() throws {
    let outcome = try Tool.mappressure.run(["list", "alpha", "beta"], in: project())
    #expect(outcome.code == 0)
    let text = outcome.output
    let alpha = try #require(text.range(of: "alpha: A small scenario"))
    let beta = try #require(text.range(of: "beta: A small scenario"))
    #expect(alpha.lowerBound < beta.lowerBound)
    #expect(text.contains("annotations"))
    #expect(text.contains("10, 20 pins"))
    #expect(text.contains("Scenarios/alpha.yaml"))
    for strategy in ScenarioFile().strategies { #expect(text.contains("    \(strategy)")) }
    #expect(text.contains("pin-coverage, "))
  }

  @Test func withoutANameAScenarioIsALine() throws {
    let outcome = try Tool.mappressure.run(["list"], in: project())
    #expect(
      outcome.output == """
        alpha  A small scenario (annotations)
        beta   A small scenario (annotations)

        sizes, strategies and metrics: mappressure list NAME

        """)
  }

  @Test func listsTheSameAsJSON() throws {
    let listing = try listing(.mappressure, in: project())
    #expect(listing.scenarios.map(\.name) == ["alpha", "beta"])
    let alpha = try #require(listing.scenarios.first)
    #expect(alpha.strategies == ScenarioFile().strategies)
    #expect(alpha.naive == "all-pins")
    #expect(alpha.sizes == [10, 20])
    #expect(alpha.trials == 7)
    #expect(alpha.family == "annotations")
    let family = try #require(listing.families.first)
    #expect(family.strategies.map(\.name).starts(with: ["all-pins"]))
    #expect(family.strategies.allSatisfy { !$0.summary.isEmpty })
  }

  @Test func aToolWithOwnStrategiesListsThemToo() throws {
    let own = try listing(.faultyStrategies, in: project()).families.flatMap(\.strategies)
    let standard = try listing(.mappressure, in: project()).families.flatMap(\.strategies)
    #expect(own.map(\.name).contains("traps"))
    #expect(Set(standard.map(\.name)).isStrictSubset(of: Set(own.map(\.name))))
  }

  @Test func whatIsListedCanBeNamed() throws {
    let project = try TemporaryFolder(scenarios: [])
    try project.write(ScenarioFile(name: "its-name").text, to: "Scenarios/its-file.yaml")
    let listed = try #require(listing(.mappressure, in: project).scenarios.first)
    let outcome = try Tool.mappressure.run(["validate", listed.name], in: project)
    #expect(outcome.code == 0, "\(outcome.errors)")
  }

  @Test func aScenarioThatIsWrongIsNamed() throws {
    let project = try TemporaryFolder(scenarios: [ScenarioFile(name: "wrong", more: "colour: red")])
    let outcome = try Tool.mappressure.run(["list"], in: project)
    #expect(outcome.code == 1)
    #expect(outcome.errors.contains("Scenarios/wrong.yaml:12:1: error:"))
  }
}
