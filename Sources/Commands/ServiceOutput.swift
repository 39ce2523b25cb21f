import Reporting
import Verdicts

/// What a comparison tells a continuous integration service besides its files.
struct ServiceOutput: Sendable {
  /// Whether GitHub's annotations go to standard output.
  var annotates = false
  /// A file that Markdown is added to, as the one that `GITHUB_STEP_SUMMARY` names.
  var summaryFile: String?

  func write(
    _ results: ComparisonResults, verdict: ComparisonVerdict, failsOnInconclusive: Bool,
    to output: StandardOutput
  ) throws {
    if let summaryFile {
      try StepSummary.append(
        ComparisonMarkdown.text(results, verdict: verdict), to: summaryFile)
    }
    guard annotates else { return }
    for line in WorkflowAnnotations.lines(
      results, verdict: verdict, failsOnInconclusive: failsOnInconclusive)
    {
      // A command to the service, which escapes what came from data.
      output.write(line + "\n")
    }
  }
}
