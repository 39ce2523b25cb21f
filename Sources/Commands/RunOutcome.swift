import Harness
import Reporting
import ScenarioModel
import Support
import Verdicts

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
    return ToolExitCode(verdict.exitCode, failsOnInconclusive: failsOnInconclusive)
  }
}
