import Answers
import ArgumentParser
import Foundation
import Reporting
import ScenarioModel
import Support

/// `mappressure list`: lists the scenarios.
struct ListCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "List the scenarios, or the sizes and strategies of some.",
    discussion: """
        mappressure list
        mappressure list ten-thousand-pins my.yaml   with sizes and strategies
        mappressure list --json | jq '.scenarios[].name'
      """)

  @Argument(
    help: "Names of scenarios or paths of scenario files. (default: all)", completion: .scenario)
  var scenarios: [String] = []

  @Flag(help: "Print JSON instead of text.")
  var json = false

  func run(with tool: MapPressureTool) throws -> ToolExitCode {
    let scenarios = try ScenarioLibrary().scenarios(self.scenarios, families: tool.families)
    if json {
      let listing = Listing(scenarios: scenarios, families: tool.families)
      tool.output.write(try SortedJSON.text(of: listing, named: "the list"))
      return .pass
    }
    let width = tool.output.width ?? SummaryTable.standardWidth
    guard !self.scenarios.isEmpty else {
      tool.output.print(Self.index(of: scenarios, width: width, program: tool.invocation.program))
      return .pass
    }
    for scenario in scenarios { tool.output.print(Self.text(scenario, width: width) + "\n") }
    return .pass
  }

  /// A line for each scenario.
  private static func index(of scenarios: [Scenario], width: Int, program: String) -> String {
    let names = scenarios.map { PlainText.line($0.name) }.aligned
    let lines = zip(names, scenarios).map { name, scenario in
      PlainText.shortened(
        name + PlainText.line("\(scenario.title) (\(scenario.family.name))"), to: width)
    }
    return (lines + ["", "sizes, strategies and metrics: \(program) list NAME"])
      .joined(separator: "\n")
  }

  private static func text(_ scenario: Scenario, width columns: Int) -> String {
    var lines = ["\(PlainText.line(scenario.name)): \(PlainText.line(scenario.title))"]
    func wrap(_ value: String, after label: String) {
      let indent = String(repeating: " ", count: label.count)
      lines += PlainText.line(value).wrapped(
        after: label, indent: indent, width: max(columns, label.count + 20))
    }
    func add(_ name: String, _ value: String) {
      let name = PlainText.line(name)
      let gap = String(repeating: " ", count: max(1, 12 - name.count))
      wrap(value, after: "  \(name)\(gap)")
    }
    add("family", scenario.family.name)
    add("file", scenario.file)
    let sizes = scenario.sizes.map(String.init).joined(separator: ", ")
    add("sizes", "\(sizes) \(scenario.sizeLabel)")
    if scenario.workload.variants.count > 1 {
      add("variants", scenario.workload.variants.joined(separator: ", "))
    }
    for fact in scenario.workload.facts { add(fact.name, fact.value) }
    lines.append("  strategies")
    let strategies = scenario.family.strategies.filter { scenario.strategies.contains($0.name) }
    for (name, strategy) in zip(strategies.map { PlainText.line($0.name) }.aligned, strategies) {
      wrap(strategy.summary, after: "    " + name)
    }
    let written = strategies.compactMap { strategy in strategy.inApp.map { (strategy.name, $0) } }
    if !written.isEmpty { lines.append("  in an app") }
    for (name, inApp) in written {
      lines += PlainText.line("\(name): \(inApp.sentence)")
        .wrapped(after: "    ", indent: "      ", width: max(columns, 26))
      lines += inApp.code.split(separator: "\n", omittingEmptySubsequences: false)
        .map { "          " + PlainText.block(String($0)) }
      if let library = inApp.library {
        lines += library.wrapped(after: "      ", indent: "      ", width: max(columns, 26))
      }
    }
    add("metrics", scenario.metrics.map(\.name).joined(separator: ", "))
    return lines.joined(separator: "\n")
  }
}

/// The list as JSON.
private struct Listing: Encodable {
  struct Entry: Encodable {
    let name, title, family, file, source, naive: String
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
        naive: $0.naive, strategies: $0.strategies, sizes: $0.sizes,
        variants: $0.workload.variants, trials: $0.trials)
    }
    self.families = families.families.map { Family(name: $0.name, strategies: $0.strategies) }
  }
}
