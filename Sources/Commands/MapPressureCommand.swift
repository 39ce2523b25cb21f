import ArgumentParser
import Verdicts

/// The root of the command line.
struct MapPressureCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "mappressure",
    abstract: "Replays the situations that hurt map apps, and measures what strategies cost.",
    discussion: """
      A scenario describes a situation: 10,000 pins and a camera that moves over
      them. Each of its strategies is an implementation that copes with it, naive
      or fixed. 'run' replays every strategy in processes of its own, measures
      memory and latency, and writes a report.

        mappressure list                     what there is to run
        mappressure run ten-thousand-pins    replay it, and write a report
        mappressure run --help               how to choose strategies and sizes
        mappressure validate my.yaml         check a scenario of your own
        mappressure merge out-1 out-2        put the runs of shards together

      Did a change make it worse? 'gate' fails where it did.

        mappressure gate --base main         this build beside a commit's
        mappressure baseline update my.json  a file to compare with later
        mappressure compare before after     the folders of two runs
        mappressure doctor                   what this machine can tell
        mappressure calibrate                how often the gate is wrong here

      Exit codes: 0 pass, 1 error of the tool or its input, 2 a threshold failed or
      a metric got worse, 3 a case crashed, timed out or ran out of memory, 5 the
      base is missing or cannot be compared with, 7 inconclusive (with
      --fail-on-inconclusive), 64 wrong usage, 130 interrupted. A result that cannot
      be printed makes a 1 of a 0; a reader that leaves, as 'head' does, does not.
      """,
    version: "0.1.0",
    subcommands: [
      RunCommand.self,
      MergeCommand.self,
      ListCommand.self,
      ValidateCommand.self,
      CompareCommand.self,
      BaselineCommand.self,
      GateCommand.self,
      CalibrateCommand.self,
      DoctorCommand.self,
      WorkerCommand.self,
    ])

  /// Says what an error has to say: of the arguments with their help, of anything else its own words.
  ///
  /// - Returns: the exit code.
  static func report(_ error: any Error, to output: StandardOutput) -> Int32 {
    if error is CancellationError { return ToolExitCode.interrupted.rawValue }
    // ArgumentParser's own errors know their exit codes and their usage text; all others do not.
    let code = exitCode(for: error)
    guard code != .failure else {
      StandardError.write(error)
      return ToolExitCode.toolError.rawValue
    }
    let message = fullMessage(for: error, columns: nil)
    guard !message.isEmpty else { return code.rawValue }
    // Help that was asked for is a result.
    if code.isSuccess {
      output.write(message + "\n")
    } else {
      StandardError.write(message + "\n")
    }
    return code.rawValue
  }
}
