import Families
import Foundation
import ScenarioModel
import TestSupport
import Testing

/// `mappressure lint`, with a program that stands for the one that reads code.
@Suite(.blocking) struct LintCommandTests {
  private static let finding = """
    {"version": 1, "rules": [\
      {"identifier": "a", "cost": {"scenario": "annotation-count", "naive": "all-pins-reused",\
        "improved": "native-clusters", "metric": "max-live-views"}},\
      {"identifier": "b", "cost": {"scenario": "region-loop", "naive": "unguarded",\
        "improved": "gesture-only", "metric": "runaway-loops"}},\
      {"identifier": "c", "cost": {"scenario": "nowhere", "naive": "x", "improved": "y",\
        "metric": "z"}},\
      {"identifier": "d"}\
    ]}

    """

  private let folder: TemporaryFolder

  /// A folder with pins, and a program that records its arguments and the costs that it gets.
  init() throws {
    folder = try TemporaryFolder()
    try folder.write(OwnPins.csv(swapped: false), to: "stores.csv")
    try folder.write(Self.finding, to: "found.json")
    try folder.writeProgram(
      "lint",
      #"""
      printf '%s\n' "$*" >> words
      case "$*" in *--ask-costs*) cat found.json; cat > costs.json ;; esac
      echo printed
      case "$*" in *--strict*) exit 2 ;; esac
      """#)
  }

  private struct Cost: Decodable {
    let text: String
    let code: String?
  }

  private func costs() throws -> [String: Cost] {
    try JSONDecoder().decode([String: Cost].self, from: folder.data("costs.json"))
  }

  private func lint(_ arguments: String...) async throws -> Tool.Outcome {
    try await folder.call(
      ["lint", "App", "--lint-program", folder.file("lint"), "--quiet"] + arguments)
  }

  /// With the tool's own processes, which replay.
  private func replay(_ arguments: String...) throws -> Tool.Outcome {
    try folder.run(["lint", "App", "--lint-program", folder.file("lint"), "--quiet"] + arguments)
  }

  @Test func theCostsRestOnTheScenarios() throws {
    let outcome = try replay().expect(0)
    #expect(outcome.output == "printed\n")
    let costs = try costs()
    #expect(Set(costs.keys) == ["a", "b", "c"])
    #expect(
      costs["a"]?.text.hasSuffix("in the scenario annotation-count with its own 5,000 pins.")
        == true)
    #expect(costs["b"]?.text.contains("region-loop with its own 60 ") == true)
    #expect(costs["b"]?.text.contains("worst of 4 settings") == true)
    #expect(costs["a"]?.code?.contains("clusteringIdentifier") == true)
    #expect(costs["c"]?.text.hasPrefix("not available: there is no scenario 'nowhere'") == true)
  }

  @Test func ownPinsReplaceThoseOfAScenario() throws {
    try replay("--data", "stores.csv").expect(0)
    let costs = try costs()
    #expect(costs["a"]?.text.contains(" pins of stores.csv") == true)
    // Its size is no number of pins.
    #expect(costs["b"]?.text.contains("region-loop with its own 60 seconds of a region") == true)
  }

  @Test func theWordsGoToTheProgram() async throws {
    try await lint("--no-run", "--strict", "--format", "sarif", "--without", "x", "--fix").expect(2)
    #expect(
      try folder.read("words") == "check --without x --fix --strict --format sarif -- App\n")
    #expect(!folder.exists("costs.json"))
  }

  @Test func faultsOfTheProgramAreErrors() async throws {
    try folder.write("no JSON\n", to: "found.json")
    try await lint().expect(1, errors: "found other text; build it again with 'make lint-tool'")
    try folder.write(#"{"version": 2, "rules": []}"# + "\n", to: "found.json")
    try await lint().expect(1, errors: "found version 2; build it again with 'make lint-tool'")
    try folder.writeProgram("lint", "echo 'Error: App: found nothing' >&2; exit 1")
    let outcome = try await lint().expect(1)
    #expect(outcome.errors == "mappressure: App: found nothing\n")
    try folder.writeProgram("lint", "kill -9 $$")
    try await lint().expect(1)
    try await folder.call("lint App --lint-program none").expect(1)
    try await lint("--data", "none.csv").expect(1, errors: "none.csv")
    try await lint("--data", "stores.csv", "--no-run").expect(64)
  }

  /// The rules name scenarios, strategies and metrics of the tool: the file is what
  /// `mappressure-lint rules --format json` prints.
  @Test func everyRuleNamesWhatTheToolHas() throws {
    struct Rule: Decodable {
      struct Cost: Decodable {
        let scenario, naive, improved, metric: String
      }
      let identifier: String
      let cost: Cost?
    }
    let rules = try JSONDecoder().decode(
      [Rule].self, from: Data(RepositoryFile.text("Tests/CommandTests/lint-rules.json").utf8))
    #expect(rules.count > 10)
    for rule in rules {
      let cost = try #require(rule.cost, "\(rule.identifier)")
      let file = "Scenarios/\(cost.scenario).yaml"
      let scenario = try Scenario(
        yaml: RepositoryFile.text(file), file: RepositoryFile.path(file), families: .standard)
      let strategies = scenario.family.strategies.map(\.name)
      #expect(strategies.contains(cost.naive), "\(rule.identifier): \(cost.naive)")
      #expect(strategies.contains(cost.improved), "\(rule.identifier): \(cost.improved)")
      let metrics = scenario.family.metrics.map(\.name)
      #expect(metrics.contains(cost.metric), "\(rule.identifier): \(cost.metric)")
      let improved = scenario.family.strategies.first { $0.name == cost.improved }
      #expect(improved?.inApp != nil, "\(rule.identifier)")
    }
  }
}
