import ArgumentParser
import Foundation
import Guides
import Harness
import Land
import PinData
import Reporting
import ScenarioModel
import Sensitivity
import Support
import Verdicts

/// `mappressure try`: finds the strategy for a file of pins.
struct TryCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "try",
    abstract: "Find the strategy for your own pins.",
    discussion: """
      Replays the pins of a file with the strategies for annotations: first a part of
      them, for an answer within seconds, then all. Prints the strategy to take, its
      memory and hitches, and how sure that is; writes a report with pictures.

        mappressure try stores.geojson
        mappressure try stores.csv --camera trace.jsonl
        mappressure try app.db --table places
        mappressure try stores.csv --json | jq .strategy
      """)

  @Argument(help: "A file of pins: GeoJSON, JSON, CSV, SQLite or GeoPackage; also with gzip.")
  var file: String

  @Option(help: "The table of a database. (default: the one that has pins)")
  var table: String?

  @Option(help: "The column of the latitude. (default: latitude, lat or y)")
  var latitude: String?

  @Option(help: "The column of the longitude. (default: longitude, lon, lng, long or x)")
  var longitude: String?

  @Option(help: "A recorded camera trace. (default: zooms in to pins, pans, flings and zooms out)")
  var camera: String?

  @Option(help: "The refreshes per second of the screen.")
  var refresh = 60

  @Option(help: "The platform profile: a name or a file.")
  var profile = "iphone-simulator"

  @Option(help: "The number of measured trials of each strategy.")
  var trials = 2

  @OptionGroup var limits: LimitOptions

  @Option(help: "The folder for the results. (default: Reports/try-NAME)")
  var out: String?

  @Flag(help: "Replace a finished run in the folder for the results.")
  var overwrite = false

  @Flag(help: "Open the page in a browser.")
  var open = false

  @Flag(help: "Print the answer as JSON.")
  var json = false

  @Flag(help: "Show no progress.")
  var quiet = false

  func validate() throws {
    guard (1...1_000).contains(trials) else {
      throw ValidationError("--trials: expected a number from 1 to 1,000, found \(trials)")
    }
    guard (1...1_000).contains(refresh) else {
      throw ValidationError("--refresh: expected a number from 1 to 1,000, found \(refresh)")
    }
    guard (latitude == nil) == (longitude == nil) else {
      throw ValidationError(
        "expected --latitude and --longitude, or neither of them, found one of them")
    }
  }

  func run(with tool: MapPressureTool) async throws -> ToolExitCode {
    let display = ReadingDisplay(file: file, isQuiet: quiet)
    defer { display.end() }
    let contents = try PinFile.read(path: file, options: pinOptions, progress: display.show)
    let pins = contents.summary
    display.end()
    if CoordinateAudit(contents.pins.coordinates, land: try Land()).outcome == .swapped {
      StandardError.write(
        "\(PlainText.line(file)): most pins lie in the sea, and would lie on land if latitude and "
          + "longitude were swapped; --latitude and --longitude name the columns\n")
    }
    let sizes = Self.sizes(pins.placeCount)
    let standard = "Reports/" + scenarioName
    let folder = out ?? (overwrite ? standard : RunFolder.free(standard))
    try RunFolder.check(folder, replacing: overwrite)
    let scenario = try Scenario(
      yaml: scenarioText(sizes: sizes, families: tool.families),
      file: RunFolder.ownScenario(in: folder), families: tool.families)
    try scenario.workload.check(sizes: sizes)
    let limits = limits.limits()
    if !json { tool.output.print("\(PlainText.line(file)): \(pins)") }

    let origin = await RunOrigin.ofThisProcess()
    for size in sizes.dropLast() {
      let first = try await firstAnswer(scenario, size: size, limits: limits, origin: origin)
      if let first, !json { tool.output.print("first answer, from a part: " + first) }
    }
    let run = PlanRun(
      plan: try Plan(scenarios: [scenario], selection: RunSelection()), limits: limits,
      folder: folder, isQuiet: quiet, origin: origin)
    let results = try await run.results(
      overwrite ? .overwrite : .fresh,
      whenInterrupted:
        "interrupted; the results until now are in \(PlainText.line(folder)); continue with: "
        + OwnProgram.command(["run", scenario.file, "--out", folder, "--resume"]))
    let sensitivity = try await analysis(of: results, scenario: scenario, limits: limits)
    let verdict = RunVerdict(results)
    if let sensitivity { try SensitivityReport.write(sensitivity, to: folder) }
    try RunReport.write(results, verdict: verdict, sensitivity: sensitivity, to: folder)
    try report(
      TriedPins(
        file: file, results: results, verdict: verdict, sensitivity: sensitivity, folder: folder),
      to: tool.output)
    if open { await PageOpener.show(folder + "/" + RunFolder.pageFile) }
    return verdict.exitCode
  }

  private func report(_ tried: TriedPins, to output: StandardOutput) throws {
    if json {
      output.write(try SortedJSON.text(of: tried, named: "the answer"))
    } else {
      output.print(tried.text(width: output.width ?? SummaryTable.standardWidth))
    }
  }

  private var pinOptions: PinFileOptions {
    var options = PinFileOptions(table: table)
    if let latitude, let longitude {
      options.columns = CoordinateNames(latitude: latitude, longitude: longitude)
    }
    return options
  }

  // MARK: - The scenario

  /// The sizes to replay: parts of the pins for a first answer, and all.
  static func sizes(_ count: Int) -> [Int] {
    [1_000, 10_000].filter { 3 * $0 <= count } + [count]
  }

  /// A name for the scenario and its folder, from that of the file.
  private var scenarioName: String {
    let stem = file.split(separator: "/").last?.split(separator: ".").first ?? ""
    let words = stem.lowercased().split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }
    return "try-" + (words.isEmpty ? "pins" : words.joined(separator: "-").prefix(80))
  }

  private func scenarioText(sizes: [Int], families: FamilyRegistry) throws -> String {
    // A table makes it a database; of one without a choice, the format says what it is.
    let chosen = try [
      (table == nil ? "file" : "sqlite", URL(fileURLWithPath: file).path), ("table", table),
      ("latitude", latitude), ("longitude", longitude),
    ].compactMap { key, value in try value.map { "\(key): \(try WrittenScenario.quoted($0))" } }
    let camera = try camera.map { "{ file: \(try WrittenScenario.path($0)) }" }
    return """
      # Written by 'try'. Change it, and replay it with 'run'.
      scenario: \(scenarioName)
      title: \(try WrittenScenario.quoted("The pins of \(PlainText.line(file))"))
      family: annotations
      data: { \(chosen.joined(separator: ", ")) }
      device:
        viewport: [393, 852]
        scale: 3
        refresh: \(refresh)
        profile: \(try WrittenScenario.profile(profile))
      camera: \(camera ?? "{ trace: pan-and-zoom, seconds: 10, seed: 7 }")
      naive: all-pins
      strategies: [\(Self.strategies(families).joined(separator: ", "))]
      sizes: [\(sizes.map(String.init).joined(separator: ", "))]
      trials: \(trials)

      """
  }

  /// The strategies that an app would choose between: not the variants of another one, and not those
  /// that lose pins by design.
  private static let leftOut: Set = [
    "visible-region-on-end", "visible-region-clusters-on-end", "visible-region-scan",
    "visible-region-database", "hierarchical-clusters-flat", "native-clusters-by-kind",
  ]

  private static func strategies(_ families: FamilyRegistry) -> [String] {
    (families["annotations"]?.strategies ?? []).map(\.name).filter { !leftOut.contains($0) }
  }

  // MARK: - Replays

  /// The answer for a part of the pins, from replays without a measurement; `nil` if there is none.
  private func firstAnswer(
    _ scenario: Scenario, size: Int, limits: WorkerLimits, origin: RunOrigin
  ) async throws -> String? {
    let workspace = try Workspace()
    defer { workspace.remove() }
    let run = PlanRun(
      plan: try Plan(
        scenarios: [scenario], selection: RunSelection(sizes: [size], trials: 0)),
      limits: limits, folder: workspace.path, isQuiet: quiet || !StandardError.isLive,
      origin: origin)
    let results = try await run.results(.fresh, whenInterrupted: "interrupted")
    guard let scenario = results.scenarios.first else { return nil }
    return scenario.advice(scenario.recommendations).last
      .map { AnswerText($0, of: scenario).headline }
  }

  /// The parameters of the platform that the answer rests on: the costs of operations, which are
  /// moved without a further replay.
  private func analysis(
    of results: RunResults, scenario: Scenario, limits: WorkerLimits
  ) async throws -> SensitivityResults? {
    let size = scenario.sizes.max()
    let cases = results.cases.filter { $0.status == .completed && $0.scenarioCase.size == size }
      .map(\.scenarioCase)
    // Without an answer there is nothing to analyse.
    guard cases.contains(where: { $0.strategy == scenario.naive }),
      results.scenarios.first?.recommendations.last?.size == size
    else { return nil }
    var options = SensitivityAnalysis.Options()
    options.seeds = 0
    options.movesReplays = false
    let analysis = SensitivityAnalysis(
      scenario, cases: cases, options: options, program: .itself(), limits: limits)
    let found = try await Interruption.cancelling {
      try await analysis.run()
    } orElse: {
      StandardError.write("interrupted; the report has no analysis of the answer\n")
    }
    return SensitivityResults(
      provenance: results.provenance, command: results.command, draws: options.draws,
      seeds: options.seeds, seed: options.seed, scenarios: [found])
  }
}
