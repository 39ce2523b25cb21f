import Answers
import ArgumentParser
import Foundation
import Gate
import Harness
import Reporting
import ScenarioModel
import Support

/// `mappressure merge`: joins the runs, or the gates, of all shards in one report.
struct MergeCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "merge",
    abstract: "Merge the runs or gates of all shards, and write one report.",
    usage: "mappressure merge <folder> ... [<options>]",
    discussion: """
      'run --shard 1/3' does the first third of the work; other machines run 2/3 and \
      3/3. 'merge' reads the folders of these runs and judges them like one run: \
      counted and modelled numbers are the same as in an unsplit run, thresholds \
      and claims are judged again, and the report names each machine. The scenario \
      files must be the same as in the runs: start 'merge' in a checkout of the same \
      commit.

        mappressure merge Reports/suite-shard-*
        mappressure merge first second third --out Reports/all
        mappressure merge Reports/gate-shard-*

      The gates of shards ('gate --shard 1/3') become one gate, which judges all \
      suspicions together, so a regression in one shard's gate may become inconclusive.

      'merge', not the shards, samples the people and phones for a run's answers, because the \
      draws need all strategies of a scenario.

      Exit codes are those of 'run' or 'gate'. The code is 1 if a shard is missing, given twice, \
      unfinished, or part of a different run.
      """)

  @Argument(
    help: "The folders of the runs or gates, one for each shard, in any order.",
    completion: .folder)
  var runs: [String]

  @Option(
    help: """
      The folder for the results. (default: Reports/NAME, or NAME-2 and so on if that exists; \
      for gates, Reports/gate)
      """, completion: .folder)
  var out: String?

  @Flag(help: "Replace a finished run in the folder for the results.")
  var overwrite = false

  @Flag(help: "Fail (exit code 7) if something could not be decided.")
  var failOnInconclusive = false

  @Flag(help: "Show no summary if everything passes.")
  var quiet = false

  @OptionGroup var draws: DrawOptions

  func run(with tool: MapPressureTool) async throws -> ToolExitCode {
    let gates = runs.filter { holds(ComparisonReport.documentFile, $0) }
    guard !gates.isEmpty else { return try await mergeRuns(with: tool) }
    if let run = runs.first(where: { !gates.contains($0) || holds(RunFolder.journalFile, $0) }) {
      throw CommandError(
        "expected only gates or only runs, found a gate in \(gates[0]) and something else "
          + "in \(run)")
    }
    return try mergeGates(with: tool)
  }

  private func holds(_ file: String, _ folder: String) -> Bool {
    FileManager.default.fileExists(atPath: folder + "/" + file)
  }

  private func mergeGates(with tool: MapPressureTool) throws -> ToolExitCode {
    let folder = out ?? "Reports/gate"
    for gate in runs where MergedRun.place(gate) == MergedRun.place(folder) {
      throw CommandError(
        "\(folder) holds one of the gates to merge; choose another folder with --out")
    }
    try ComparisonFolder.check(folder)
    let merge = try GateMerge(
      runs.map { try ShardGate(folder: $0, file: ComparisonReport.documentFile) })
    let library = ScenarioLibrary()
    let results = try merge.results(
      of: merge.scenarios.map { try library.scenario($0, families: tool.families) })
    return try ComparisonOutput(
      failsOnInconclusive: failOnInconclusive, isQuiet: quiet, folder: folder
    ).finish(results, on: tool)
  }

  private func mergeRuns(with tool: MapPressureTool) async throws -> ToolExitCode {
    let merge = try ShardMerge(runs.map { try ShardRun(folder: $0) })
    let library = ScenarioLibrary()
    let run = try merge.run(
      of: merge.scenarios.map { try library.scenario($0, families: tool.families) },
      command: ShellWord.command(tool.invocation.arguments))
    let standard = RunFolder.standard(for: run.plan.scenarios, shard: run.plan.shard)
    let folder = out ?? (overwrite ? standard : RunFolder.free(standard))
    try run.write(to: folder, replacing: overwrite)
    // Now there are all strategies of a scenario.
    let sensitivity =
      draws.noDraws
      ? nil
      : try await AnalysisRun(
        limits: .standard, kept: nil, call: tool.invocation,
        interruptionMessage: "interrupted; \(folder) has the merged run, without draws"
      ).draws(of: run.results, plan: run.plan, isQuiet: quiet)
    if let sensitivity { try SensitivityReport.write(sensitivity, to: folder) }
    return try RunOutcome(
      results: run.results, folder: folder, isQuiet: quiet, failsOnInconclusive: failOnInconclusive,
      sensitivity: sensitivity
    ).report(to: tool.output)
  }
}

extension ScenarioLibrary {
  /// Reads the scenario of a journal again, from the run's folder if it was made for the run, from the
  /// file that the journal names or, if that is not on this machine, from this project's folder.
  ///
  /// - Parameter folder: the folder of the run; `nil` if the journal is not in it.
  func scenario(
    _ reference: ScenarioReference, in folder: String? = nil, families: FamilyRegistry
  ) throws -> Scenario {
    let named = folder.map { RunFolder.scenarioFile(reference.file, in: $0) } ?? reference.file
    let isHere = FileManager.default.fileExists(atPath: named)
    let file = isHere ? named : try file(reference.name)
    return try Scenario(yaml: Self.text(of: file), file: file, families: families)
  }
}
