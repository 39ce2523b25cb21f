import ArgumentParser
import Harness
import ScenarioModel
import Support

/// `mappressure run`: replays scenarios and writes a report.
struct RunCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "run",
    abstract: "Replay scenarios under their strategies, and write a report.",
    discussion: """
      Every trial is a process of its own. Each case is inspected once (which pins
      are stood for, what overlaps, a picture) and then measured in several trials,
      whose order is shuffled so that a machine that drifts treats all strategies
      alike. Results are on disk as soon as they are there: an interrupted run goes
      on with --resume. What crashed, timed out or was killed stays so; --resume
      --retry measures it again.

        mappressure run ten-thousand-pins
        mappressure run ten-thousand-pins --sizes 1000 100000
        mappressure run ten-thousand-pins --strategies grid-clusters
        mappressure run my.yaml --trials 9 --out results
        mappressure run my.yaml --trials 9 --out results --resume
        mappressure run --shard 2/3          the second third, and 'merge' all three
      """)

  @Argument(help: "Names of scenarios, or paths of scenario files; none: the default suite.")
  var scenarios: [String] = []

  @OptionGroup var options: RunOptions

  @Option(
    help: """
      Do only this part of the work: 2/3. Parts that other machines do are put together by 'merge'.
      """,
    transform: { try Shard($0) })
  var shard: Shard?

  @Option(help: "The folder of the results. (default: Reports/NAME)")
  var out: String?

  @Flag(help: "Go on with the interrupted run in the folder of the results.")
  var resume = false

  @Flag(help: "With --resume: measure again what crashed, failed, timed out or was skipped.")
  var retry = false

  @Flag(help: "Fail (exit code 7) where a threshold could not be decided either way.")
  var failOnInconclusive = false

  func validate() throws {
    guard resume || !retry else {
      throw ValidationError("--retry continues a run that is there: give --resume too")
    }
  }

  func run(with tool: MapPressureTool) async throws -> ToolExitCode {
    let plan = try options.plan(of: scenarios, families: tool.families, shard: shard)
    let folder = out ?? RunFolder.standard(for: plan)
    let run = PlanRun(
      plan: plan, limits: options.limits, folder: folder, isQuiet: options.quiet)
    let results = try await run.results(
      retry ? .retry : resume ? .resume : .anew,
      whenInterrupted:
        "interrupted; what was measured is in \(PlainText.line(folder)); go on with: "
        + Self.advice(["--resume"] + (retry ? ["--retry"] : [])))
    let code = try RunOutcome(
      results: results, folder: folder, isQuiet: options.quiet,
      failsOnInconclusive: failOnInconclusive
    ).report(to: tool.output)
    if results.cases.contains(where: \.isBroken) {
      StandardError.write(
        "what broke is not measured again by --resume alone; to measure it again, go on with: "
          + Self.advice(["--resume", "--retry"]) + "\n")
    }
    try run.checkUndisturbed()
    return code
  }

  /// How to go on with this run: the command that began it, with the program's name as it was
  /// started and with other flags.
  private static func advice(_ flags: [String]) -> String {
    let arguments = CommandLine.arguments.filter { !["--resume", "--retry"].contains($0) }
    return ShellWord.line(arguments + flags)
      ?? "the same command and \(flags.joined(separator: " "))"
  }
}
