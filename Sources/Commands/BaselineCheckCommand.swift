import ArgumentParser
import Harness
import Reporting
import Support
import Verdicts

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
      file: file, plan: plan, limits: options.limits,
      selection: CaseSelection(options, scenarios: scenarios, of: plan.scenarios.map(\.name)),
      tolerances: try comparison.tolerances.tolerances(of: plan.scenarios.flatMap(\.metrics)),
      policy: comparison.hostMismatch, exactOnly: false, folder: out, isQuiet: options.quiet,
      command: ShellWord.command(
        ["baseline", "check", file]
          + options.repeatedArguments + comparison.repeatedArguments))
    do {
      return try ComparisonOutput(
        results: try await baseline.results(),
        failsOnInconclusive: comparison.failOnInconclusive, isQuiet: options.quiet, folder: out
      ).finish(tool.output)
    } catch let error as BaselineError {
      return BaselineCommand.refuse(error)
    }
  }
}
