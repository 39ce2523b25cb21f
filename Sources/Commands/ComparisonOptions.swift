import ArgumentParser
import Reporting
import Verdicts

/// What commands that compare let one choose.
struct ComparisonOptions: ParsableArguments {
  @Option(name: .customLong("tolerance"), help: ToleranceArgument.help)
  var tolerances: [ToleranceArgument] = []

  @Option(
    help: """
      Where the base was made on another machine or with other tools: refuse (error; another \
      processor alone is a warning), compare what does not depend on that (warn), or compare all \
      (ignore).
      """)
  var hostMismatch: HostMismatchPolicy = .error

  @Flag(help: "Fail (exit code 7) where a metric could not be decided either way.")
  var failOnInconclusive = false

  /// What was chosen, as one would type it.
  var repeatedArguments: [String] {
    var arguments = tolerances.repeatedArguments
    if hostMismatch != .error { arguments += ["--host-mismatch", hostMismatch.rawValue] }
    if failOnInconclusive { arguments.append("--fail-on-inconclusive") }
    return arguments
  }
}

extension HostMismatchPolicy: ExpressibleByArgument {}

/// What a command that compares says at its end, and its exit code.
struct ComparisonOutput: Sendable {
  var results: ComparisonResults
  let failsOnInconclusive: Bool
  let isQuiet: Bool
  /// The folder of the comparison's files; `nil` where nobody asked for them.
  let folder: String?
  /// What continuous integration services get besides.
  var services = ServiceOutput()

  /// Writes the files, prints the table, and says what the exit code is.
  func finish(_ output: StandardOutput) throws -> ToolExitCode {
    let verdict = ComparisonVerdict(results)
    let code = verdict.exitCode.reported(failsOnInconclusive: failsOnInconclusive)
    try writeFiles()
    if !isQuiet || code != .pass {
      output.print(
        ComparisonTable.text(
          results, verdict: verdict,
          width: output.width ?? SummaryTable.standardWidth,
          report: folder.map { "\($0)/\(ComparisonReport.markdownFile)" }
            ?? "the report that --out DIR writes"))
    }
    try services.write(
      results, verdict: verdict, failsOnInconclusive: failsOnInconclusive, to: output)
    return code
  }

  /// Writes the files where there is a folder for them.
  func writeFiles() throws {
    guard let folder else { return }
    try ComparisonFolder.make(folder)
    try ComparisonReport.write(
      results, verdict: ComparisonVerdict(results), failsOnInconclusive: failsOnInconclusive,
      to: folder)
  }

  /// The same output of other results.
  func with(_ results: ComparisonResults) -> ComparisonOutput {
    var output = self
    output.results = results
    return output
  }
}
