import Analysis
import ArgumentParser
import Foundation
import Harness
import Reporting
import ScenarioModel
import Support

/// `mappressure sensitivity`: finds what the answers of scenarios rest on.
struct SensitivityCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "sensitivity",
    abstract: "Find the parameters that the answers of scenarios rest on.",
    usage: "mappressure sensitivity [<scenario> ...] [<options>]",
    discussion: """
      Moves each parameter of the platform and of the environment through the span \
      that its evidence leaves open: alone to both ends, then all together in joint \
      draws, and replays with other seeds. For each answer (the strategy to take, the \
      best one by each headline, each threshold, each claim) it says in how many draws it \
      holds, and at which value of which parameter it changes. Nothing is timed; \
      the replays use all processors. Answers that rest on measurements of this \
      machine only are not part of it.

        mappressure sensitivity ten-thousand-pins
        mappressure sensitivity --draws 256 --seeds 50
        mappressure sensitivity my.yaml --out results
        mappressure sensitivity --run Reports/suite     into the report of that run
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

  @Option(help: "The number of joint draws of all parameters.")
  var draws = SensitivityAnalysis.Options().draws

  @Option(help: "The number of other seeds of the environment.")
  var seeds = SensitivityAnalysis.Options().seeds

  @Option(help: "The seed of the draws and of the other seeds.")
  var seed = SensitivityAnalysis.Options().seed

  @Flag(
    help: """
      Move what people and data do in the joint draws only, and not alone. Half of the time, where \
      an environment has many such parameters.
      """)
  var inputTogether = false

  @OptionGroup var limits: LimitOptions
  @OptionGroup var cache: CacheOptions

  @Option(
    name: .customLong("run"),
    help: """
      Analyse the cases of the finished run in this folder. Its report says then how firmly each \
      answer holds.
      """, completion: .folder)
  var runFolder: String?

  @Option(
    help: "The folder for the results. (default: Reports/sensitivity, or the run's)",
    completion: .folder)
  var out: String?

  @Flag(help: "Show no progress.")
  var quiet = false

  func validate() throws {
    if runFolder != nil {
      guard scenarios.isEmpty, strategies.isEmpty, sizes.isEmpty, out == nil else {
        throw ValidationError(
          "--run: the run decides the scenarios, strategies, sizes and the folder; leave out "
            + "scenarios, --strategies, --sizes and --out")
      }
    }
    for (name, count) in [("--draws", draws), ("--seeds", seeds)]
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
    var options = SensitivityAnalysis.Options()
    options.draws = draws
    options.seeds = seeds
    options.seed = seed
    options.movesInputAlone = !inputTogether
    let analyses = plan.scenarios.filter { isAnalysed($0, errors: tool.errors) }.map { scenario in
      let completed = finished?.results[scenario: scenario.name]?.cases
        .filter { $0.status == .completed }.map(\.scenarioCase)
      return (
        scenario,
        plan.cases.filter { $0.scenario == scenario.name && completed?.contains($0) ?? true }
      )
    }
    let limits = limits.limits(seconds: 3_600)
    let pool = EvaluationPool(
      program: .itself(), limits: limits,
      kept: await cache.kept(limits: limits, call: tool.invocation))
    let found = try await tool.invocation.interruption.cancelling { [options] in
      try await pool.open { queue in
        // Two at a time, so that no process waits for the last replays of the other one.
        try await Self.inOrder(analyses, atATime: 2) { scenario, cases in
          let start = SuspendingClock.now
          let result = try await SensitivityAnalysis(scenario, cases: cases, options: options)
            .run(on: queue)
          return (result, cases.count, (SuspendingClock.now - start) / .seconds(1))
        } completed: { result, cases, seconds in
          guard !quiet else { return }
          let counts = [
            LimitedList.counted(cases, "case"),
            LimitedList.counted(result.parameters.count, "parameter"),
            LimitedList.counted(result.evaluations, "evaluation"), "\(Int(seconds.rounded())) s",
          ]
          let name = PlainText.line(result.scenario)
          tool.errors.write("\(name): \(counts.joined(separator: ", "))\n")
        }.map(\.0)
      }
    } orElse: {
      tool.errors.write("interrupted; an analysis has no result until it is complete\n")
    }
    guard !found.isEmpty else {
      throw CommandError(
        "expected a scenario with one platform profile, found none; give 'profile' of its device one "
          + "name")
    }
    let results = SensitivityResults(
      provenance: .current(commit: await GitCommit.current()),
      command: ShellWord.command(tool.invocation.arguments), draws: draws,
      seeds: seeds, seed: seed, inputTogether: inputTogether, scenarios: found)
    let folder = runFolder ?? out ?? "Reports/sensitivity"
    try SensitivityReport.write(results, to: folder)
    if let run = finished?.results {
      try RunReport.write(
        run, verdict: RunVerdict(run, sensitivity: results), ledger: ledger, sensitivity: results,
        to: folder)
    }
    tool.output.printProse(SensitivityReport.summary(results), terminator: "")
    let file = finished == nil ? RunFolder.sensitivityReportFile : RunFolder.reportFile
    tool.output.print("Report: " + PlainText.line("\(folder)/\(file)"))
    return .pass
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

  /// Does something with each value, a number of them at a time, and returns the results in the
  /// order of the values.
  ///
  /// - Parameter completed: is called with the results in that order, as soon as they are there.
  private static func inOrder<Value: Sendable, Result: Sendable>(
    _ values: [Value], atATime width: Int,
    perform: @escaping @Sendable (Value) async throws -> Result,
    completed: @Sendable (Result) -> Void
  ) async throws -> [Result] {
    try await withThrowingTaskGroup(of: (Int, Result).self) { group in
      var (results, early): ([Result], [Int: Result]) = ([], [:])
      for (index, value) in values.enumerated().prefix(width) {
        group.addTask { (index, try await perform(value)) }
      }
      var next = min(width, values.count)
      while let (index, result) = try await group.next() {
        if next < values.count {
          group.addTask { [next] in (next, try await perform(values[next])) }
          next += 1
        }
        early[index] = result
        while let result = early.removeValue(forKey: results.count) {
          completed(result)
          results.append(result)
        }
      }
      return results
    }
  }
}
