import Families
import Foundation
import MapPressure
import ScenarioModel
import TestSupport

/// The words of a command, as a list or as a line.
protocol CommandWords {
  var words: [String] { get }
}

extension [String]: CommandWords {
  var words: [String] { self }
}

extension String: CommandWords {
  var words: [String] { split(separator: " ").map(String.init) }
}

extension TemporaryFolder {
  /// Runs a command as a value, in the process of the tests; for commands that start no worker.
  ///
  /// Paths of the command line belong to the working folder, and a process has one: such commands
  /// run one after another.
  func call(_ command: some CommandWords) async throws -> Tool.Outcome {
    await Self.callTurns.take()
    let files = FileManager.default
    let before = files.currentDirectoryPath
    guard files.changeCurrentDirectoryPath(path) else {
      await Self.callTurns.end()
      throw CocoaError(.fileNoSuchFile)
    }
    let (output, errors) = (CapturedText(), CapturedText())
    let code = await MapPressureTool(families: .standard).run(
      Invocation(
        words: [Tool.mappressure.rawValue] + command.words,
        output: StandardOutput(to: .text(output)), errors: StandardError(to: .text(errors))))
    _ = files.changeCurrentDirectoryPath(before)
    await Self.callTurns.end()
    return Tool.Outcome(code: code, output: output.text, errors: errors.text)
  }

  private static let callTurns = Turns(1)

  /// Runs a command in a process to its end.
  ///
  /// - Parameters:
  ///   - environment: further variables.
  ///   - fileBlocks: the largest size of a file in blocks of 512 or 1,024 bytes, as on a full disk.
  func run(
    _ command: some CommandWords, tool: Tool = .mappressure, environment: [String: String] = [:],
    fileBlocks: Int? = nil
  ) throws -> Tool.Outcome {
    // Where the signal is ignored, which is inherited, a write beyond the limit is an error.
    let limit = fileBlocks.map { "ulimit -f \($0); trap '' XFSZ; " } ?? ""
    return try shell(
      limit + "exec \"$0\" \"$@\"", command.words, tool: tool, environment: environment)
  }

  /// Runs a command of the tool with the faulty strategies.
  func runFaulty(
    _ command: some CommandWords, environment: [String: String] = [:]
  ) throws -> Tool.Outcome {
    try run(command, tool: .faultyStrategies, environment: environment)
  }

  /// Runs a script of a shell to its end; `$0` is the tool.
  func shell(
    _ script: String, _ arguments: [String] = [], tool: Tool = .mappressure,
    environment: [String: String] = [:]
  ) throws -> Tool.Outcome {
    try RunningTool(
      program: "/bin/sh", arguments: ["-c", script, tool.path] + arguments, folder: self,
      environment: environment
    ).outcome()
  }

  /// Starts a command in a process.
  func start(
    _ command: some CommandWords, tool: Tool = .mappressure, environment: [String: String] = [:]
  ) throws -> RunningTool {
    try RunningTool(
      program: tool.path, arguments: command.words, folder: self, environment: environment)
  }
}
