import Answers
import ArgumentParser
import Foundation
import Gate
import Harness
import Reporting
import ScenarioModel
import Support

/// `mappressure compare`: compares two finished runs.
struct CompareCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "compare",
    abstract: "Compare two finished runs, without measuring.",
    usage: "mappressure compare <base> <head> [<scenario> ...] [<options>]",
    discussion: """
      Counted and modelled numbers are compared exactly: a change for the worse that \
      exceeds the base's tolerance is a regression. Memory is compared by the trials \
      of both runs. Times are reported, not gated: on a shared machine, the times of \
      two runs can differ by 30 % or more. Use 'gate' to compare times.

        mappressure compare Reports/before Reports/after
        mappressure compare Reports/before Reports/after ten-thousand-pins
        mappressure compare Reports/before Reports/after --tolerance allocations=1%

      Exit codes: 0 pass, 1 error of the tool or its input, 2 a metric got worse, 3 a \
      case of the second run is broken, 5 the first run is missing, or the two cannot \
      be compared, 7 inconclusive (with --fail-on-inconclusive).
      """)

  @Argument(
    help: "The folder of the run to compare with, the base.", completion: .folder)
  var base: String

  @Argument(help: "The folder of the run to judge, the head.", completion: .folder)
  var head: String

  @Argument(help: "Names of scenarios to compare. (default: all)", completion: .scenario)
  var scenarios: [String] = []

  @Option(
    parsing: .upToNextOption,
    help: "Compare only these strategies, and the naive one.", completion: .strategy)
  var strategies: [String] = []

  @Option(
    parsing: .upToNextOption, help: "Compare only these sizes.",
    transform: ArgumentValue.size)
  var sizes: [Int] = []

  @OptionGroup var comparison: ComparisonOptions

  @Option(
    help: "A folder for the comparison's files. (default: none are written)", completion: .folder)
  var out: String?

  @Flag(help: "Print only warnings if everything passes.")
  var quiet = false

  func run(with tool: MapPressureTool) throws -> ToolExitCode {
    if let out { try ComparisonFolder.check(out) }
    let before: RunResults
    do {
      before = try RunResults(ofRunIn: base)
    } catch {
      tool.errors.write(error)
      return .notComparable
    }
    let folders = [base, head].map { URL(filePath: $0).resolvingSymlinksInPath().path() }
    if folders[0] == folders[1] {
      throw CommandError("expected two runs, found one folder twice: \(PlainText.line(head))")
    }
    let after = try RunResults(ofRunIn: head)
    let tolerances = try comparison.tolerances.tolerances(
      of: after.scenarios.flatMap(\.scenario.metrics))
    return try ComparisonOutput(
      failsOnInconclusive: comparison.failOnInconclusive, isQuiet: quiet, folder: out
    ).finish(try results(before, after, tolerances: tolerances, tool), on: tool)
  }

  private func results(
    _ before: RunResults, _ after: RunResults, tolerances: [Tolerance], _ tool: MapPressureTool
  ) throws -> ComparisonResults {
    let asked = CaseSelection(
      scenarios: scenarios.isEmpty ? nil : scenarios,
      strategies: strategies.isEmpty ? nil : strategies,
      sizes: sizes.isEmpty ? nil : sizes)
    try asked.check(against: [before, after])
    // Cases that the second run was not asked for are not removed cases, unless this comparison
    // asks for them.
    let selected = CaseSelection(
      strategies: asked.strategies == nil ? after.selection.strategies : nil,
      sizes: asked.sizes == nil ? after.selection.sizes : nil)
    let base = before.keeping(asked)
    let head = after.keeping(asked)
    let compared = base.keeping(selected)
    let left = base.cases.count - compared.cases.count
    let decision = comparison.hostMismatch.decision(
      base: before.provenance, head: after.provenance,
      metrics: base.cases.flatMap { $0.metrics.map(\.metric) }
        // Times of two runs are never judged.
        .filter { $0.kind.isDeterministic || $0.unit != .nanoseconds })
    let terms = ComparisonTerms(
      .runs, base: compared.scenarios.map(\.scenario), head: head.scenarios.map(\.scenario),
      given: tolerances, relaxations: left == 0 ? [] : [.unchosenCases(left)],
      today: ComparisonOptions.today)
    return ComparisonResults(
      kind: .runs,
      base: ComparisonResults.Origin(name: self.base, provenance: before.provenance),
      head: ComparisonResults.Origin(name: self.head, provenance: after.provenance),
      refusal: decision.refusal,
      warnings: decision.warnings + missingScenarios(of: compared, in: head, tool),
      relaxations: terms.relaxations,
      cases: decision.refusal == nil
        ? CaseComparison.comparisons(
          of: compared, with: head, terms: terms, mismatches: decision.mismatches)
        : [],
      command: tool.invocation.command(
        ["compare", self.base, self.head] + comparison.repeatedArguments)
    ).accepting(terms.acceptedChanges)
  }

  /// A warning on scenarios that only the base's run has, with the command that leaves them out; none
  /// where there is no other scenario.
  private func missingScenarios(
    of base: RunResults, in head: RunResults, _ tool: MapPressureTool
  ) -> [String] {
    let names = head.scenarios.map(\.scenario.name)
    let missing = base.scenarios.map(\.scenario.name).filter { !names.contains($0) }
    let common = base.scenarios.map(\.scenario.name).filter { names.contains($0) }
    guard !missing.isEmpty, !common.isEmpty else { return [] }
    return [
      "the head's run has no \(missing.joined(separator: ", ")); to compare the other scenarios: "
        + tool.invocation.command(["compare", self.base, self.head] + common)
    ]
  }
}
