import Answers
import ArgumentParser
import Gate
import Harness
import ScenarioModel

/// `mappressure worker`: runs one trial; the tool itself starts it.
struct WorkerCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "worker",
    abstract: "Run one trial, as requested over standard input. Other commands start this one.",
    shouldDisplay: false)

  @Option(help: "The limit of resident memory, in bytes.")
  var memoryLimit: Int

  func run(with tool: MapPressureTool) throws -> ToolExitCode {
    try Self.run(memoryLimit: memoryLimit, with: tool)
  }

  @MainActor
  static func run(memoryLimit: Int, with tool: MapPressureTool) throws -> ToolExitCode {
    WorkerMemoryLimit.apply(memoryLimit)
    var worker = try Worker(
      families: tool.families.with(CalibrationFamily.entry), source: tool.source)
    try worker.run()
    return .pass
  }

  /// The limit of memory in the arguments that a coordinator gives; `nil` for any other arguments.
  ///
  /// To set up the command line's parser takes a good part of the start of a process.
  static func memoryLimit(in arguments: [String]) -> Int? {
    guard arguments.count == 3, arguments[0] == "worker", arguments[1] == "--memory-limit" else {
      return nil
    }
    return Int(arguments[2])
  }
}
