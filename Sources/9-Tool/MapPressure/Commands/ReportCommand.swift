import Answers
import ArgumentParser
import Harness
import Reporting
import ScenarioModel
import Support

/// `mappressure report`: writes the report of a run again.
struct ReportCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "report",
    abstract: "Rewrite the report of a run from its journal.",
    usage: "mappressure report <run> [<options>]",
    discussion: """
      Reads the journal of a finished run and the scenario files that it names, and \
      writes all files of the report: results.json, report.md and the others. Nothing \
      is replayed. An analysis of sensitivity in the folder stays in the report.

        mappressure report Reports/suite
        mappressure report Reports/suite --publish Reports/kept   to commit or send
      """)

  @Argument(help: "The folder of the run.", completion: .folder)
  var run: String

  @Option(
    help: """
      Fill this empty folder with the files worth keeping next to code, below 4 MB for the \
      whole suite: report, page, claims, results.csv, tables of the analysis, and pictures of the \
      naive and the recommended strategy. The run must be of a commit without local changes.
      """, completion: .folder)
  var publish: String?

  @Flag(help: "Fail (exit code 7) if a threshold could not be decided.")
  var failOnInconclusive = false

  @Flag(help: "Show no summary if everything passes.")
  var quiet = false

  @Flag(help: "Print the tables of all scenarios instead of one line for each.")
  var verbose = false

  @Flag(help: "Open the page in a browser.")
  var open = false

  func run(with tool: MapPressureTool) async throws -> ToolExitCode {
    let journal = try JournaledRun(folder: run)
    let library = ScenarioLibrary()
    let results = try journal.results(
      of: journal.scenarios.map { try library.scenario($0, in: run, families: tool.families) })
    let sensitivity = try SensitivityResults(ofRunIn: run)
    if publish != nil, results.provenance.hasChanges {
      throw CommandError(
        "--publish: expected a run of a commit, which others can repeat, found one of "
          + "\(PlainText.line(results.provenance.commit)); commit the changes and run again")
    }
    let code = try RunOutcome(
      results: results, folder: run, isQuiet: quiet, failsOnInconclusive: failOnInconclusive,
      isVerbose: verbose, sensitivity: sensitivity
    ).report(to: tool.output)
    if let publish {
      try PublishedReport.write(
        results, verdict: RunVerdict(results, sensitivity: sensitivity), ledger: library.ledger(),
        sensitivity: sensitivity,
        from: run, to: publish)
      tool.output.print("Published: " + PlainText.line(publish))
    }
    if open { await PageOpener.show(run + "/" + RunFolder.pageFile, errors: tool.errors) }
    return code
  }
}
