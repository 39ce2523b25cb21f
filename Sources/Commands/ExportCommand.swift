import ArgumentParser
import Foundation
import Harness
import Reporting
import ScenarioModel
import Support
import Verdicts

/// `mappressure export`: writes the numbers or a recording of a run for another tool.
struct ExportCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "export",
    abstract: "Write a run's numbers, or a recorded replay, for another tool.",
    discussion: """
      Numbers of a run: openmetrics, bmf (Bencher), github-action-benchmark, otava.
      A recorded replay of one case: chrome-trace, which Perfetto opens, and geojson
      with the views of one frame.

        mappressure export Reports/suite --format openmetrics
        mappressure export Reports/ten-thousand-pins --format chrome-trace \\
          --strategy all-pins > trace.json
        mappressure export Reports/ten-thousand-pins --format geojson \\
          --strategy grid-clusters --frame 120
      """)

  @Argument(help: "The folder of a finished run.")
  var run: String

  @Option(help: "The format.")
  var format: ExportFormat

  @Option(help: "The scenario of a recording. (default: the run's only one)")
  var scenario: String?

  @Option(
    help: "The size of a recording. (default: the largest)",
    transform: SizeArgument.init)
  var size: SizeArgument?

  @Option(help: "The strategy of a recording.")
  var strategy: String?

  @Option(help: "The frame of geojson.")
  var frame = 0

  func validate() throws {
    guard format.recording == nil || strategy != nil else {
      throw ValidationError("--format \(format.rawValue) is of one case: add --strategy")
    }
  }

  func run(with tool: MapPressureTool) throws -> ToolExitCode {
    let results = try RunResults(ofRunIn: run)
    if let numbers = format.numbers {
      let file = run + "/" + RunFolder.resultsFile
      let attributes = try FileManager.default.attributesOfItem(atPath: file)
      let time = attributes[.modificationDate] as? Date ?? Date(timeIntervalSince1970: 0)
      tool.output.write(try numbers.text(results, time: time))
    } else if let recording = format.recording {
      let result = try recordedCase(of: results)
      let path = run + "/" + (result.recording ?? "")
      guard let name = result.recording, RunFolder.isPlainName(name) else {
        throw ExportError.noRecording(result.scenarioCase)
      }
      let file = try RegularFile.read(path)
      tool.output.write(
        try recording.text(
          MapRecording(file: Array(file)), of: result.scenarioCase, frame: frame))
    }
    return .pass
  }

  private func recordedCase(of results: RunResults) throws -> CaseResult {
    let scenarios = results.scenarios.map(\.scenario.name)
    guard let name = scenario ?? (scenarios.count == 1 ? scenarios[0] : nil),
      let found = results[scenario: name]
    else { throw ExportError.noScenario(scenario, known: scenarios) }
    let size = size?.size ?? found.cases.map(\.scenarioCase.size).max() ?? 0
    let cases = found.cases.filter { $0.scenarioCase.size == size }
    guard let result = cases.first(where: { $0.scenarioCase.strategy == strategy }) else {
      throw ExportError.noCase(
        strategy: strategy ?? "", size: size,
        strategies: found.strategies, sizes: found.cases.map(\.scenarioCase.size).uniqued())
    }
    return result
  }
}

/// A format of `export`.
enum ExportFormat: String, CaseIterable, ExpressibleByArgument {
  case openmetrics
  case bmf
  case githubActionBenchmark = "github-action-benchmark"
  case otava
  case chromeTrace = "chrome-trace"
  case geojson

  /// The format of a run's numbers; `nil` for one of a recording.
  var numbers: RunExport? { RunExport(rawValue: rawValue) }

  /// The format of a recording; `nil` for one of a run's numbers.
  var recording: RecordingExport? { RecordingExport(rawValue: rawValue) }
}

/// A reason why nothing can be exported.
private enum ExportError: Error, Hashable, Sendable, CustomStringConvertible {
  case noScenario(String?, known: [String])
  case noCase(strategy: String, size: Int, strategies: [String], sizes: [Int])
  case noRecording(Case)

  var description: String {
    switch self {
    case .noScenario(let name, let known):
      (name.map { "the run has no scenario '\($0)'" }
        ?? "the run has several scenarios: add --scenario")
        + " (known: \(known.joined(separator: ", ")))"
    case .noCase(let strategy, let size, let strategies, let sizes):
      "the run has no case of '\(strategy)' at size \(size) (strategies: "
        + "\(strategies.joined(separator: ", ")); sizes: "
        + "\(sizes.map(String.init).joined(separator: ", ")))"
    case .noRecording(let scenarioCase):
      "\(scenarioCase) has no recording: only scenarios of the family annotations have"
    }
  }
}
