import Answers
import ArgumentParser
import Gate
import ScenarioModel
import Support

/// The root of the command line.
struct MapPressureCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "mappressure",
    abstract: "Replay situations that slow map apps down, and find the strategy that stays fast.",
    discussion: """
        mappressure try stores.csv           find the strategy for your own pins
        mappressure advise                   answer questions to choose map and strategy
        mappressure run ten-thousand-pins    replay a situation, and write a report
        mappressure gate --base main         fail if this build is worse than a commit
        mappressure lint MyApp               find mistakes with maps in an app's code
        mappressure init my-clusters         write a package for your own strategy

      A scenario describes a situation, and its strategies are implementations that \
      handle it: one naive, the others improved.

      Exit codes: 0 pass, 1 error, 2 a threshold failed or a metric got worse, 3 a \
      case broke, 5 no base to compare with, 7 inconclusive (with \
      --fail-on-inconclusive), 64 wrong usage, 130 interrupted.
      """,
    version: ToolVersion.text,
    groupedSubcommands: [
      CommandGroup(
        name: "Start",
        subcommands: [
          TryCommand.self, AdviseCommand.self, RunCommand.self, GateCommand.self, LintCommand.self,
          InitCommand.self,
        ]),
      CommandGroup(
        name: "With a run",
        subcommands: [
          ReportCommand.self, SensitivityCommand.self, ChecklistCommand.self, ExportCommand.self,
          MergeCommand.self,
        ]),
      CommandGroup(
        name: "With two runs or programs",
        subcommands: [
          CompareCommand.self, BaselineCommand.self, BisectCommand.self, HistoryCommand.self,
        ]),
      CommandGroup(
        name: "With scenarios and their data",
        subcommands: [
          ListCommand.self, ValidateCommand.self, SchemaCommand.self, TraceCommand.self,
          ServeCommand.self,
        ]),
      CommandGroup(
        name: "With this machine and the model",
        subcommands: [
          DoctorCommand.self, CacheCommand.self, ValidateModelCommand.self, WorkerCommand.self,
        ]),
    ])

  /// Checks that a command has the name that the first argument gives, or that the second one gives to
  /// 'help', and that no argument is a negative number: it would be taken for an option.
  ///
  /// - Throws: an error of the arguments, with the nearest name.
  static func check(_ arguments: [String]) throws {
    let number = arguments.firstIndex { $0.wholeMatch(of: /-\d[\d.,_]*/) != nil }
    if let number, number > 0 {
      throw ValidationError(
        "\(PlainText.line(arguments[number - 1])): expected no negative number, found "
          + arguments[number])
    }
    try checkName(arguments.first)
    if arguments.first == "help" { try checkName(arguments.dropFirst().first) }
  }

  private static func checkName(_ name: String?) throws {
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
