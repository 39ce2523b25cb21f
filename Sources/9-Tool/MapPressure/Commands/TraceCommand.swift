import Answers
import ArgumentParser
import Clustering
import Foundation
import PinData
import Reporting
import ScenarioModel
import Simulation
import Support

/// `mappressure trace`: inspects and makes traces of cameras.
struct TraceCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "trace",
    abstract: "Inspect a camera trace, or make one.",
    discussion: """
        mappressure trace inspect trace.jsonl
        mappressure trace synthesize trace.jsonl --data stores.csv --seconds 20
      """,
    subcommands: [InspectTraceCommand.self, SynthesizeTraceCommand.self])
}

/// `mappressure trace inspect`: describes a trace.
struct InspectTraceCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "inspect",
    abstract: "Describe a camera trace, and find faults in the recording.",
    discussion: """
      Distances are in widths of the visible map. A gap is an interval more than ten times \
      as long as usual; a jump is a move of more than one width between two frames. Gaps \
      and jumps are replayed as recorded: correct the recording if they did not happen.

        mappressure trace inspect trace.jsonl
        mappressure trace inspect trace.jsonl --json | jq .movements
      """)

  @Argument(help: "A recorded camera trace.", completion: .anyFile)
  var file: String

  @Flag(help: "Print JSON instead of text.")
  var json = false

  func run(with tool: MapPressureTool) throws -> ToolExitCode {
    let inspection = TraceInspection(
      try CameraTrace.read(path: file), viewport: TraceScreen.viewport)
    if json {
      tool.output.write(try SortedJSON.text(of: inspection, named: "the inspection"))
    } else {
      tool.output.printProse(text(of: inspection), terminator: "")
    }
    return .pass
  }

  private func text(of found: TraceInspection) -> String {
    func number(_ value: Double, _ digits: Int = 1) -> String {
      String(format: "%.\(digits)f", value)
    }
    var lines = [
      "\(file): \(found.frames) frames in \(number(found.seconds, 2)) s, "
        + "\(number(found.rate)) a second; zoom "
        + found.zoomLevels.map { number($0) }.joined(separator: " to ")
        + (found.spans180thMeridian ? "; across 180 degrees" : "")
    ]
    for movement in found.movements {
      lines.append(
        "  \(number(movement.start, 2)) s  \(movement.kind.rawValue) of "
          + "\(number(movement.seconds, 2)) s, \(number(movement.screens)) screens, "
          + "at most \(number(movement.maxSpeed)) screens/s"
          + (movement.kind == .pan ? "" : ", \(number(movement.zoomLevels)) levels"))
    }
    if found.movements.isEmpty { lines.append("  the map never moves") }
    for fault in found.faults {
      let extent =
        switch fault.kind {
        case .gap: "no frame for \(number(fault.extent, 2)) s"
        case .jump: "\(number(fault.extent)) screens at once"
        case .duration: "longer than an hour, or frames seconds apart; are the times in seconds?"
        }
      lines.append(
        "\(file), frame \(fault.frame): \(fault.kind.rawValue) at \(number(fault.time, 2)) s, "
          + extent)
    }
    return lines.joined(separator: "\n") + "\n"
  }
}

/// `mappressure trace synthesize`: writes a generated camera.
struct SynthesizeTraceCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "synthesize",
    abstract: "Write a generated camera path as a trace, which can be changed and replayed.",
    usage: "mappressure trace synthesize <file> [<options>]",
    discussion: """
        mappressure trace synthesize trace.jsonl
        mappressure trace synthesize trace.jsonl --data stores.csv --trace fling
        mappressure try stores.csv --camera trace.jsonl
      """)

  @Argument(help: "The file to write.", completion: .anyFile)
  var file: String

  @Option(help: "The generator.")
  var trace = CameraTraceGenerator.panAndZoom

  @Option(
    help: "A file with the pins to look at. (default: 10,000 pins in cities)",
    completion: .anyFile)
  var data: String?

  @Option(help: "The length in seconds.")
  var seconds: Double = 10

  @Option(help: "The frames per second.")
  var refresh: Double = 60

  @Option(help: "The seed of the generator.")
  var seed: UInt64 = 7

  func validate() throws {
    guard seconds > 0, seconds <= 3_600 else {
      throw ValidationError(
        "--seconds: expected a number above 0 and at most 3,600, found \(seconds)")
    }
    guard refresh >= 1, refresh <= 1_000 else {
      throw ValidationError("--refresh: expected a number from 1 to 1,000, found \(refresh)")
    }
  }

  func run(with tool: MapPressureTool) throws -> ToolExitCode {
    let pins =
      try data.map { try PinFile.read(path: $0).pins }
      ?? PinGenerator.cities.pins(count: 10_000, seed: 42)
    let made = trace.trace(
      frames: max(1, Int((seconds * refresh).rounded())), refresh: refresh, seed: seed, pins: pins,
      viewport: TraceScreen.viewport, profile: .simulator)
    return try made.write(to: file, for: tool)
  }
}

extension CameraTraceGenerator: ExpressibleByArgument {}

extension CameraTrace {
  /// Writes a new file, and says so.
  fileprivate func write(to file: String, for tool: MapPressureTool) throws -> ToolExitCode {
    guard !FileManager.default.fileExists(atPath: file) else {
      throw CommandError(
        "expected no file at \(PlainText.line(file)), found one; choose another name, or remove it")
    }
    try AtomicFile.write(jsonLines, to: file)
    tool.output.print("\(PlainText.line(file)): \(frames.count) frames")
    return .pass
  }
}

/// The screen of the standard scenarios.
private enum TraceScreen {
  static let viewport = Viewport(width: 393, height: 852)
}
