import ArgumentParser
import Support
import Verdicts

/// The root of the command line.
struct MapPressureCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "mappressure",
    abstract: "Replay situations that slow map apps down, and measure strategies that handle them.",
    discussion: """
      A scenario describes a situation, such as 10,000 pins and a camera that moves
      over them. Each strategy of a scenario is an implementation that handles the
      situation: one naive, the others improved. 'run' replays each strategy in
      separate processes, measures memory and time, and writes a report.

        mappressure list                     list the scenarios
        mappressure run ten-thousand-pins    replay one, and write a report
        mappressure run --help               choose strategies and sizes
        mappressure try stores.csv           find the strategy for your own pins
        mappressure init my-clusters         write a package for your own strategy
        mappressure validate my.yaml         check your own scenario
        mappressure trace inspect my.jsonl   look at a recorded camera
        mappressure report Reports/suite     write a run's report again
        mappressure export Reports/suite --format openmetrics
        mappressure merge out-1 out-2        merge the runs of shards
        mappressure validate-model           compare the model with measurements

      To find out if a change made something worse:

        mappressure gate --base main         compare this build with a commit
        mappressure baseline update my.json  write a file to compare with later
        mappressure compare before after     compare the folders of two runs
        mappressure doctor                   check this machine for measurements
        mappressure calibrate                measure the gate's error rates here

      To use the costs of your own phone:

        mappressure fit-profile my.json      write a profile from a recording

      Exit codes: 0 pass, 1 error of the tool or its input, 2 a threshold failed or
      a metric got worse, 3 a case crashed, timed out or ran out of memory, 5 the
      base is missing or cannot be compared with, 7 inconclusive (with
      --fail-on-inconclusive), 64 wrong usage, 130 interrupted. If a result cannot
      be printed, exit code 0 becomes 1, unless the reader closed the pipe, as
      'head' does.
      """,
    version: ToolVersion.text,
    subcommands: [
      TryCommand.self,
      RunCommand.self,
      InitCommand.self,
      SensitivityCommand.self,
      ReportCommand.self,
      ExportCommand.self,
      MergeCommand.self,
      ListCommand.self,
      ValidateCommand.self,
      TraceCommand.self,
      SchemaCommand.self,
      ValidateModelCommand.self,
      CompareCommand.self,
      BaselineCommand.self,
      GateCommand.self,
      CalibrateCommand.self,
      FitProfileCommand.self,
      DoctorCommand.self,
      WorkerCommand.self,
    ])

  /// Checks that a command has the name that the first argument gives.
  ///
  /// - Throws: an error of the arguments, with the nearest name.
  static func checkName(_ name: String?) throws {
    var commands: [String] = []
    for command in configuration.subcommands where command.configuration.shouldDisplay {
      commands.append(command.configuration.commandName ?? "")
    }
    let hidden = ["help", WorkerCommand.configuration.commandName ?? ""]
    guard let name, !name.hasPrefix("-"), !(commands + hidden).contains(name) else { return }
    throw ValidationError(
      "there is no command '\(PlainText.line(name))'"
        + (NearestName.find(name, among: commands).map { "; did you mean '\($0)'?" } ?? "")
        + " (known: \(commands.joined(separator: ", ")))")
  }

  /// Prints an error: one in the arguments with the usage, any other as its description.
  ///
  /// - Returns: the exit code.
  static func report(_ error: any Error, to output: StandardOutput) -> Int32 {
    if error is CancellationError { return ToolExitCode.interrupted.rawValue }
    // Only ArgumentParser's own errors have an exit code other than failure, and a usage text.
    let code = exitCode(for: error)
    guard code != .failure else {
      StandardError.write(error)
      return ToolExitCode.toolError.rawValue
    }
    let message = fullMessage(for: error, columns: nil)
    guard !message.isEmpty else { return code.rawValue }
    // Requested help is a result.
    if code.isSuccess {
      output.write(message + "\n")
    } else {
      StandardError.write(message + "\n")
    }
    return code.rawValue
  }
}
