import ArgumentParser
import Gate
import Harness
import ScenarioModel

/// `mappressure worker`: runs one trial; the tool itself starts it.
struct WorkerCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "worker",
    abstract: "Run one trial, as requested over standard input. The tool starts it by itself.",
    shouldDisplay: false)

  @Option(help: "The limit of resident memory, in bytes.")
  var memoryLimit: Int

  func run(with tool: MapPressureTool) throws -> ToolExitCode {
    WorkerMemoryLimit.apply(memoryLimit)
    var worker = try Worker(
      families: tool.families.with(CalibrationFamily.family), source: tool.source)
    try worker.run()
    return .pass
  }
}
