import ArgumentParser
import Foundation
import Harness
import ScenarioModel
import Support
import Verdicts

/// `mappressure merge`: one report of the runs of all shards.
struct MergeCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "merge",
    abstract: "Put the runs of all shards together, and write one report.",
    discussion: """
      'run --shard 1/3' does a third of the work; another machine does 2/3, and a
      third one 3/3. 'merge' reads what they left in their folders and judges it as
      if one machine had done all: counted and modelled numbers are those of a run
      that was not split, thresholds and claims are judged again, and the report
      names every machine. It needs the scenarios as they were run, so that it is
      started in a working folder of the same commit.

        mappressure merge Reports/suite-shard-*
        mappressure merge first second third --out Reports/all

      Exit codes are those of 'run'; 1 where a shard is missing, there twice,
      unfinished, or part of other work.
      """)

  @Argument(help: "The folders of the runs, one of each shard, in any order.")
  var runs: [String]

  @Option(help: "The folder of the results. (default: Reports/NAME)")
  var out: String?

  @Flag(help: "Fail (exit code 7) where a threshold could not be decided either way.")
  var failOnInconclusive = false

  @Flag(help: "Show no summary where all is well.")
  var quiet = false

  func run(with tool: MapPressureTool) throws -> ToolExitCode {
    let merge = try ShardMerge(runs.map { try ShardRun(folder: $0) })
    let library = ScenarioLibrary()
    let run = try merge.run(
      of: merge.scenarios.map { try library.scenario($0, families: tool.families) })
    let folder = out ?? RunFolder.standard(for: run.plan)
    try run.write(to: folder)
    return try RunOutcome(
      results: run.results(command: ShellWord.command(Array(CommandLine.arguments.dropFirst()))),
      folder: folder, isQuiet: quiet, failsOnInconclusive: failOnInconclusive
    ).report(to: tool.output)
  }
}

extension ScenarioLibrary {
  /// Reads the scenario of a journal again: from the file that it names, or where that is not on
  /// this machine, from this project's folder.
  func scenario(_ reference: ScenarioReference, families: FamilyRegistry) throws -> Scenario {
    let isHere = FileManager.default.fileExists(atPath: reference.file)
    let file = isHere ? reference.file : try file(reference.name)
    return try Scenario(yaml: TextFile.read(file), file: file, families: families)
  }
}
