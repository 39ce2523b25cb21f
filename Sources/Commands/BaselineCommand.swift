import ArgumentParser
import Foundation
import Harness
import RegressionGate
import Reporting
import ScenarioModel
import Support
import Verdicts

/// `mappressure baseline`: the committed file that later runs are compared with.
struct BaselineCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "baseline",
    abstract: "Keep what each case costs in a committed file, and compare runs with it.",
    discussion: """
      A baseline holds what is counted and modelled exactly, one line a metric. Of
      what is measured it holds the ratio to the naive strategy in the same run: a
      time of yesterday says nothing of today, how two strategies stand to each
      other does.

        mappressure baseline update baseline.json    measure, and write the file
        mappressure baseline check baseline.json     measure, and compare with it
      """,
    subcommands: [BaselineUpdateCommand.self, BaselineCheckCommand.self])

  /// Says what is wrong with a baseline, and which exit code that is.
  static func refuse(_ error: BaselineError) -> ToolExitCode {
    StandardError.write(error)
    return error.exitCode
  }
}

extension CaseSelection {
  /// What the names of scenarios, `--strategies` and `--sizes` ask for.
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
      What is counted and modelled is compared exactly: any change for the worse
      beyond the metric's tolerance is a regression. Ratios of what is measured are
      compared by a test, with a margin of 20 %.

        mappressure baseline check baseline.json
        mappressure baseline check baseline.json ten-thousand-pins --sizes 10000
        mappressure baseline check baseline.json --tolerance allocations=1%
        mappressure baseline check baseline.json --host-mismatch warn

      Exit codes: 0 pass, 1 error of the tool or its input, 2 a metric got worse, 3 a
      case crashed, timed out or ran out of memory, 5 the baseline is missing or
      cannot be compared with, 7 inconclusive (with --fail-on-inconclusive).
      """)

  @Argument(help: "The baseline's file.")
  var file: String

  @Argument(
    help: "Compare only these: names of scenarios, or paths of scenario files; none: all.")
  var scenarios: [String] = []

  @OptionGroup var options: RunOptions
  @OptionGroup var comparison: ComparisonOptions

  @Option(help: "A folder for the run and the comparison; they are not kept otherwise.")
  var out: String?

  func run(with tool: MapPressureTool) async throws -> ToolExitCode {
    if let out { try ComparisonFolder.check(out) }
    let plan = try options.plan(of: scenarios, families: tool.families)
    let baseline = BaselineComparison(
      file: file, plan: plan,
      selection: CaseSelection(options, scenarios: scenarios, of: plan.scenarios.map(\.name)),
      tolerances: try comparison.tolerances.tolerances(of: plan.scenarios.flatMap(\.metrics)),
      policy: comparison.hostMismatch, exactOnly: false,
      command: ShellWord.command(
        ["baseline", "check", file]
          + options.repeatedArguments + comparison.repeatedArguments))
    do {
      return try ComparisonOutput(
        results: try await baseline.results { plan in
          try await PlanRun.measure(
            plan, limits: options.limits, folder: out, isQuiet: options.quiet)
        },
        failsOnInconclusive: comparison.failOnInconclusive, isQuiet: options.quiet, folder: out
      ).finish(tool.output)
    } catch let error as BaselineError {
      return BaselineCommand.refuse(error)
    }
  }
}

/// `mappressure baseline update`: measures, and writes a baseline file.
struct BaselineUpdateCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "update",
    abstract: "Measure, and write a baseline file or renew a part of it.",
    discussion: """
      Without scenarios, --strategies and --sizes the whole file is written anew;
      with them the chosen cases are renewed and the others kept. Nothing is written
      where a case crashed, timed out, or was not the same in every trial.

      A file that is there and is no baseline, of this build or another, is left
      alone; --force replaces it. An empty one may be filled.

        mappressure baseline update baseline.json
        mappressure baseline update baseline.json ten-thousand-pins
        mappressure baseline update baseline.json --trials 9
      """)

  @Argument(help: "The baseline's file.")
  var file: String

  @Argument(
    help: "Renew only these: names of scenarios, or paths of scenario files; none: all.")
  var scenarios: [String] = []

  @OptionGroup var options: RunOptions

  @Flag(help: "Replace the file, whatever it is.")
  var force = false

  @Option(help: "A folder for the run, which is not kept otherwise.")
  var out: String?

  func run(with tool: MapPressureTool) async throws -> ToolExitCode {
    do {
      return try await update(with: tool)
    } catch let error as BaselineError {
      return BaselineCommand.refuse(error)
    }
  }

  private func update(with tool: MapPressureTool) async throws -> ToolExitCode {
    let plan = try options.plan(of: scenarios, families: tool.families)
    let selection = CaseSelection(
      options, scenarios: scenarios, of: plan.scenarios.map(\.name))
    // Before anything is measured: a file that cannot be kept in part is known by then.
    let existing = try existing(selection)
    if let existing {
      try BaselineUpdate.check(
        existing, selection: selection,
        scenarios: plan.scenarios.map { ScenarioDescription($0, selection: plan.selection) },
        provenance: .current(commit: await GitCommit.current()))
    }
    let run = try await results(of: plan)
    let update = try BaselineUpdate(
      of: existing, with: run, selection: selection)
    try BaselineFileWriter.write(update.document, to: file)
    if !options.quiet {
      tool.output.print(BaselineChangesText.text(update, file: file))
    }
    return .pass
  }

  /// The file as it is; `nil` where it is made, or replaced as a whole.
  ///
  /// One that cannot be kept in part is only replaced where nothing of it is to be kept, and where
  /// it is a baseline, or the user says that it may be.
  private func existing(_ selection: CaseSelection) throws(BaselineError) -> Baseline? {
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
        StandardError.write(Replacement(why: error))
        return nil
      }
    }
  }

  /// Why the file is not kept.
  private struct Replacement: Error, CustomStringConvertible {
    let why: BaselineError

    var description: String { "\(why); it is replaced" }
  }

  private func results(of plan: Plan) async throws -> RunResults {
    let words = "interrupted; the baseline is as it was"
    if let out {
      let results = try await PlanRun(
        plan: plan, limits: options.limits, folder: out, isQuiet: options.quiet
      ).results(.fresh, whenInterrupted: words)
      try RunReport.write(results, verdict: RunVerdict(results), to: out)
      return results
    }
    let temporary = try Workspace()
    defer { temporary.remove() }
    return try await PlanRun(
      plan: plan, limits: options.limits, folder: temporary.path, isQuiet: options.quiet
    ).results(.fresh, whenInterrupted: words)
  }
}
