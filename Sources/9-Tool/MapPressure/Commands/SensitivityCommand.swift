import Answers
import ArgumentParser
import Documents
import Foundation
import Harness
import Reporting
import ScenarioModel
import Support

/// `mappressure sensitivity`: finds what the answers of scenarios rest on.
struct SensitivityCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "sensitivity",
    abstract: "Find the parameters that the answers of scenarios depend on.",
    usage: "mappressure sensitivity [<scenario> ...] [<options>]",
    discussion: """
      Moves each parameter of the platform and of the environment through the span \
      that its evidence leaves open: each alone to both ends, then all together in joint \
      draws. Also replays with other seeds. For each answer (the strategy to take, the \
      best one by each headline, each threshold, each claim) it says in how many draws the \
      answer holds, and which parameter changes it at which value. Nothing is timed; the \
      replays use all processors. Answers that depend only on measurements of this \
      machine are left out.

        mappressure sensitivity ten-thousand-pins
        mappressure sensitivity --people 256 --seeds 50
        mappressure sensitivity my.yaml --out results
        mappressure sensitivity --run Reports/suite     adds to the report of that run
        mappressure sensitivity --shard 1/3             a third of the scenarios, for each machine
        mappressure sensitivity --merge Reports/sensitivity-shard-* --run Reports/suite
      """)

  @Argument(
    help: "Names of scenarios or paths of scenario files. (default: all in Scenarios)",
    completion: .scenario)
  var scenarios: [String] = []

  @Option(
    parsing: .upToNextOption,
    help: "Replay only these strategies, and the naive one that they are compared with.",
    completion: .strategy)
  var strategies: [String] = []

  @Option(
    parsing: .upToNextOption, help: "Replay these sizes instead of the scenarios' own.",
    transform: ArgumentValue.size)
  var sizes: [Int] = []

  @Option(
    help: """
      The maximum number of people in the joint draws of all parameters; most have four phones. \
      If more people cannot change an answer, only a quarter of them are drawn.
      """)
  var people = SensitivityAnalysis.Options().people

  @Option(help: "The number of other seeds of the environment.")
  var seeds = SensitivityAnalysis.Options().seeds

  @Option(help: "The seed of the draws and of the other seeds.")
  var seed = SensitivityAnalysis.Options().seed

  @Option(
    help: """
      Which parameters to move one at a time: all, platform (not people and data), or nothing. \
      The joint draws move all parameters.
      """)
  var alone = SensitivityResults.Alone.all

  @OptionGroup var limits: LimitOptions
  @OptionGroup var cache: CacheOptions

  @Option(
    name: .customLong("run"),
    help: """
      Analyse the cases of the finished run in this folder. Its report then says how firmly each \
      answer holds.
      """, completion: .folder)
  var runFolder: String?

  @Option(
    help: ArgumentHelp(
      "Analyse only this part of the scenarios, such as 2/3; --merge joins the parts.",
      visibility: .hidden),
    transform: { try Shard($0) })
  var shard: Shard?

  @Option(
    parsing: .upToNextOption,
    help: ArgumentHelp(
      "Analyse nothing: join the analyses of all shards in these folders.", visibility: .hidden),
    completion: .folder)
  var merge: [String] = []

  @Option(
    help: "The folder for the results. (default: Reports/sensitivity, or the run's)",
    completion: .folder)
  var out: String?

  @Flag(help: "Show no progress.")
  var quiet = false

  func validate() throws {
    guard merge.isEmpty || shard == nil && scenarios.isEmpty else {
      throw ValidationError("--merge joins analyses: leave out scenarios and --shard")
    }
    if runFolder != nil, shard == nil {
      guard scenarios.isEmpty, strategies.isEmpty, sizes.isEmpty, out == nil else {
        throw ValidationError(
          "--run: the run decides the scenarios, strategies, sizes and the folder; leave out "
            + "scenarios, --strategies, --sizes and --out")
      }
    }
    for (name, count) in [("--people", people), ("--seeds", seeds)]
    where !(0...100_000).contains(count) {
      throw ValidationError("\(name): expected a number from 0 to 100,000, found \(count)")
    }
  }

  func run(with tool: MapPressureTool) async throws -> ToolExitCode {
    let library = ScenarioLibrary()
    let finished = try runFolder.map { try FinishedRun(folder: $0, library, tool.families) }
    let plan =
      try finished?.plan
      ?? Plan(
        scenarios: library.scenarios(scenarios, families: tool.families),
        selection: RunSelection(
          strategies: strategies.isEmpty ? nil : strategies,
          sizes: sizes.isEmpty ? nil : sizes, trials: 1))
    // A mistake in the ledger is found now, and not by the report of the run.
    let ledger = try library.ledger()
    let command = ShellWord.command(tool.invocation.arguments)
    let results =
      merge.isEmpty
      ? try await analysed(plan, of: finished?.results, command: command, for: tool)
      : try SensitivityResults(mergingShardsIn: merge, command: command)
    let part = shard.map { "-shard-\($0.index)-of-\($0.count)" } ?? ""
    let folder = out ?? (shard == nil ? runFolder : nil) ?? "Reports/sensitivity\(part)"
    try SensitivityReport.write(results, to: folder)
    if let run = finished?.results, shard == nil {
      try RunReport.write(
        run, verdict: RunVerdict(run, sensitivity: results), ledger: ledger, sensitivity: results,
        to: folder)
    }
    tool.output.printProse(SensitivityReport.summary(results), terminator: "")
    let file =
      finished == nil || shard != nil ? RunFolder.sensitivityReportFile : RunFolder.reportFile
    tool.output.print("Report: " + PlainText.line("\(folder)/\(file)"))
    return .pass
  }

  /// Analyses a plan, or the shard of it.
  ///
  /// - Parameter run: the run whose completed cases are analysed; `nil` for all cases.
  private func analysed(
    _ plan: Plan, of run: RunResults?, command: String, for tool: MapPressureTool
  ) async throws -> SensitivityResults {
    var options = SensitivityAnalysis.Options()
    options.people = people
    options.seeds = seeds
    options.seed = seed
    options.alone = alone
    let all = plan.scenarios.filter { isAnalysed($0, errors: tool.errors) }
    let chosen = all.enumerated().filter { index, _ in
      shard.map { index % $0.count == $0.index - 1 } ?? true
    }.map(\.element)
    let parts = chosen.map { scenario in
      let completed = run?[scenario: scenario.name]?.cases
        .filter { $0.status == .completed }.map(\.scenarioCase)
      return AnalysisRun.Part(
        scenario: scenario,
        cases: plan.cases.filter {
          $0.scenario == scenario.name && completed?.contains($0) ?? true
        })
    }
    let limits = limits.limits(seconds: 3_600)
    let analysis = AnalysisRun(
      limits: limits, kept: await cache.kept(limits: limits, call: tool.invocation),
      call: tool.invocation, options: options,
      interruptionMessage: "interrupted; an analysis has no result until it is complete")
    let found = try await analysis.outcomes(of: parts) { part, outcome, seconds in
      guard !quiet, case .success(let result) = outcome else { return }
      let counts = [
        LimitedList.counted(part.cases.count, "case"),
        LimitedList.counted(result.parameters.count, "parameter"),
        LimitedList.counted(result.evaluations, "evaluation"), "\(Int(seconds.rounded())) s",
      ]
      let name = PlainText.line(result.scenario)
      tool.errors.write("\(name): \(counts.joined(separator: ", "))\n")
    }.map { try $0.get() }
    guard !found.isEmpty || !all.isEmpty else {
      throw CommandError(
        "expected a scenario with one platform profile, found none; give its device's 'profile' "
          + "one name")
    }
    return SensitivityResults(
      provenance: .current(commit: await GitCommit.current()), command: command, options: options,
      shard: shard, scenarios: found)
  }

  /// Says why a scenario is not analysed, if it is not.
  private func isAnalysed(_ scenario: Scenario, errors: StandardError) -> Bool {
    let profiles = scenario.workload.profile == nil ? 0 : scenario.workload.profiles.count
    guard profiles != 1 else { return true }
    let reason =
      profiles == 0
      ? "as it has no platform profile"
      : "as it has several platform profiles; give a scenario with one of them"
    errors.write("\(PlainText.line(scenario.name)): not analysed, \(reason)\n")
    return false
  }
}

extension SensitivityResults.Alone: ExpressibleByArgument {}
