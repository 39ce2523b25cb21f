import Answers
import ArgumentParser
import Documents
import Foundation
import Gate
import Harness
import Reporting
import ScenarioModel
import Support

/// `mappressure baseline`: writes and checks the committed file that later runs are compared with.
struct BaselineCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "baseline",
    abstract: "Write the costs of all cases to a file, and compare later runs with it.",
    discussion: """
      A baseline is a file to commit: the results of a run with fewer fields, one \
      line for each metric of a case. Counted and modelled numbers are compared \
      exactly, memory by the trials of both runs, and times with a coarse limit, \
      because the file's times come from another moment or machine.

        mappressure baseline update baseline.json    measure, and write the file
        mappressure baseline check baseline.json     measure, and compare with it
      """,
    subcommands: [BaselineUpdateCommand.self, BaselineCheckCommand.self])
}

extension CaseSelection {
  /// The cases that the names of scenarios, `--strategies` and `--sizes` select.
  init(_ options: RunOptions, scenarios: [String], of names: [String]) {
    let selection = options.selection
    self.init(
      scenarios: scenarios.isEmpty ? nil : names, strategies: selection.strategies,
      sizes: selection.sizes)
  }
}

/// `mappressure baseline check`: measures, and compares with a baseline file.
struct BaselineCheckCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Measure, and compare with a baseline file.",
    usage: "mappressure baseline check <file> [<scenario> ...] [<options>]",
    discussion: """
      Counted and modelled numbers are compared exactly: a change for the worse that \
      exceeds the metric's tolerance is a regression. Times are compared with a coarse \
      limit, which the output names. For a precise answer, use 'gate --base'. Without \
      scenarios, --strategies and --sizes, the cases of the file are measured.

        mappressure baseline check baseline.json
        mappressure baseline check baseline.json ten-thousand-pins --sizes 10000
        mappressure baseline check baseline.json --tolerance allocations=1%
        mappressure baseline check baseline.json --host-mismatch warn

      Exit codes: 0 pass, 1 error of the tool or its input, 2 a metric got worse, 3 a \
      case crashed, timed out or ran out of memory, 5 the baseline is missing or \
      cannot be compared with, 7 inconclusive (with --fail-on-inconclusive).
      """)

  @Argument(help: "The path of the baseline.", completion: .json)
  var file: String

  @Argument(
    help: "Names of scenarios or paths of scenario files to compare. (default: the file's)",
    completion: .scenario)
  var scenarios: [String] = []

  @OptionGroup var options: RunOptions
  @OptionGroup var comparison: ComparisonOptions

  @Option(
    help: "A folder for the run and the comparison. (default: they are not kept)",
    completion: .folder)
  var out: String?

  func run(with tool: MapPressureTool) async throws -> ToolExitCode {
    if let out { try ComparisonFolder.check(out) }
    let plan = try options.plan(of: scenarios, inBaseline: file, families: tool.families)
    let tolerances = try comparison.tolerances.tolerances(of: plan.scenarios.flatMap(\.metrics))
    let results = try await plan.compared(
      withBaseline: file,
      selection: CaseSelection(options, scenarios: scenarios, of: plan.scenarios.map(\.name)),
      tolerances: tolerances, policy: comparison.hostMismatch, today: ComparisonOptions.today,
      command: tool.invocation.command(
        ["baseline", "check", file] + options.repeatedArguments + comparison.repeatedArguments)
    ) { plan in
      try await PlanRun.measure(
        plan, limits: options.limits, folder: out, isQuiet: options.quiet, for: tool.invocation,
        kept: await options.cache.kept(limits: options.limits, call: tool.invocation))
    }
    return try ComparisonOutput(
      failsOnInconclusive: comparison.failOnInconclusive, isQuiet: options.quiet, folder: out
    ).finish(results, on: tool)
  }
}

