import TestSupport
import Testing

@Suite struct ListCommandTests {
  private func project() throws -> TemporaryFolder {
    try TemporaryFolder(scenarios: [
      ScenarioFile(name: "beta"), ScenarioFile(name: "alpha", sizes: "[10, 20]", trials: 7),
    ])
  }

  private func listing(in project: TemporaryFolder) async throws -> JSONValue {
    try await project.call("list --json").expect(0).json()
  }

  /// The names of the strategies of all families.
  private static func strategies(_ listing: JSONValue) -> Set<String> {
    Set(listing.families.list.flatMap { $0.strategies.list }.compactMap { $0.name.text })
  }

  @Test func listsScenariosWithStrategiesAndSizes() async throws {
    let outcome = try await project().call("list alpha beta").expect(0)
    let text = outcome.output
    let alpha = try #require(text.range(of: "alpha: A small scenario"))
    let beta = try #require(text.range(of: "beta: A small scenario"))
    #expect(alpha.lowerBound < beta.lowerBound)
    #expect(text.contains("annotations"))
    #expect(text.contains("10, 20 pins"))
    #expect(text.contains("Scenarios/alpha.yaml"))
    for strategy in ScenarioFile().strategies { #expect(text.contains("    \(strategy)")) }
    #expect(text.contains("pin-coverage,"))
    #expect(text.contains("    all-pins: ") && text.contains("mapView.addAnnotations(stores)\n"))
  }

  @Test func withoutANameAScenarioIsALine() async throws {
    let outcome = try await project().call("list")
    #expect(
      outcome.output == """
        alpha  A small scenario (annotations)
        beta   A small scenario (annotations)

        sizes, strategies and metrics: mappressure list NAME

        """)
  }

  @Test func codeWithTheLibraryNamesItsArticle() async throws {
    let output = try await project().call("list alpha").output
    #expect(output.contains("Sources/1-Base/Clustering/Clustering.docc/UsingClustersInAnApp.md"))
  }

  @Test func listsTheSameAsJSON() async throws {
    let listing = try await listing(in: project())
    #expect(listing.scenarios.list.map { $0.name } == ["alpha", "beta"])
    let alpha = listing.scenarios[0]
    #expect(alpha.strategies == .list(ScenarioFile().strategies.map { .text($0) }))
    #expect(alpha.naive == "all-pins" && alpha.family == "annotations")
    #expect(alpha.sizes == [10, 20] && alpha.trials == 7)
    let strategies = listing.families[0].strategies
    #expect(strategies[0].name == "all-pins")
    #expect(strategies.list.allSatisfy { $0.summary.text?.isEmpty == false })
    #expect(strategies[0].inApp.label == "all pins at once")
  }

  @Test(.blocking) func aToolWithOwnStrategiesListsThemToo() async throws {
    let own = Self.strategies(try project().runFaulty("list --json").expect(0).json())
    let standard = Self.strategies(try await listing(in: project()))
    #expect(own.contains("traps") && !standard.isEmpty)
    #expect(standard.isStrictSubset(of: own))
  }

  @Test func whatIsListedCanBeNamed() async throws {
    let project = try TemporaryFolder(scenarios: [])
    try project.write(ScenarioFile(name: "its-name").text, to: "Scenarios/its-file.yaml")
    let name = try #require(await listing(in: project).scenarios[0].name.text)
    try await project.call(["validate", name]).expect(0)
  }

  @Test func aScenarioThatIsWrongIsNamed() async throws {
    try await TemporaryFolder(scenarios: [ScenarioFile(name: "wrong", more: "colour: red")]).call(
      "list"
    ).expect(1, errors: "Scenarios/wrong.yaml:12:1: error:")
  }
}
