import ArgumentParser
import Foundation
import Harness
import Reporting
import ScenarioModel
import Verdicts

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
      ).results(.anew, whenInterrupted: words)
      try RunReport.write(results, verdict: RunVerdict(results), to: out)
      return results
    }
    let temporary = try Workspace()
    defer { temporary.remove() }
    return try await PlanRun(
      plan: plan, limits: options.limits, folder: temporary.path, isQuiet: options.quiet
    ).results(.anew, whenInterrupted: words)
  }
}