/// `mappressure baseline update`: measures, and writes a baseline file.
struct BaselineUpdateCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "update",
    abstract: "Measure, and write a baseline file or update a part of it.",
    usage: "mappressure baseline update <file> [<scenario> ...] [<options>]",
    discussion: """
      Without scenarios, --strategies and --sizes, the command writes the whole file. \
      With them, it updates the chosen cases and keeps the others. It writes nothing \
      if a case crashed or timed out, or if its trials had different results.

      An existing file that is not a baseline is not changed; --force replaces it. \
      An empty file is filled.

        mappressure baseline update baseline.json
        mappressure baseline update baseline.json ten-thousand-pins
        mappressure baseline update baseline.json --trials 9
      """)

  @Argument(help: "The path of the baseline.", completion: .json)
  var file: String

  @Argument(
    help: "Names of scenarios or paths of scenario files to update. (default: all)",
    completion: .scenario)
  var scenarios: [String] = []

  @OptionGroup var options: RunOptions

  @Flag(help: "Replace the file, even if it is not a baseline.")
  var force = false

  @Option(help: "A folder for the run. (default: it is not kept)", completion: .folder)
  var out: String?

  func run(with tool: MapPressureTool) async throws -> ToolExitCode {
    let plan = try options.plan(of: scenarios, families: tool.families)
    let selection = CaseSelection(options, scenarios: scenarios, of: plan.scenarios.map(\.name))
    // Before measuring: a file that cannot be updated in part is reported at once.
    let existing = try existing(selection, tool)
    if let existing {
      try BaselineUpdate.check(
        existing, selection: selection,
        scenarios: plan.scenarios.map { ScenarioDescription($0, selection: plan.selection) },
        provenance: .current(commit: await GitCommit.current()))
    }
    let run = try await PlanRun.measure(
      plan, .fresh, limits: options.limits, folder: out, isQuiet: options.quiet,
      for: tool.invocation,
      kept: await options.cache.kept(limits: options.limits, call: tool.invocation),
      whenInterrupted: "interrupted; the baseline is unchanged")
    let update = try BaselineUpdate(of: existing, with: run, selection: selection)
    let text = try update.document.baselineText()
    do {
      try AtomicFile.write(text, to: file)
    } catch {
      throw cannotWrite(error.reason)
    }
    if !options.quiet { printChanges(of: update, from: existing, tool) }
    return .pass
  }

  private func cannotWrite(_ reason: String) -> BaselineError {
    BaselineError("cannot write the baseline \(file): \(reason); the earlier file is unchanged")
  }

  /// Prints the changes from the earlier file, and the size of the new one.
  private func printChanges(
    of update: BaselineUpdate, from earlier: RunResults?, _ tool: MapPressureTool
  ) {
    let document = update.document
    if let earlier {
      tool.output.print("changes from the earlier \(file), which this run replaces:")
      let changes = ComparisonResults(
        kind: .baseline, base: .init(name: "the earlier \(file)", provenance: earlier.provenance),
        head: .init(name: "this run", provenance: document.provenance), cases: update.changes,
        command: tool.invocation.command(["baseline", "check", file]))
      tool.output.printSummary(
        ComparisonTable.text(
          changes, verdict: ComparisonVerdict(changes),
          width: tool.output.width ?? SummaryTable.standardWidth, report: "the file"))
    }
    let metrics = document.cases.reduce(0) { $0 + $1.metrics.count }
    var text = earlier == nil ? "\(file), new: " : "\(file): "
    text += LimitedList.counted(document.cases.count, "case") + ", "
    text += LimitedList.counted(metrics, "metric")
    if update.keptCases > 0 {
      text += "; \(LimitedList.counted(update.keptCases, "unselected case")) kept"
    }
    let unjudged = document.unjudgedCount
    if unjudged > 0 {
      text += "\n\(LimitedList.counted(unjudged, "measured value")) from fewer than 5 trials: "
      text += "a check calls them inconclusive at worst; use --trials 5"
    }
    tool.output.print(text)
  }

  /// The existing baseline; `nil` if the file is created or replaced as a whole.
  ///
  /// A file that cannot be read as a baseline is replaced only if no part of it is to be kept, and
  /// if it is a baseline of another version or `--force` was given.
  private func existing(
    _ selection: CaseSelection, _ tool: MapPressureTool
  ) throws(BaselineError) -> RunResults? {
    do {
      return try RunResults(baseline: file)
    } catch {
      if error == .missing(path: file) { return nil }
      if error == .empty(path: file), selection.isEverything { return nil }
      // A folder, a device, or another user's file.
      do throws(RegularFile.Failure) {
        _ = try RegularFile.read(file)
      } catch {
        throw cannotWrite("\(error)")
      }
      if !force {
        guard selection.isEverything else { throw error }
        guard RunResults.isBaseline(contentsOf: file) else {
          throw BaselineError(
            "\(file) is not a baseline, and would be replaced; name another file, or replace it "
              + "with --force")
        }
      }
      tool.errors.write(error)
      tool.errors.write("the file is replaced\n")
      return nil
    }
  }
}
