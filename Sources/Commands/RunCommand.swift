import ArgumentParser
import Harness
import Reporting
import ScenarioModel
import Support
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
      on with --resume. What crashed, timed out or was killed stays so; --resume
      --retry measures it again.

        mappressure run ten-thousand-pins
        mappressure run ten-thousand-pins --sizes 1000 100000
        mappressure run ten-thousand-pins --strategies grid-clusters
        mappressure run my.yaml --trials 9 --out results
        mappressure run my.yaml --trials 9 --out results --resume
        mappressure run --shard 2/3          the second third, and 'merge' all three
      """)

  @Argument(help: "Names of scenarios, or paths of scenario files; none: the default suite.")
  var scenarios: [String] = []

  @OptionGroup var options: RunOptions

  @Option(
    help: """
      Do only this part of the work: 2/3. Parts that other machines do are put together by 'merge'.
      """,
    transform: { try Shard($0) })
  var shard: Shard?

  @Option(help: "The folder of the results. (default: Reports/NAME)")
  var out: String?

  @Flag(help: "Go on with the interrupted run in the folder of the results.")
  var resume = false

  @Flag(help: "With --resume: measure again what crashed, failed, timed out or was skipped.")
  var retry = false

  @Flag(help: "Fail (exit code 7) where a threshold could not be decided either way.")
  var failOnInconclusive = false

  func validate() throws {
    guard resume || !retry else {
      throw ValidationError("--retry continues a run that is there: give --resume too")
    }
  }

  func run(with tool: MapPressureTool) async throws -> ToolExitCode {
    let plan = try options.plan(of: scenarios, families: tool.families, shard: shard)
    let folder = out ?? RunFolder.standard(for: plan)
    let run = PlanRun(
      plan: plan, limits: options.limits, folder: folder, isQuiet: options.quiet)
    let results = try await run.results(
      retry ? .retry : resume ? .resume : .fresh,
      whenInterrupted:
        "interrupted; what was measured is in \(PlainText.line(folder)); go on with: "
        + Self.advice(["--resume"] + (retry ? ["--retry"] : [])))
    let code = try RunOutcome(
      results: results, folder: folder, isQuiet: options.quiet,
      failsOnInconclusive: failOnInconclusive
    ).report(to: tool.output)
    if results.cases.contains(where: \.isBroken) {
      StandardError.write(
        "what broke is not measured again by --resume alone; to measure it again, go on with: "
          + Self.advice(["--resume", "--retry"]) + "\n")
    }
    try run.checkUndisturbed()
    return code
  }

  /// How to go on with this run: the command that began it, with the program's name as it was
  /// started and with other flags.
  private static func advice(_ flags: [String]) -> String {
    let arguments = CommandLine.arguments.filter { !["--resume", "--retry"].contains($0) }
    return ShellWord.line(arguments + flags)
      ?? "the same command and \(flags.joined(separator: " "))"
  }
}

/// What commands that measure let one choose: which cases, how often, and within which limits.
struct RunOptions: ParsableArguments {
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
}

extension RunOptions {
  var selection: RunSelection {
    RunSelection(
      strategies: strategies.isEmpty ? nil : strategies,
      sizes: sizes.isEmpty ? nil : sizes.map(\.size), trials: trials?.count, seed: seed)
  }

  var limits: WorkerLimits {
    WorkerLimits(seconds: timeout, memory: memoryLimit.bytes)
  }

  /// Reads scenarios by name or path, and orders their trials; throws where their files cannot
  /// serve the sizes.
  ///
  /// - Parameter shard: the part of the work to do; `nil` for all of it.
  func plan(
    of names: [String], families: FamilyRegistry, shard: Shard? = nil
  ) throws -> Plan {
    let scenarios = try ScenarioLibrary().scenarios(names, families: families)
    let plan = try Plan(scenarios: scenarios, selection: selection, shard: shard)
    for scenario in scenarios {
      try scenario.workload.check(sizes: selection.sizes ?? scenario.sizes)
    }
    return plan
  }

  /// What was chosen besides strategies and sizes, as one would type it.
  var repeatedArguments: [String] {
    var arguments: [String] = []
    if let trials { arguments += ["--trials", "\(trials.count)"] }
    if let seed { arguments += ["--seed", "\(seed)"] }
    if timeout != WorkerLimits.standard.seconds { arguments += ["--timeout", "\(timeout)"] }
    if memoryLimit.bytes != WorkerLimits.standard.memory {
      arguments += ["--memory-limit", "\(memoryLimit.bytes)B"]
    }
    return arguments
  }
}

/// What becomes of a run's results: a report in its folder, a summary, and an exit code.
struct RunOutcome {
  let results: RunResults
  let folder: String
  let isQuiet: Bool
  let failsOnInconclusive: Bool

  /// Judges and reports the run.
  func report(to output: StandardOutput) throws -> ToolExitCode {
    let verdict = RunVerdict(results)
    try RunReport.write(results, verdict: verdict, to: folder)
    if !isQuiet || verdict.exitCode != .pass {
      output.print(
        SummaryTable.text(
          results, verdict: verdict,
          width: output.width ?? SummaryTable.standardWidth))
      output.print("Report: " + PlainText.line("\(folder)/\(RunFolder.reportFile)"))
    }
    return verdict.exitCode.reported(failsOnInconclusive: failsOnInconclusive)
  }
}
