import Families
import Foundation
import MapPressure
import ScenarioModel
import TestSupport

extension Tool {
  /// Runs a command as a value, in the process of the tests; for commands that start no worker.
  ///
  /// Paths of the command line belong to the working folder, and a process has one: such commands
  /// run one after another.
  static func call(
    _ arguments: [String], in folder: TemporaryFolder,
    families: FamilyRegistry = .standard
  ) async throws -> Outcome {
    await callTurns.take()
    let files = FileManager.default
    let before = files.currentDirectoryPath
    guard files.changeCurrentDirectoryPath(folder.path) else {
      await callTurns.end()
      throw CocoaError(.fileNoSuchFile)
    }
    let (output, errors) = (CapturedText(), CapturedText())
    let code = await MapPressureTool(families: families).run(
      Invocation(
        words: [Tool.mappressure.rawValue] + arguments,
        output: StandardOutput(to: .text(output)), errors: StandardError(to: .text(errors))))
    _ = files.changeCurrentDirectoryPath(before)
    await callTurns.end()
    return Outcome(code: code, output: output.text, errors: errors.text)
  }

  /// Runs a command with the words of a line.
  static func call(_ line: String, in folder: TemporaryFolder) async throws -> Outcome {
    try await call(line.split(separator: " ").map(String.init), in: folder)
  }

  private static let callTurns = Turns(1)
}
