import ArgumentParser
import Foundation
import Harness
import RegressionGate
import Reporting
import Verdicts

/// `mappressure doctor`: is this machine fit to measure on?
struct DoctorCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor",
    abstract: "Tell whether this machine is fit to measure on, and what to do about it.",
    discussion: """
      Looks at the processors, the memory, the clocks and the counters, and lets
      pairs of fresh processes do the same work in turns for some seconds to see
      how much their times differ while nothing differs. From that it tells which
      differences between two builds could be seen here. Counted and modelled
      numbers are exact on every machine.

        mappressure doctor
        mappressure doctor --json | jq .verdict
        mappressure doctor --require 5     exit code 2 where 5 % would not be seen
      """)

  @Flag(help: "Print JSON.")
  var json = false

  @Option(
    help: ArgumentHelp(
      "Fail (exit code 2) where a difference of so many percent would not be seen.",
      valueName: "percent"))
  var require: Double?

  @Option(help: "How long the noise is measured.")
  var seconds: Double = 3

  func validate() throws {
    if let require, !(require > 0 && require <= 1_000) {
      throw ValidationError("--require: expected percent, more than 0 and at most 1000")
    }
    guard seconds >= 0, seconds <= Self.mostSeconds else {
      throw ValidationError("--seconds: expected 0 to 3600")
    }
  }

  private static let mostSeconds = 3_600.0

  func run(with tool: MapPressureTool) async throws -> ToolExitCode {
    let examination = try await Examination.ofThisMachine(
      families: tool.families, seconds: seconds,
      seed: UInt64.random(in: .min ... .max))
    if json {
      tool.output.write(try DoctorReport.json(examination))
    } else {
      tool.output.print(DoctorReport.text(examination))
    }
    guard let require, !examination.fitness.detects(require / 100) else { return .pass }
    StandardError.write(
      "mappressure: a difference of \(NumberFormat.plain(require)) % would not be seen here\n")
    return .failed
  }
}
