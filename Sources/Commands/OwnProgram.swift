import Harness
import ScenarioModel
import Support

/// The program that runs: MapPressure itself, or a strategy's own.
enum OwnProgram {
  /// The name of its file, as people call it.
  static var name: String {
    CommandLine.arguments.first?.split(separator: "/").last.map(String.init) ?? "mappressure"
  }

  /// A command of the program, quoted for a shell.
  static func command(_ arguments: [String]) -> String { ShellWord.command([name] + arguments) }
}

extension RunOrigin {
  /// Returns the circumstances and the command line of this process.
  static func ofThisProcess() async -> RunOrigin {
    RunOrigin(
      provenance: .current(commit: await GitCommit.current()),
      command: ShellWord.command(Array(CommandLine.arguments.dropFirst())),
      program: OwnProgram.name == "mappressure" ? nil : OwnProgram.name)
  }
}
