import Answers
import ArgumentParser
import Documents
import Foundation
import Gate
import Harness
import Reporting
import ScenarioModel

/// `mappressure doctor`: examines the machine for measurements.
struct DoctorCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor",
    abstract: "Check if this machine can measure times, and say how to improve it.",
    discussion: """
      Examines the processors, the memory, the clocks and the counters. Then pairs \
      of processes do the same work in turns for some seconds, to measure the noise \
      of the machine. The result is the smallest difference between two builds that \
      a comparison can detect here. Counted and modelled numbers are exact on every \
      machine.

        mappressure doctor
        mappressure doctor --json | jq .verdict
        mappressure doctor --require 5     fails if 5 % cannot be detected

      Exit codes: 0 pass, 1 error of the tool, 2 the difference of --require cannot \
      be detected.
      """)

  @Flag(help: "Print JSON instead of text.")
  var json = false

  @Option(
    help: ArgumentHelp(
      "Fail (exit code 2) if a difference of this many percent cannot be detected.",
      valueName: "percent"))
  var require: Double?

  @Option(help: "The time for measuring the noise, in seconds.")
  var seconds: Double = 3

  func validate() throws {
    if let require, !(require > 0 && require <= 1_000) {
      throw ValidationError(
        "--require: expected a percentage above 0 and at most 1000, found \(require)")
    }
    guard seconds >= 0, seconds <= Self.maxSeconds else {
      throw ValidationError("--seconds: expected a number from 0 to 3600, found \(seconds)")
    }
  }

  private static let maxSeconds = 3_600.0

  func run(with tool: MapPressureTool) async throws -> ToolExitCode {
    let examination = try await Examination.ofThisMachine(
      families: tool.families, seconds: seconds,
      seed: UInt64.random(in: .min ... .max))
    if json {
      tool.output.write(try DoctorReport.json(examination))
    } else {
      tool.output.printProse(DoctorReport.text(examination))
    }
    guard let require, !examination.fitness.detects(require / 100) else { return .pass }
    tool.errors.write(
      "mappressure: a difference of \(NumberFormat.plain(require)) % cannot be detected here\n")
    return .failed
  }
}
