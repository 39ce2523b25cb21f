import Families
import Foundation
import MapPressure
import ScenarioModel
import TestSupport
import Testing

/// `mappressure lint`, with a program that stands for the one that reads code.
@Suite(.blocking) struct LintCommandTests {
  private static let finding = """
    {"version": 2, "mistakes": ["geocode-per-row"], "rules": [\
      {"identifier": "a", "cost": {"scenario": "annotation-count", "naive": "all-pins-reused",\
        "metric": "max-live-views"}},\
      {"identifier": "b", "cost": {"scenario": "region-loop", "naive": "unguarded",\
        "metric": "runaway-loops"}},\
      {"identifier": "c", "cost": {"scenario": "nowhere", "naive": "x", "metric": "z"}},\
      {"identifier": "d"},\
      {"identifier": "e", "cost": {"scenario": "main-thread-geocoding",\
        "naive": "geocode-blocking-main", "metric": "watchdog-terminations"}}\
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
    let answer: String?
    let code: String?
    let isFree: Bool?
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
    #expect(Set(costs.keys) == ["a", "b", "c", "e"])
    #expect(
      costs["a"]?.text.hasSuffix(
        " for a reference map of 5,000 pins, in the scenario annotation-count.") == true)
    #expect(costs["a"]?.isFree == false)
    #expect(costs["b"]?.text.contains("a reference map of 60 seconds") == true)
    #expect(costs["b"]?.text.contains("worst of its 4 settings") == true)
    #expect(
      costs["a"]?.answer
        == "for 5,000 pins, the scenario annotation-count answers 'open, least worst: grid-clusters'."
    )
    #expect(costs["a"]?.code?.contains("ClusteredMap") == true)
    // What the scenario takes is a mistake by another rule.
    #expect(costs["e"]?.answer?.contains("geocode-single-flight-cached will do too") == true)
    #expect(costs["c"]?.text.hasPrefix("not available: there is no scenario 'nowhere'") == true)
  }

  @Test func ownPinsReplaceThoseOfAScenario() throws {
    try replay("--data", "stores.csv").expect(0)
    let costs = try costs()
    #expect(costs["a"]?.text.contains(" pins of stores.csv") == true)
    // Its size is no number of pins.
    #expect(costs["b"]?.text.contains("a reference map of 60 seconds of a region") == true)
    // The answer is that for as many pins.
    #expect(costs["a"]?.answer?.hasPrefix("for 5,000 pins, ") == false)
  }

  @Test func theWordsGoToTheProgram() async throws {
    try await lint("--no-run", "--strict", "--format", "sarif", "--without", "x", "--fix").expect(2)
    #expect(
      try folder.read("words") == "check --without x --fix --strict --format sarif -- App\n")
    #expect(!folder.exists("costs.json"))
    // What prints no findings asks for no costs.
    try await lint("--diff", "--baseline", "b").expect(0)
    try await lint("--write-baseline", "b").expect(0)
    #expect(
      try folder.read("words").hasSuffix(
        "-- App\ncheck --diff --baseline b -- App\n"
          + "check --write-baseline b -- App\n"))
  }

  @Test func aRuleIsExplainedWithItsCost() throws {
    try folder.run(
      ["lint", "explain", "a", "--lint-program", folder.file("lint"), "--quiet"]).expect(0)
    #expect(try folder.read("words") == "explain --ask-costs -- a\n")
    #expect(try costs()["a"]?.code != nil)
  }

  @Test func faultsOfTheProgramAreErrors() async throws {
    try folder.write("no JSON\n", to: "found.json")
    try await lint().expect(1, errors: "found other text; build it again with 'make lint-tool'")
    try folder.write(#"{"version": 1, "rules": []}"# + "\n", to: "found.json")
    try await lint().expect(1, errors: "found version 1; build it again with 'make lint-tool'")
    try folder.writeProgram("lint", "echo 'Error: App: found nothing' >&2; exit 1")
    let outcome = try await lint().expect(1)
    #expect(outcome.errors == "mappressure: App: found nothing\n")
    try folder.writeProgram("lint", "kill -9 $$")
    try await lint().expect(1)
    try await folder.call("lint App --lint-program none").expect(1)
    try await lint("--data", "none.csv").expect(1, errors: "none.csv")
    try await lint("--data", "stores.csv", "--no-run").expect(64)
    try await lint("--fix", "--diff").expect(64)
    try await lint("some-rule").expect(64)
    try await folder.call("lint explain").expect(64)
  }

  private struct Rule: Decodable {
    struct Cost: Decodable {
      let scenario, naive, metric: String
    }
    let identifier: String
    let cost: Cost?
  }

  /// The file is what `mappressure-lint rules --format json` prints.
  private static var rules: [Rule] {
    get throws {
      try JSONDecoder().decode(
        [Rule].self, from: Data(RepositoryFile.text("Tests/CommandTests/lint-rules.json").utf8))
    }
  }

  /// The rules name scenarios, strategies and metrics of the tool.
  @Test func everyRuleNamesWhatTheToolHas() throws {
    let rules = try Self.rules
    #expect(rules.count > 20)
    for rule in rules {
      guard let cost = rule.cost else { continue }
      let file = "Scenarios/\(cost.scenario).yaml"
      let scenario = try Scenario(
        yaml: RepositoryFile.text(file), file: RepositoryFile.path(file), families: .standard)
      let strategies = scenario.family.strategies.map(\.name)
      #expect(strategies.contains(cost.naive), "\(rule.identifier): \(cost.naive)")
      let metrics = scenario.family.metrics.map(\.name)
      #expect(metrics.contains(cost.metric), "\(rule.identifier): \(cost.metric)")
    }
  }

  /// The advice of a rule is what its scenario answers, at each of its sizes, and no mistake by
  /// another rule.
  @Test func noAdviceIsAMistakeByAnotherRule() throws {
    let rules = try Self.rules
    let mistakes = Set(rules.compactMap(\.cost?.naive))
    for cost in rules.compactMap(\.cost) {
      let answers = ReferenceAnswer.all(of: cost.scenario)
      #expect(!answers.isEmpty, "\(cost.scenario)")
      for answer in answers {
        let right = answer.strategies.first { !mistakes.contains($0) }
        // A scenario that compares only takes nothing, and its nearest strategy is one of few.
        #expect(right != nil || answer.text.hasPrefix("compares only"), "\(cost.scenario)")
        let advice = try #require(right ?? answer.strategies.first)
        #expect(answer.text.contains(try #require(answer.strategies.first)))
        let strategy = FamilyRegistry.standard.families.flatMap(\.strategies).first {
          $0.name == advice
        }
        #expect(strategy?.inApp != nil, "\(cost.scenario): \(advice)")
      }
    }
  }
}
