import Answers
import ArgumentParser
import Foundation
import Gate
import Harness
import Reporting
import ScenarioModel
import Support

/// `mappressure bisect`: finds the commit that made a number worse.
struct BisectCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "bisect",
    abstract: "Find the commit that made a number worse.",
    usage: "mappressure bisect <good> <bad> [<scenario> ...] [<options>]",
    discussion: """
      Compares GOOD and BAD as 'gate' does. Then halves the range of commits step by \
      step: builds a commit, keeps the build, and compares it with GOOD by the number \
      that worsened most. Follows merges along their first parents, so the result may be \
      the merge of a change. Skips a commit that cannot be built, compared or decided.

        mappressure bisect v0.1 HEAD annotation-count --strategies grid-clusters
        mappressure bisect v0.1 HEAD --metric frame-time --resume

      Exit codes: 0 one commit is found, or nothing got worse; 7 several commits are \
      left (with --fail-on-inconclusive); 1, 3, 5 and 7 as for 'gate' if BAD cannot be \
      compared with GOOD. --help-hidden lists further options.
      """)

  @Argument(help: "A commit, branch or tag that is not worse.", completion: .reference)
  var good: String

  @Argument(help: "A later commit, branch or tag that is worse.", completion: .reference)
  var bad: String

  @Argument(
    help: "Names of scenarios or paths of scenario files. (default: all in Scenarios)",
    completion: .scenario)
  var scenarios: [String] = []

  @Option(
    help: "The metric to follow. (default: the one that is furthest above its margin)",
    completion: .metric)
  var metric: String?

  @OptionGroup(title: "The comparison") var timing: GateTimingOptions
  @OptionGroup var options: RunOptions
  @OptionGroup var comparison: ComparisonOptions

  @Option(help: "The folder for bisect.md and bisect.json.", completion: .folder)
  var out = "Reports/bisect"

  @Flag(help: "Continue the unfinished bisect in that folder.")
  var resume = false

  @Flag(help: "Print the results as JSON.")
  var json = false

  func run(with tool: MapPressureTool) async throws -> ToolExitCode {
    let results = try await results(tool)
    if json {
      tool.output.write(try BisectReport.json(results))
    } else if !options.quiet || results.followed != nil || results.exitCode != .pass {
      tool.output.write(BisectReport.document(results, continuing: ""))
    }
    return results.exitCode.reported(failsOnInconclusive: comparison.failOnInconclusive)
  }

  private func results(_ tool: MapPressureTool) async throws -> BisectResults {
    var options = options
    // As in a gate, the second trial checks that the counts are the same.
    options.trials = options.trials ?? 2
    let plan = try options.plan(of: scenarios, families: tool.families)
    let metrics = plan.scenarios.flatMap(\.metrics) + Metric.ofGates
    let chosen = metrics.first { $0.name == metric }
    if let metric, chosen == nil {
      throw CommandError(
        "--metric", unknown: "metric", metric, known: metrics.map(\.name).uniqued())
    }
    let tolerances = try comparison.tolerances.tolerances(of: metrics)
    let folder = FileManager.default.currentDirectoryPath
    var start = try await BisectResults(from: good, to: bad, metric: metric, folder: folder)
    if resume {
      start = try start.continuing(fileAt: "\(out)/\(BisectReport.documentFile)")
    }
    let command = tool.invocation.advice(["--resume"])
    try BisectReport.write(start, continuing: command, to: out)
    let display = GateDisplay(isQuiet: options.quiet, errors: tool.errors)
    return try await tool.invocation.interruption.cancelling {
      [options, start, call = tool.invocation] in
      let base = try await build(start.good, display)
      let known = await BaseScenarios(
        commit: base.commit, checkout: base.checkout, plan: plan, names: scenarios, folder: folder,
        families: tool.families)
      var compared = ProgramComparison.Options(
        timed: timing.timed(limits: options.limits, seed: start.ends?.orderSeed),
        instructions: timing.instructions,
        terms: ComparisonTerms(
          .programs, base: known.descriptions,
          head: plan.scenarios.map { ScenarioDescription($0, selection: plan.selection) },
          given: tolerances, relaxations: known.relaxations),
        policy: comparison.hostMismatch, limits: options.limits)
      (compared.budget, compared.timesAll) = (timing.budget * 60, timing.timeAll)
      let compare = { [compared] (commit: String, change: BisectResults.Change?) in
        try ProgramComparison(
          plan: plan, good: base, later: try await build(commit, display), following: change,
          metric: chosen, options: compared, earlier: change == nil ? start.ends : nil,
          command: call.command(
            ["bisect", good, bad] + timing.repeatedArguments + options.repeatedArguments
              + comparison.repeatedArguments)
        ) { await options.cache.kept(for: $0, limits: options.limits, call: call) }
      }
      // Throws where the earlier part is of other work or options.
      if start.ends != nil { _ = try await compare(start.bad.hash, nil) }
      return try await start.completed { commit, change in
        try await compare(commit.hash, change).run { event in
          // A line at the end of each step is enough.
          if change == nil { display.show(event) }
        }
      } changed: { results in
        try BisectReport.write(results, continuing: command, to: out)
        display.say(BisectReport.progress(of: results))
      }
    } orElse: {
      tool.errors.write("interrupted; the judged commits are kept; continue with: \(command)\n")
    }
  }

  private func build(_ commit: String, _ display: GateDisplay) async throws -> BuiltBase {
    defer { display.end() }
    return try await BaseBuild(
      reference: commit, product: WorkerProgram.ownName,
      folder: FileManager.default.currentDirectoryPath
    ).program { display.show($0, of: "the commit") }
  }
}
