import Answers
import ArgumentParser
import Foundation
import Gate
import Reporting
import ScenarioModel
import Support

/// The options of commands that compare.
struct ComparisonOptions: ParsableArguments {
  @Option(
    name: .customLong("tolerance"),
    help: ArgumentHelp(
      "How much worse a metric may get, as METRIC=PERCENT%. Overrides the scenario file.",
      valueName: "metric=percent%"), completion: .tolerance, transform: ArgumentValue.tolerance)
  var tolerances: [Tolerance] = []

  @Option(
    help: ArgumentHelp(
      """
      What to do if the base was made on another machine or with other tools: 'error' refuses \
      to compare (but only warns if just the processor differs), 'warn' compares only what depends \
      on neither, and 'ignore' compares everything.
      """, visibility: .hidden))
  var hostMismatch: HostMismatchPolicy = .error

  @Flag(help: "Fail (exit code 7) if the result is inconclusive.")
  var failOnInconclusive = false

  /// The day by which accepted changes end, in universal time: `2026-11-27`.
  static var today: String { Date.now.formatted(.iso8601.year().month().day()) }

  /// The given options as arguments of a command line.
  var repeatedArguments: [String] {
    var arguments = tolerances.repeatedArguments
    if hostMismatch != .error { arguments += ["--host-mismatch", hostMismatch.rawValue] }
    if failOnInconclusive { arguments.append("--fail-on-inconclusive") }
    return arguments
  }
}

extension HostMismatchPolicy: ExpressibleByArgument {}

/// The output of a command that compares: files, a table, and an exit code.
struct ComparisonOutput: Sendable {
  let failsOnInconclusive: Bool
  let isQuiet: Bool
  /// The folder of the comparison's files; `nil` if none are written.
  let folder: String?
  /// Indicates whether GitHub's annotations go to standard output.
  var annotates = false
  /// A file to append Markdown to, such as the one that `GITHUB_STEP_SUMMARY` names.
  var summaryFile: String?

  /// Writes the files, prints the table, and returns the exit code. A quiet command that passes
  /// prints its warnings only, to standard error.
  func finish(_ found: ComparisonResults, on tool: MapPressureTool) throws -> ToolExitCode {
    var results = found
    results.firstScenarios = StandardScenarios.first
    let verdict = ComparisonVerdict(results)
    let failsOnInconclusive = failsOnInconclusive || verdict.unseenCases > 0
    let code = verdict.exitCode.reported(failsOnInconclusive: failsOnInconclusive)
    try writeFiles(results)
    if !isQuiet || code != .pass {
      tool.output.printSummary(
        ComparisonTable.text(
          results, verdict: verdict,
          width: tool.output.width ?? SummaryTable.standardWidth,
          report: folder.map { "\($0)/\(ComparisonReport.markdownFile)" }
            ?? "the report that --out DIR writes"))
    } else {
      for line in ComparisonTable.warnings(results, verdict: verdict) {
        tool.errors.write(PlainText.line(line) + "\n")
      }
    }
    if let summaryFile {
      try StepSummary.append(ComparisonMarkdown.text(results, verdict: verdict), to: summaryFile)
    }
    guard annotates else { return code }
    for line in WorkflowAnnotations.lines(
      results, verdict: verdict, failsOnInconclusive: failsOnInconclusive)
    {
      // A command to the service, which escapes what came from data.
      tool.output.write(line + "\n")
    }
    return code
  }

  /// Writes the files if there is a folder for them.
  func writeFiles(_ found: ComparisonResults) throws {
    guard let folder else { return }
    var results = found
    results.firstScenarios = StandardScenarios.first
    try ComparisonFolder.make(folder)
    let verdict = ComparisonVerdict(results)
    try ComparisonReport.write(
      results, verdict: verdict,
      failsOnInconclusive: failsOnInconclusive || verdict.unseenCases > 0, to: folder)
  }
}
