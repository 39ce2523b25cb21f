import Answers
import ArgumentParser
import Documents
import Gate
import Harness
import Reporting
import ScenarioModel
import Support

/// `mappressure run`: replays scenarios and writes a report.
struct RunCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "run",
    abstract: "Replay scenarios with their strategies, and write a report.",
    usage: "mappressure run [<scenario> ...] [<options>]",
    discussion: """
      Each trial runs in its own process. Each case is inspected once (pin coverage, \
      overlaps, a picture) and then measured in several trials. Each result is on \
      disk before the next trial begins, so --resume can continue an interrupted run.

        mappressure run ten-thousand-pins
        mappressure run ten-thousand-pins --sizes 1000 100000
        mappressure run ten-thousand-pins --strategies grid-clusters
        mappressure run ten-thousand-pins --data stores.csv
        mappressure run my.yaml --trials 9 --out results --resume
        lldb -- mappressure run region-loop --case exact/60/flag --debug

      --help-hidden lists further options.
      """)

  @Argument(
    help: "Names of scenarios or paths of scenario files. (default: all in Scenarios)",
    completion: .scenario)
  var scenarios: [String] = []

  @OptionGroup var options: RunOptions

  @Option(
    help: """
      A file of pins, or of places, that replaces the scenario's data. The scenario's thresholds \
      and claims are left out, as they were made for other data.
      """, completion: .anyFile)
  var data: String?

  @Option(
    help: ArgumentHelp(
      "Run only this part of the work, such as 2/3. 'merge' joins the parts of all machines.",
      visibility: .hidden),
    transform: { try Shard($0) })
  var shard: Shard?

  @Option(
    help: "The folder for the results. (default: Reports/NAME, or NAME-2 and so on if that exists)",
    completion: .folder)
  var out: String?

  @Flag(help: "Replace a finished run in the folder for the results.")
  var overwrite = false

  @Flag(help: "Continue the interrupted run in the folder for the results.")
  var resume = false

  @Flag(
    help: ArgumentHelp(
      "With --resume: measure again the cases that crashed, failed, timed out or were skipped.",
      visibility: .hidden))
  var retry = false

  @OptionGroup var draws: DrawOptions

  @Option(
    name: .customLong("case"),
    help: "With --debug: the case, as SIZE/STRATEGY or VARIANT/SIZE/STRATEGY.",
    transform: CaseArgument.init)
  var debuggedCase: CaseArgument?

  @Flag(
    help: """
      Replay one case of one scenario in this process, for a debugger or a profiler. Nothing is \
      measured or written.
      """)
  var debug = false

  @Flag(
    help: ArgumentHelp(
      "Fail (exit code 7) if a threshold could not be decided.", visibility: .hidden))
  var failOnInconclusive = false

  @Flag(help: "Print a line for each case, and the tables of all scenarios.")
  var verbose = false

  func validate() throws {
    guard resume || !retry else {
      throw ValidationError("--retry needs an existing run: add --resume")
    }
    guard debug == (debuggedCase != nil), !debug || scenarios.count == 1 else {
      throw ValidationError(
        "--debug replays one case: name one scenario, and give --case SIZE/STRATEGY with it")
    }
    guard !debug || data == nil else {
      throw ValidationError("--debug takes no --data: name the file in the scenario")
    }
    guard !resume || !overwrite else {
      throw ValidationError("--resume continues a run and --overwrite replaces it: leave out one")
    }
  }

  func run(with tool: MapPressureTool) async throws -> ToolExitCode {
    if let debuggedCase {
      for scenario in try ScenarioLibrary().scenarios(scenarios, families: tool.families) {
        try DebuggedCase(debuggedCase, of: scenario, seed: options.seed)
          .run(for: tool.invocation)
      }
      return .pass
    }
    let (plan, folder) = try planAndFolder(tool.families)
    if scenarios.isEmpty, !options.quiet {
      let count = plan.scenarios.count
      // On an idle machine a case takes a fifth of a second, or more.
      let time = plan.cases.count < 100 ? "less than a minute" : "one to three minutes"
      tool.errors.writeProse(
        "\(count > 1 ? "all " : "")\(LimitedList.counted(count, "scenario")) into \(folder): \(time) on "
          + "an idle machine; Ctrl-C keeps what is measured, and --resume continues")
    }
    let run = PlanRun(
      plan: plan, limits: options.limits, folder: folder, isQuiet: options.quiet,
      showsAnswers: !draws.noDraws && shard == nil, isVerbose: verbose,
      origin: await tool.invocation.origin, call: tool.invocation,
      kept: await options.cache.kept(limits: options.limits, call: tool.invocation))
    let interruptionMessage =
      "interrupted; the results so far are in \(PlainText.line(folder)); continue with: "
      + tool.invocation.advice(["--resume"] + (retry ? ["--retry"] : []))
    let results = try await run.results(
      retry ? .retry : resume ? .resume : overwrite ? .overwrite : .fresh,
      whenInterrupted: interruptionMessage)
    // A part of a run may lack strategies, so that it has no answers.
    let sensitivity =
      draws.noDraws || shard != nil
      ? nil : try await run.draws(of: results, whenInterrupted: interruptionMessage)
    if let sensitivity { try SensitivityReport.write(sensitivity, to: folder) }
    let code = try RunOutcome(
      results: results, folder: folder, isQuiet: options.quiet,
      failsOnInconclusive: failOnInconclusive, isVerbose: verbose, sensitivity: sensitivity
    ).report(to: tool.output)
    if results.cases.contains(where: \.isBroken) {
      tool.errors.write(
        "some cases are broken, and --resume alone keeps them; to measure them again, run: "
          + tool.invocation.advice(["--resume", "--retry"]) + "\n")
    }
    if let advice = DebuggedCase.advice(on: results, in: folder, for: tool.invocation) {
      tool.errors.write(advice + "\n")
    }
    try run.checkUndisturbed()
    return code
  }

  /// The trials and the folder for their results, with scenarios that the options change.
  private func planAndFolder(_ families: FamilyRegistry) throws -> (Plan, folder: String) {
    let library = ScenarioLibrary()
    let read = try library.scenarios(scenarios, families: families)
    guard data == nil || read.count == 1 else {
      throw CommandError(
        "--data: expected one scenario, found \(read.count); name the one whose data the file "
          + "replaces")
    }
    let adapted = try read.map { scenario in
      try AdaptedScenario(
        scenario, families: families, data: data,
        strategies: read.count == 1 ? options.strategies : [])
    }
    let folder = folder(of: read)
    return (
      try options.plan(
        of: zip(read, adapted).map { try $1?.scenario(in: folder) ?? $0 }, shard: shard), folder
    )
  }

  private func folder(of scenarios: [Scenario]) -> String {
    if let out { return out }
    let standard = RunFolder.standard(for: scenarios, shard: shard)
    return resume ? RunFolder.latest(standard) : overwrite ? standard : RunFolder.free(standard)
  }
}

