import Foundation
import TestSupport
import Testing

@Suite struct ListCommandTests {
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

  private func listing(in project: TemporaryFolder) async throws -> Listing {
    try Self.listing(await Tool.call(["list", "--json"], in: project))
  }

  private static func listing(_ outcome: Tool.Outcome) throws -> Listing {
    #expect(outcome.code == 0)
    return try JSONDecoder().decode(Listing.self, from: Data(outcome.output.utf8))
  }

  @Test func listsScenariosWithStrategiesAndSizes() async throws {
    let outcome = try await Tool.call(["list", "alpha", "beta"], in: project())
    #expect(outcome.code == 0)
    let text = outcome.output
    let alpha = try #require(text.range(of: "alpha: A small scenario"))
    let beta = try #require(text.range(of: "beta: A small scenario"))
    #expect(alpha.lowerBound < beta.lowerBound)
    #expect(text.contains("annotations"))
    #expect(text.contains("10, 20 pins"))
    #expect(text.contains("Scenarios/alpha.yaml"))
    for strategy in ScenarioFile().strategies { #expect(text.contains("    \(strategy)")) }
    #expect(text.contains("pin-coverage,"))
  }

  @Test func withoutANameAScenarioIsALine() async throws {
    let outcome = try await Tool.call(["list"], in: project())
    #expect(
      outcome.output == """
        alpha  A small scenario (annotations)
        beta   A small scenario (annotations)

        sizes, strategies and metrics: mappressure list NAME

        """)
  }

  @Test func listsTheSameAsJSON() async throws {
    let listing = try await listing(in: project())
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

  @Test(.blocking) func aToolWithOwnStrategiesListsThemToo() async throws {
    let own = try Self.listing(Tool.faultyStrategies.run(["list", "--json"], in: project()))
      .families.flatMap(\.strategies)
    let standard = try await listing(in: project()).families.flatMap(\.strategies)
    #expect(own.map(\.name).contains("traps"))
    #expect(Set(standard.map(\.name)).isStrictSubset(of: Set(own.map(\.name))))
  }

  @Test func whatIsListedCanBeNamed() async throws {
    let project = try TemporaryFolder(scenarios: [])
    try project.write(ScenarioFile(name: "its-name").text, to: "Scenarios/its-file.yaml")
    let listed = try #require(await listing(in: project).scenarios.first)
    let outcome = try await Tool.call(["validate", listed.name], in: project)
    #expect(outcome.code == 0, "\(outcome.errors)")
  }

  @Test func aScenarioThatIsWrongIsNamed() async throws {
    let project = try TemporaryFolder(scenarios: [ScenarioFile(name: "wrong", more: "colour: red")])
    let outcome = try await Tool.call(["list"], in: project)
    #expect(outcome.code == 1)
    #expect(outcome.errors.contains("Scenarios/wrong.yaml:12:1: error:"))
  }
}
