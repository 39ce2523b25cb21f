import ArgumentParser
import Foundation
import Harness
import Reporting
import ScenarioModel
import Sensitivity
import Support
import Verdicts

/// `mappressure sensitivity`: finds what the answers of scenarios rest on.
struct SensitivityCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "sensitivity",
    abstract: "Find the parameters that the answers of scenarios rest on.",
    discussion: """
      Moves each parameter of the platform and of the environment through the span
      that its evidence leaves open: alone to both ends, then all together in joint
      draws, and replays with other seeds. For each answer (the best strategy by
      each headline, each threshold, each claim) it says in how many draws it
      holds, and at which value of which parameter it changes. Nothing is timed;
      the replays use all processors. Answers that rest on measurements of this
      machine only are not part of it.

        mappressure sensitivity ten-thousand-pins
        mappressure sensitivity --draws 256 --seeds 50
        mappressure sensitivity my.yaml --out results
      """)

  @Argument(help: "Names of scenarios or paths of scenario files. (default: all in Scenarios)")
  var scenarios: [String] = []

  @Option(
    parsing: .upToNextOption,
    help: "Replay only these strategies, and the naive one that they are compared with.")
  var strategies: [String] = []

  @Option(parsing: .upToNextOption, help: "Replay these sizes instead of the scenarios' own.")
  var sizes: [SizeArgument] = []

  @Option(help: "The number of joint draws of all parameters.")
  var draws = SensitivityAnalysis.Options().draws

  @Option(help: "The number of other seeds of the environment.")
  var seeds = SensitivityAnalysis.Options().seeds

  @Option(help: "The seed of the draws and of the other seeds.")
  var seed = SensitivityAnalysis.Options().seed

  @Option(help: "The time limit of a process that replays, in seconds.")
  var timeout: Double = 3_600

  @Option(help: "The limit of a process's resident memory, such as 500MB or 2GiB.")
  var memoryLimit = ByteCountArgument(bytes: WorkerLimits.standard.memory)

  @Option(help: "The folder for the results. (default: Reports/sensitivity)")
  var out = "Reports/sensitivity"

  @Flag(help: "Show no progress.")
  var quiet = false

  func validate() throws {
    for (name, count) in [("--draws", draws), ("--seeds", seeds)]
    where !(0...100_000).contains(count) {
      throw ValidationError("\(name): expected a number from 0 to 100,000, found \(count)")
    }
    guard timeout > 0, timeout <= 31_536_000 else {
      throw ValidationError(
        "--timeout: expected a number of seconds above 0 and at most a year, found \(timeout)")
    }
  }

  func run(with tool: MapPressureTool) async throws -> ToolExitCode {
    let read = try ScenarioLibrary().scenarios(scenarios, families: tool.families)
    let plan = try Plan(
      scenarios: read,
      selection: RunSelection(
        strategies: strategies.isEmpty ? nil : strategies,
        sizes: sizes.isEmpty ? nil : sizes.map(\.size), trials: 1))
    var options = SensitivityAnalysis.Options()
    options.draws = draws
    options.seeds = seeds
    options.seed = seed
    let limits = WorkerLimits(seconds: timeout, memory: memoryLimit.bytes)
    let found = try await Interruption.cancelling { [options] in
      var found: [ScenarioSensitivity] = []
      for scenario in plan.scenarios {
        let start = SuspendingClock.now
        let cases = plan.cases.filter { $0.scenario == scenario.name }
        guard scenario.workload.profile != nil else {
          StandardError.write(
            "\(PlainText.line(scenario.name)): not analysed, as it has no platform profile\n")
          continue
        }
        guard scenario.workload.profiles.count == 1 else {
          StandardError.write(
            "\(PlainText.line(scenario.name)): not analysed, as it has several platform profiles; "
              + "give a scenario with one of them\n")
          continue
        }
        let analysis = SensitivityAnalysis(
          scenario, cases: cases, options: options, program: .itself(), limits: limits)
        let result = try await analysis.run()
        found.append(result)
        if !quiet {
          let seconds = Int(((SuspendingClock.now - start) / .seconds(1)).rounded())
          StandardError.write(
            "\(PlainText.line(scenario.name)): \(cases.count) cases, \(result.parameters.count) "
              + "parameters, \(result.evaluations) evaluations, \(seconds) s\n")
        }
      }
      return found
    } orElse: {
      StandardError.write("interrupted; an analysis has no result until it is complete\n")
    }
    let results = SensitivityResults(
      provenance: .current(commit: await GitCommit.current()),
      command: ShellWord.command(Array(CommandLine.arguments.dropFirst())), draws: draws,
      seeds: seeds, seed: seed, scenarios: found)
    try SensitivityReport.write(results, to: out)
    tool.output.print(SensitivityReport.summary(results), terminator: "")
    tool.output.print("Report: " + PlainText.line("\(out)/\(SensitivityReport.markdownFile)"))
    return .pass
  }
}