extension Invocation {
  /// The command that continues this call: the one that started it, with the given flags.
  func advice(_ flags: [String]) -> String {
    let words = words.filter { !["--resume", "--retry"].contains($0) }
    return ShellWord.line(words + flags)
      ?? "the same command with \(flags.joined(separator: " "))"
  }
}

/// The options of commands that measure: the cases, the number of trials and the limits.
struct RunOptions: ParsableArguments {
  @Option(
    parsing: .upToNextOption,
    help: "Run only these strategies, and the naive one that they are compared with.",
    completion: .strategy)
  var strategies: [String] = []

  @Option(
    parsing: .upToNextOption, help: "Run these sizes instead of the scenario's own.",
    transform: ArgumentValue.size)
  var sizes: [Int] = []

  @Option(
    help: """
      The number of measured trials of each case, instead of the scenario's own; 0 measures \
      nothing.
      """,
    transform: ArgumentValue.trialCount)
  var trials: Int?

  @Option(
    help: ArgumentHelp(
      "The seed of every generator, instead of the scenario's own.", visibility: .hidden))
  var seed: UInt64?

  @OptionGroup var processLimits: LimitOptions

  @OptionGroup var cache: CacheOptions

  @Flag(help: "Show no progress, and only the answers if everything passes.")
  var quiet = false
}

/// The option of commands whose answers rest on draws.
struct DrawOptions: ParsableArguments {
  @Flag(
    help: "Draw no people and phones: the report says which strategy leads, not which to take.")
  var noDraws = false
}

/// The options that limit the processes which replay cases.
struct LimitOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The time limit per replaying process, in seconds. (default: 120; 3600 for an analysis)",
      visibility: .hidden))
  var timeout: Double?

  @Option(
    help: "The resident memory limit per replaying process, such as 500MB or 4GiB. (default: 2GiB)",
    transform: ByteCountArgument.init)
  var memoryLimit = ByteCountArgument(bytes: WorkerLimits.standard.memory)

  func validate() throws {
    guard let timeout else { return }
    // Not a number is neither.
    guard timeout > 0, timeout <= Self.maxTimeout else {
      throw ValidationError(
        "--timeout: expected a number of seconds above 0 and at most a year, found \(timeout)")
    }
  }

  private static let maxTimeout = 31_536_000.0

  /// The limits.
  ///
  /// - Parameter seconds: the time limit without `--timeout`.
  func limits(seconds: Double = WorkerLimits.standard.seconds) -> WorkerLimits {
    WorkerLimits(seconds: timeout ?? seconds, memory: memoryLimit.bytes)
  }
}

