import ArgumentParser
import Gate
import ScenarioModel
import Support

/// The root of the command line.
struct MapPressureCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "mappressure",
    abstract: "Replay situations that slow map apps down, and measure strategies that handle them.",
    discussion: """
        mappressure try stores.csv           find the strategy for your own pins
        mappressure lint MyApp               find mistakes in your app's code, and their costs
        mappressure list                     list the scenarios
        mappressure run ten-thousand-pins    replay one, and write a report
        mappressure init my-clusters         write a package for your own strategy
        mappressure gate --base main         compare this build with a commit

      A scenario describes a situation, and its strategies are implementations that \
      handle it: one naive, the others improved. Each is replayed in processes of \
      its own.

      Exit codes: 0 pass, 1 error, 2 a threshold failed or a metric got worse, 3 a \
      case broke, 5 no base to compare with, 7 inconclusive (with \
      --fail-on-inconclusive), 64 wrong usage, 130 interrupted.
      """,
    version: ToolVersion.text,
    groupedSubcommands: [
      CommandGroup(
        name: "Start",
        subcommands: [
          TryCommand.self, AdviseCommand.self, LintCommand.self, ListCommand.self, InitCommand.self,
        ]),
      CommandGroup(
        name: "Runs",
        subcommands: [
          RunCommand.self, ReportCommand.self, SensitivityCommand.self, ChecklistCommand.self,
          ExportCommand.self, MergeCommand.self, HistoryCommand.self,
        ]),
      CommandGroup(
        name: "CI",
        subcommands: [
          GateCommand.self, BisectCommand.self, BaselineCommand.self, CompareCommand.self,
        ]),
      CommandGroup(
        name: "Files",
        subcommands: [
          ValidateCommand.self, SchemaCommand.self, TraceCommand.self,
        ]),
      CommandGroup(
        name: "Machine",
        subcommands: [
          DoctorCommand.self, CacheCommand.self, ValidateModelCommand.self, ServeCommand.self,
          WorkerCommand.self,
        ]),
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
        + NearestName.hint(for: name, among: commands))
  }

  /// Prints an error: one in the arguments with the usage, any other as its description.
  ///
  /// - Returns: the exit code.
  static func report(_ error: any Error, to invocation: Invocation) -> Int32 {
    if error is CancellationError { return ToolExitCode.interrupted.rawValue }
    // Only ArgumentParser's own errors have an exit code other than failure, and a usage text.
    let code = exitCode(for: error)
    guard code != .failure else {
      invocation.errors.write(error)
      let own = (error as? BaselineError)?.exitCode ?? (error as? BaseBuildError)?.exitCode
      return (own ?? .toolError).rawValue
    }
    var message = fullMessage(for: error, columns: nil)
    // Examples name the program that runs. What a shell completes are names and paths.
    if invocation.arguments.first != "---completion" {
      message = message.replacing("mappressure", with: invocation.program)
        .replacing(" SUBCOMMANDS:", with: ":")
    }
    guard !message.isEmpty else { return code.rawValue }
    // Requested help is a result.
    if code.isSuccess {
      invocation.output.write(message + "\n")
    } else {
      invocation.errors.write(message + "\n")
    }
    return code.rawValue
  }
}
