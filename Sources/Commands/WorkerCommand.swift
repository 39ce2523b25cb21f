import ArgumentParser
import Harness
import RegressionGate
import ScenarioModel
import Verdicts

/// `mappressure worker`: the process of one trial, started by the tool itself.
struct WorkerCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "worker",
    abstract: "Work on one trial, told what to do over standard input.",
    shouldDisplay: false)

  @Option(help: "Bytes of resident memory that the coordinator allows.")
  var memoryLimit: Int

  func run(with tool: MapPressureTool) throws -> ToolExitCode {
    WorkerMemoryLimit.apply(memoryLimit)
    var worker = try Worker(
      families: tool.families.with(CalibrationFamily()), source: tool.source)
    try worker.run()
    return .pass
  }
}