extension RunOptions {
  var selection: RunSelection {
    RunSelection(
      strategies: strategies.isEmpty ? nil : strategies,
      sizes: sizes.isEmpty ? nil : sizes, trials: trials, seed: seed)
  }

  var limits: WorkerLimits { processLimits.limits() }

  /// Reads scenarios by name or path, and orders their trials; throws if their files cannot
  /// serve the sizes.
  ///
  /// - Parameter shard: the part of the work to do; `nil` for all of it.
  func plan(of names: [String], families: FamilyRegistry, shard: Shard? = nil) throws -> Plan {
    try plan(of: ScenarioLibrary().scenarios(names, families: families), shard: shard)
  }

  /// Orders the trials of scenarios; throws if their files cannot serve the sizes.
  ///
  /// - Parameter cases: the cases of an earlier run, to which those of its scenarios are restricted.
  func plan(
    of scenarios: [Scenario], shard: Shard? = nil, repeating cases: [Case] = []
  ) throws -> Plan {
    // A mistake in the ledger is found now, and not by the report of the run.
    _ = try ScenarioLibrary().ledger()
    let plan = try Plan(
      scenarios: scenarios, selection: selection, shard: shard, repeating: cases)
    for scenario in scenarios {
      let planned = plan.cases.filter { $0.scenario == scenario.name }.map(\.size).uniqued()
      try scenario.workload.check(
        sizes: cases.isEmpty ? selection.sizes ?? scenario.sizes : planned)
    }
    return plan
  }

  /// Orders the trials that are compared with a baseline: those of its cases or, if scenarios,
  /// strategies or sizes are given, of what they select.
  ///
  /// A scenario that only the file has is missing in the comparison.
  func plan(
    of names: [String], inBaseline path: String, families: FamilyRegistry
  ) throws -> Plan {
    let library = ScenarioLibrary()
    let baseline = names.isEmpty ? try? RunResults(baseline: path) : nil
    let known = baseline?.scenarios.map(\.scenario.name).filter { (try? library.file($0)) != nil }
    if let baseline, known?.isEmpty == true {
      let found = baseline.scenarios.prefix(3).map(\.scenario.name).joined(separator: ", ")
      throw BaselineError(
        "\(path): expected a scenario that still exists, found only \(found); renew it with "
          + "'\(BaselineError.update(path))'", exitCode: .notComparable)
    }
    let scenarios = try library.scenarios(known ?? names, families: families)
    let isRestricted = strategies.isEmpty && sizes.isEmpty
    return try plan(
      of: scenarios, repeating: isRestricted ? baseline?.cases.map(\.scenarioCase) ?? [] : [])
  }

  /// The given options, except strategies and sizes, as arguments of a command line.
  var repeatedArguments: [String] {
    var arguments: [String] = []
    if let trials { arguments += ["--trials", "\(trials)"] }
    if let seed { arguments += ["--seed", "\(seed)"] }
    if let timeout = processLimits.timeout { arguments += ["--timeout", "\(timeout)"] }
    if limits.memory != WorkerLimits.standard.memory {
      arguments += ["--memory-limit", "\(limits.memory)B"]
    }
    return arguments
  }
}

/// The end of a run: a report in its folder, a summary, and an exit code.
struct RunOutcome {
  let results: RunResults
  let folder: String
  let isQuiet: Bool
  let failsOnInconclusive: Bool
  /// Indicates whether to print the tables of all scenarios.
  var isVerbose = false
  /// An analysis of the run's answers; `nil` if there is none.
  var sensitivity: SensitivityResults?

  /// Judges and reports the run.
  func report(to output: StandardOutput) throws -> ToolExitCode {
    let verdict = RunVerdict(results, sensitivity: sensitivity)
    try RunReport.write(
      results, verdict: verdict, ledger: ScenarioLibrary().ledger(), sensitivity: sensitivity,
      to: folder)
    if !isQuiet || verdict.exitCode != .pass {
      output.printSummary(
        SummaryTable.text(
          results, verdict: verdict, sensitivity: sensitivity, isVerbose: isVerbose,
          width: output.width))
      for (name, file) in [("Report", RunFolder.reportFile), ("Page", RunFolder.pageFile)] {
        output.print("\(name): " + PlainText.line("\(folder)/\(file)"))
      }
    } else {
      let answers = SummaryTable.answers(
        results, verdict: verdict, sensitivity: sensitivity, width: output.width)
      if !answers.isEmpty { output.print(answers.joined(separator: "\n")) }
    }
    return verdict.reported(failsOnInconclusive: failsOnInconclusive)
  }
}
