import ArgumentParser
import Reporting
import Scenarios

/// `mappressure list`: what there is to run.
struct ListCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "List the scenarios with their families, sizes and strategies.",
    discussion: """
        mappressure list
        mappressure list --json | jq '.scenarios[].name'
      """)

  @Flag(help: "Print JSON.")
  var json = false

  func run(with tool: MapPressureTool) throws -> ToolExitCode {
    let scenarios = try ScenarioLibrary().scenarios([], families: tool.families)
    if json {
      let listing = Listing(scenarios: scenarios, families: tool.families)
      print(try SortedJSON.text(of: listing, named: "the list"), terminator: "")
      return .pass
    }
    for scenario in scenarios {
      print("\(scenario.name): \(scenario.title)")
      print("  family      \(scenario.family.name)")
      print("  file        \(scenario.file)")
      let sizes = scenario.sizes.map(String.init).joined(separator: ", ")
      print("  sizes       \(sizes) \(scenario.family.sizeMeaning)")
      if scenario.workload.variants.count > 1 {
        print("  variants    \(scenario.workload.variants.joined(separator: ", "))")
      }
      for fact in scenario.workload.facts {
        let gap = String(repeating: " ", count: max(1, 12 - fact.name.count))
        print("  \(fact.name)\(gap)\(fact.value)")
      }
      print("  strategies")
      let width = scenario.strategies.map(\.count).max() ?? 0
      for strategy in scenario.family.strategies where scenario.strategies.contains(strategy.name) {
        let name = strategy.name.padding(toLength: width, withPad: " ", startingAt: 0)
        print("    \(name)  \(strategy.summary)")
      }
      print("")
    }
    return .pass
  }
}

/// The list as JSON.
private struct Listing: Encodable {
  struct Entry: Encodable {
    let name: String
    let title: String
    let family: String
    let file: String
    let source: String
    let baseline: String
    let strategies: [String]
    let sizes: [Int]
    let variants: [String]
    let trials: Int
  }

  struct Family: Encodable {
    let name: String
    let strategies: [StrategyDescription]
  }

  let scenarios: [Entry]
  let families: [Family]

  init(scenarios: [Scenario], families: FamilyRegistry) {
    self.scenarios = scenarios.map {
      Entry(
        name: $0.name, title: $0.title, family: $0.family.name, file: $0.file, source: $0.source,
        baseline: $0.baseline, strategies: $0.strategies, sizes: $0.sizes,
        variants: $0.workload.variants, trials: $0.trials)
    }
    self.families = families.families.map { Family(name: $0.name, strategies: $0.strategies) }
  }
}
