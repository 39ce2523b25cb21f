import Answers
import ArgumentParser
import Foundation
import Harness
import Reporting
import ScenarioModel
import Support

/// `mappressure export`: writes the numbers or a recording of a run for another tool.
struct ExportCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "export",
    abstract: "Write a run's numbers, or a recorded replay, for another tool.",
    usage: "mappressure export <run> --format <format> [<options>]",
    discussion: """
      Formats for the numbers of a run: openmetrics, bmf (Bencher), \
      github-action-benchmark, otava. Formats for a recorded replay of one case: \
      chrome-trace (for Perfetto) has the frames of a map and their parts, background \
      queues and requests (for a search, of one query only); geojson has the views of \
      one frame. --machine-time replays the case once more and adds the time that this \
      machine takes for each frame. moving-picture is an animated PNG of two recorded \
      replays: the naive strategy's and --strategy's.

        mappressure export Reports/suite --format openmetrics
        mappressure export Reports/ten-thousand-pins --format chrome-trace \\
          --strategy all-pins > trace.json
        mappressure export Reports/ten-thousand-pins --format geojson \\
          --strategy grid-clusters --frame 120
        mappressure export Reports/ten-thousand-pins --format moving-picture \\
          --strategy grid-clusters > pins.png
      """)

  @Argument(help: "The folder of a finished run.", completion: .folder)
  var run: String

  @Option(help: "The format.")
  var format: ExportFormat

  @Option(help: "The scenario of a recording. (default: the run's only one)", completion: .scenario)
  var scenario: String?

  @Option(
    help: "The size of a recording. (default: the largest)",
    transform: ArgumentValue.size)
  var size: Int?

  @Option(help: "The strategy of a recording.", completion: .strategy)
  var strategy: String?

  @Option(help: "The frame that geojson shows.")
  var frame = 0

  @Flag(help: "Measure the frames of a chrome-trace on this machine, too.")
  var machineTime = false

  func validate() throws {
    guard format.numbers != nil || strategy != nil else {
      throw ValidationError("--format \(format.rawValue) exports one case: add --strategy")
    }
    guard !machineTime || format == .chromeTrace else {
      throw ValidationError("--machine-time needs --format chrome-trace")
    }
  }

  func run(with tool: MapPressureTool) throws -> ToolExitCode {
    let results = try RunResults(ofRunIn: run)
    if let numbers = format.numbers {
      let file = RunFolder.path(RunFolder.resultsFile, in: run)
      let attributes = try FileManager.default.attributesOfItem(atPath: file)
      let time = attributes[.modificationDate] as? Date ?? Date(timeIntervalSince1970: 0)
      tool.output.write(try numbers.text(results, time: time))
      let broken = RunVerdict(results).cases.filter { $0.outcome == .broken }
      guard let first = broken.first else { return .pass }
      tool.errors.write(
        "\(PlainText.line(run)): \(broken.count) of \(results.cases.count) cases have no numbers: "
          + "\(first.scenarioCase): \(PlainText.line(first.reason))\n")
      return .caseBroken
    }
    let scenario = try recordedScenario(of: results)
    let result = try recordedCase(of: strategy ?? "", in: scenario)
    let recording = try readRecording(of: result)
    switch format {
    case .geojson: tool.output.write(try FrameGeoJSON.text(recording, frame: frame))
    case .movingPicture:
      guard tool.output.width == nil else {
        throw CommandError("a terminal cannot show the picture: add > FILE.png")
      }
      let naive = scenario.scenario.naive
      let compared = try readRecording(of: recordedCase(of: naive, in: scenario))
      tool.output.write(
        try MovingPicture.file((naive, compared), (result.scenarioCase.strategy, recording)))
    default:
      tool.output.write(
        try recording.chromeTrace(
          of: result.scenarioCase,
          measuredFrames: machineTime ? measuredFrames(result.scenarioCase, tool.families) : []))
    }
    return .pass
  }

  /// The nanoseconds that this machine takes for each frame of a case.
  private func measuredFrames(_ scenarioCase: Case, _ families: FamilyRegistry) throws -> [Int64] {
    let finished = try FinishedRun(folder: run, ScenarioLibrary(), families)
    guard let scenario = finished.plan.scenarios.first(where: { $0.name == scenarioCase.scenario })
    else { return [] }
    let workspace = try Workspace()
    defer { workspace.remove() }
    let replay = try scenario.workload.prepare(
      scenarioCase, folders: TrialFolders(own: workspace.path, shared: workspace.path))
    try replay.build()
    return try (0..<replay.frameCount).map { frame in
      let start = MonotonicClock.now()
      try replay.showFrame(frame)
      let time = MonotonicClock.now() - start
      replay.frameDidEnd(frame)
      return time
    }
  }

  private func readRecording(of result: CaseResult) throws -> ReplayRecording {
    guard let file = result.recording.flatMap({ RunFolder.path(ofRecorded: $0, in: run) }) else {
      throw CommandError(
        "\(result.scenarioCase) has no recording; with several variants, only the first can have one"
      )
    }
    return try ReplayRecording(file: Array(RegularFile.read(file)))
  }

  private func recordedScenario(of results: RunResults) throws -> ScenarioResults {
    let scenarios = results.scenarios.map(\.scenario.name)
    guard let name = scenario ?? (scenarios.count == 1 ? scenarios[0] : nil),
      let found = results[scenario: name]
    else {
      let fault =
        scenario.map { "the run has no scenario '\($0)'" }
        ?? "the run has several scenarios: add --scenario"
      throw CommandError("\(fault) (known: \(scenarios.joined(separator: ", ")))")
    }
    return found
  }

  private func recordedCase(
    of strategy: String, in found: ScenarioResults
  ) throws -> CaseResult {
    let size = size ?? found.cases.map(\.scenarioCase.size).max() ?? 0
    let cases = found.cases.filter { $0.scenarioCase.size == size }
    guard let result = cases.first(where: { $0.scenarioCase.strategy == strategy }) else {
      let sizes = found.cases.map { "\($0.scenarioCase.size)" }.uniqued()
      throw CommandError(
        "the run has no case of '\(strategy)' at size \(size) (strategies: "
          + "\(found.strategies.joined(separator: ", ")); sizes: \(sizes.joined(separator: ", ")))")
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
  case movingPicture = "moving-picture"

  /// The format of a run's numbers; `nil` for one of a recording.
  var numbers: RunExport? { RunExport(rawValue: rawValue) }
}
