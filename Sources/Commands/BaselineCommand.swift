import ArgumentParser
import Verdicts

/// `mappressure baseline`: the committed file that later runs are compared with.
struct BaselineCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "baseline",
    abstract: "Keep what each case costs in a committed file, and compare runs with it.",
    discussion: """
      A baseline holds what is counted and modelled exactly, one line a metric. Of
      what is measured it holds the ratio to the naive strategy in the same run: a
      time of yesterday says nothing of today, how two strategies stand to each
      other does.

        mappressure baseline update baseline.json    measure, and write the file
        mappressure baseline check baseline.json     measure, and compare with it
      """,
    subcommands: [BaselineUpdateCommand.self, BaselineCheckCommand.self])

  /// Says what is wrong with a baseline, and which exit code that is.
  static func refuse(_ error: BaselineError) -> ToolExitCode {
    StandardError.write(error)
    return ToolExitCode(error.exitStatus, failsOnInconclusive: false)
  }
}

extension CaseSelection {
  /// What the names of scenarios, `--strategies` and `--sizes` ask for.
  init(_ options: RunOptions, scenarios: [String], of names: [String]) {
    let selection = options.selection
    self.init(
      scenarios: scenarios.isEmpty ? nil : names, strategies: selection.strategies,
      sizes: selection.sizes)
  }
}
