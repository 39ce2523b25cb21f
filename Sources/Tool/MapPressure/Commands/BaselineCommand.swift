import ArgumentParser
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
      A baseline is a file to commit. It holds counted and modelled numbers exactly,
      one line for each metric. Of measured numbers it holds the ratio to the naive
      strategy of the same run, because ratios can be compared between days and
      times cannot.

        mappressure baseline update baseline.json    measure, and write the file
        mappressure baseline check baseline.json     measure, and compare with it
      """,
    subcommands: [BaselineUpdateCommand.self, BaselineCheckCommand.self])

  /// Prints the error of a baseline, and returns its exit code.
  static func refuse(_ error: BaselineError, _ tool: MapPressureTool) -> ToolExitCode {
    tool.errors.write(error)
    return error.exitCode
  }
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
    discussion: """
      Counted and modelled numbers are compared exactly: a change for the worse that
      exceeds the metric's tolerance is a regression. Ratios of measured numbers are
      compared by a test, with a margin of 20 %.

        mappressure baseline check baseline.json
        mappressure baseline check baseline.json ten-thousand-pins --sizes 10000
        mappressure baseline check baseline.json --tolerance allocations=1%
        mappressure baseline check baseline.json --host-mismatch warn

      Exit codes: 0 pass, 1 error of the tool or its input, 2 a metric got worse, 3 a
      case crashed, timed out or ran out of memory, 5 the baseline is missing or
      cannot be compared with, 7 inconclusive (with --fail-on-inconclusive).
      """)

  @Argument(help: "The path of the baseline.")
  var file: String

  @Argument(
    help: "Names of scenarios or paths of scenario files to compare. (default: those of the file)")
  var scenarios: [String] = []

  @OptionGroup var options: RunOptions
  @OptionGroup var comparison: ComparisonOptions

  @Option(help: "A folder for the run and the comparison. (default: they are not kept)")
  var out: String?

  func run(with tool: MapPressureTool) async throws -> ToolExitCode {
    if let out { try ComparisonFolder.check(out) }
    let plan = try options.plan(
      of: ScenarioLibrary().names(scenarios, inBaseline: file), families: tool.families)
    let baseline = BaselineComparison(
      file: file, plan: plan,
      selection: CaseSelection(options, scenarios: scenarios, of: plan.scenarios.map(\.name)),
      tolerances: try comparison.tolerances.tolerances(of: plan.scenarios.flatMap(\.metrics)),
      policy: comparison.hostMismatch, exactOnly: false,
      command: tool.invocation.command(
        ["baseline", "check", file]
          + options.repeatedArguments + comparison.repeatedArguments))
    do {
      return try ComparisonOutput(
        results: try await baseline.results { plan in
          try await PlanRun.measure(
            plan, limits: options.limits, folder: out, isQuiet: options.quiet,
            for: tool.invocation)
        },
        failsOnInconclusive: comparison.failOnInconclusive, isQuiet: options.quiet, folder: out
      ).finish(tool.output, errors: tool.errors)
    } catch let error as BaselineError {
      return BaselineCommand.refuse(error, tool)
    }
  }
}

/// `mappressure baseline update`: measures, and writes a baseline file.
struct BaselineUpdateCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "update",
    abstract: "Measure, and write a baseline file or update a part of it.",
    discussion: """
      Without scenarios, --strategies and --sizes the command writes the whole file.
      With them it updates the chosen cases and keeps the others. It writes nothing
      if a case crashed, timed out, or was not the same in every trial.

      An existing file that is not a baseline is not changed; --force replaces it.
      An empty file is filled.

        mappressure baseline update baseline.json
        mappressure baseline update baseline.json ten-thousand-pins
        mappressure baseline update baseline.json --trials 9
      """)

  @Argument(help: "The path of the baseline.")
  var file: String

  @Argument(
    help: "Names of scenarios or paths of scenario files to update. (default: all)")
  var scenarios: [String] = []

  @OptionGroup var options: RunOptions

  @Flag(help: "Replace the file, even if it is not a baseline.")
  var force = false

  @Option(help: "A folder for the run. (default: it is not kept)")
  var out: String?

  func run(with tool: MapPressureTool) async throws -> ToolExitCode {
    do {
      return try await update(with: tool)
    } catch let error as BaselineError {
      return BaselineCommand.refuse(error, tool)
    }
  }

  private func update(with tool: MapPressureTool) async throws -> ToolExitCode {
    let plan = try options.plan(of: scenarios, families: tool.families)
    let selection = CaseSelection(
      options, scenarios: scenarios, of: plan.scenarios.map(\.name))
    // Before measuring: a file that cannot be updated in part is reported at once.
    let existing = try existing(selection, tool)
    if let existing {
      try BaselineUpdate.check(
        existing, selection: selection,
        scenarios: plan.scenarios.map { ScenarioDescription($0, selection: plan.selection) },
        provenance: .current(commit: await GitCommit.current()))
    }
    let run = try await results(of: plan, tool)
    let update = try BaselineUpdate(
      of: existing, with: run, selection: selection)
    try BaselineFileWriter.write(update.document, to: file)
    if !options.quiet {
      tool.output.print(BaselineChangesText.text(update, file: file))
    }
    return .pass
  }

  /// The existing baseline; `nil` if the file is created or replaced as a whole.
  ///
  /// A file that cannot be read as a baseline is replaced only if no part of it is to be kept, and
  /// if it is a baseline of another version or `--force` was given.
  private func existing(
    _ selection: CaseSelection, _ tool: MapPressureTool
  ) throws(BaselineError) -> Baseline? {
    try BaselineFileWriter.check(file)
    do {
      return try Baseline(contentsOf: file)
    } catch {
      switch error {
      case .missing: return nil
      case .cannotRead: throw error
      case .empty where selection.isEverything: return nil
      default:
        if !force {
          guard selection.isEverything else { throw error }
          guard Baseline.isBaseline(contentsOf: file) else {
            throw .notABaseline(path: file)
          }
        }
        tool.errors.write(Replacement(why: error))
        return nil
      }
    }
  }

  /// The reason why the file is replaced.
  private struct Replacement: Error, CustomStringConvertible {
    let why: BaselineError

    var description: String { "\(why); the file is replaced" }
  }

  private func results(of plan: Plan, _ tool: MapPressureTool) async throws -> RunResults {
    let message = "interrupted; the baseline is unchanged"
    if let out {
      let results = try await PlanRun(
        plan: plan, limits: options.limits, folder: out, isQuiet: options.quiet,
        origin: await tool.invocation.origin, call: tool.invocation
      ).results(.fresh, whenInterrupted: message)
      try RunReport.write(
        results, verdict: RunVerdict(results), ledger: ScenarioLibrary().ledger(), to: out)
      return results
    }
    let temporary = try Workspace()
    defer { temporary.remove() }
    return try await PlanRun(
      plan: plan, limits: options.limits, folder: temporary.path, isQuiet: options.quiet,
      origin: await tool.invocation.origin, call: tool.invocation
    ).results(.fresh, whenInterrupted: message)
  }
}
