import ArgumentParser
import Foundation
import Harness
import Reporting
import Scenarios
import Verdicts

/// `mappressure run`: replays scenarios and writes a report.
struct RunCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "run",
    abstract: "Replay scenarios under their strategies, and write a report.",
    discussion: """
      Every trial is a process of its own. Each case is inspected once (which pins
      are stood for, what overlaps, a picture) and then measured in several trials,
      whose order is shuffled so that a machine that drifts treats all strategies
      alike. Results are on disk as soon as they are there: an interrupted run goes
      on with --resume.

        mappressure run ten-thousand-pins
        mappressure run ten-thousand-pins --sizes 1000 100000
        mappressure run ten-thousand-pins --strategies grid-clusters
        mappressure run my.yaml --trials 9 --out results
        mappressure run my.yaml --trials 9 --out results --resume
      """)

  @Argument(help: "Names of scenarios, or paths of scenario files; none: the default suite.")
  var scenarios: [String] = []

  @Option(
    parsing: .upToNextOption,
    help: "Run only these strategies, besides the naive one that they are compared with.")
  var strategies: [String] = []

  @Option(parsing: .upToNextOption, help: "Run these sizes instead of the scenario's own.")
  var sizes: [SizeArgument] = []

  @Option(help: "Measure each case this often, instead of as the scenario says.")
  var trials: TrialCountArgument?

  @Option(help: "The seed of every generator, instead of the scenario's own.")
  var seed: UInt64?

  @Option(help: "The folder of the results. (default: Reports/NAME)")
  var out: String?

  @Flag(help: "Go on with the interrupted run in the folder of the results.")
  var resume = false

  @Option(help: "Seconds that a trial may take.")
  var timeout: Double = WorkerLimits.standard.seconds

  @Option(help: "Resident memory that a trial may take: 500MB, 2GiB.")
  var memoryLimit = ByteCountArgument(bytes: WorkerLimits.standard.memory)

  @Flag(help: "Show no progress, and no summary where all is well.")
  var quiet = false

  func validate() throws {
    guard timeout > 0, timeout <= Self.greatestTimeout else {
      throw ValidationError("--timeout: expected seconds, more than 0 and at most a year")
    }
  }

  private static let greatestTimeout = 31_536_000.0

  func run(with tool: MapPressureTool) async throws -> ToolExitCode {
    let scenarios = try ScenarioLibrary().scenarios(scenarios, families: tool.families)
    let selection = RunSelection(
      strategies: strategies.isEmpty ? nil : strategies,
      sizes: sizes.isEmpty ? nil : sizes.map(\.size), trials: trials?.count, seed: seed)
    let plan = try Plan(scenarios: scenarios, selection: selection)
    for scenario in scenarios {
      try scenario.workload.check(sizes: selection.sizes ?? scenario.sizes)
    }
    let folder = out ?? "Reports/" + defaultName(scenarios)
    let coordinator = Coordinator(
      plan: plan, program: .itself(),
      limits: WorkerLimits(seconds: timeout, memory: memoryLimit.bytes), folder: folder)
    let display = ProgressDisplay(isQuiet: quiet)
    let records = try await Interruption.cancelling {
      try await coordinator.run(resume ? .resume : .anew, progress: display.show)
    } orElse: {
      display.end()
      StandardError.write(
        "interrupted; what was measured is in \(folder); go on with: "
          + Self.resumingCommand + "\n")
    }
    display.end()
    let results = RunResults(
      plan: plan, records: records,
      provenance: .current(commit: await GitCommit.current()),
      command: CommandLine.arguments.dropFirst().joined(separator: " "))
    let verdict = RunVerdict(results)
    try RunReport.write(results, verdict: verdict, to: folder)
    if !quiet || verdict.exitCode != .pass {
      print(
        SummaryTable.text(
          results, verdict: verdict,
          width: TerminalWidth.columns(of: STDOUT_FILENO) ?? SummaryTable.standardWidth))
      print("Report: \(folder)/\(RunFolder.reportFile)")
    }
    return ToolExitCode(verdict.exitCode)
  }

  /// The command that goes on with this run.
  private static var resumingCommand: String {
    let arguments = CommandLine.arguments.dropFirst().filter { $0 != "--resume" }
    return (["mappressure"] + arguments + ["--resume"]).joined(separator: " ")
  }

  /// One scenario's own name, or the suite's.
  private func defaultName(_ scenarios: [Scenario]) -> String {
    scenarios.count == 1 ? scenarios[0].name : "suite"
  }
}
