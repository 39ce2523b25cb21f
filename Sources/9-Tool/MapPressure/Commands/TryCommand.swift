import Answers
import ArgumentParser
import Families
import Guides
import Harness
import PinData
import Platform
import Reporting
import ScenarioModel
import Simulation
import Support
import Validation

/// `mappressure try`: finds the strategy for a file of pins.
struct TryCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "try",
    abstract: "Find the strategy for your own pins.",
    discussion: """
      Replays the pins of a file with the strategies for annotations. Says which strategy leads \
      as soon as this is known, then which to take, what it changes, how sure the answer is, and \
      the code. Writes a report with pictures.

        mappressure try stores.geojson
        mappressure try stores.csv --camera trace.jsonl
        mappressure try app.db --table places
        mappressure try stores.csv --slowness 2.1
        mappressure try stores.csv --measured metrics.json
        mappressure try stores.csv --json | jq .strategy

      The same command continues an interrupted run, without losing what is measured.
      """)

  @Argument(
    help: """
      A file of pins (GeoJSON, JSON, CSV, SQLite or GeoPackage, also compressed with gzip), a pipe, or - \
      for the standard input.
      """,
    completion: .anyFile)
  var file: String

  @OptionGroup var pinFile: PinFileArguments

  @Option(
    help: "A recorded camera trace. (default: zoom in to pins, pan, fling, zoom out)",
    completion: .anyFile)
  var camera: String?

  @Option(help: "The refreshes per second of the screen.")
  var refresh = 60

  @Option(help: "The platform profile: a name or a file.", completion: .profile)
  var profile = AppPins.standardProfile

  @Option(
    help: ArgumentHelp(
      "Your phone's slowness, as a multiple of the profile's. (default: 1 to 4)",
      valueName: "times"))
  var slowness: Double?

  @OptionGroup var phone: MeasuredPhoneOptions

  @Option(
    name: .customLong("as"),
    help: ArgumentHelp(
      "With --measured: your app's current strategy. (default: all pins)", valueName: "strategy"))
  var strategy: String?

  @Option(help: "The number of measured trials of each strategy.")
  var trials = 1

  @OptionGroup var limits: LimitOptions

  @OptionGroup var cache: CacheOptions
  @OptionGroup var draws: DrawOptions

  @Option(help: "The folder for the results. (default: Reports/try-NAME)", completion: .folder)
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
    for (name, number) in [("--trials", trials), ("--refresh", refresh)]
    where !(1...1_000).contains(number) {
      throw ValidationError("\(name): expected a number from 1 to 1,000, found \(number)")
    }
    guard phone.measured == nil || slowness == nil, phone.measured != nil || strategy == nil else {
      throw ValidationError(
        "--slowness and --measured exclude each other, and --as needs --measured")
    }
    if let slowness, !Slowness.axis.contains(slowness) {
      throw ValidationError("--slowness: expected a number from \(Slowness.axisText)")
    }
  }

  func run(with tool: MapPressureTool) async throws -> ToolExitCode {
    let display = ProgressDisplay(isQuiet: quiet, errors: tool.errors)
    defer { display.end() }
    let file = try PipedFile.path(file)
    let contents = try PinFile.read(path: file, options: pinFile.options) {
      display.show($0, of: file)
    }
    display.end()
    if !json { tool.output.printProse("\(PlainText.line(file)): \(contents.summary)") }
    let reading = FileReading(contents, land: try Land())
    for warning in reading.warnings {
      tool.errors.write("\(PlainText.line(file)): \(PlainText.line(warning))\n")
    }
    if let camera, FilePath.isMissing(camera) {
      throw CommandError("--camera: \(PlainText.line(camera)): there is no such file")
    }
    var facts = AppFacts()
    facts.data = file
    facts.annotations = contents.summary.placeCount
    var own = AppPins(facts, file: pinFile.options)
    own.camera = camera
    (own.refresh, own.profile, own.trials) = (refresh, profile, trials)
    let measured = try await placed(own, for: tool)
    own.slowness = slowness.map { Slowness($0) } ?? measured?.estimate?.slowness
    let start = try own.start(
      in: out, standard: "Reports/" + own.name, replacing: overwrite, families: tool.families)
    let folder = start.folder
    if let measured, !json { tool.output.printProse(PlainText.line(measured.summary)) }

    let kept = await cache.kept(limits: limits.limits(), call: tool.invocation)
    let answer = try await AppPinsRun(
      start: start, limits: limits, isQuiet: quiet, call: tool.invocation,
      again: tool.invocation.arguments, kept: kept, draws: draws
    ).answer()
    let tried = TriedPins(
      file: file, answer: answer,
      stacked: StackedPins(contents.pins.coordinates, profile: start.scenario.workload.profile),
      folder: folder)
    if json {
      tool.output.write(
        try SortedJSON.text(
          of: JSONFields(tried, fields: ["reading": reading, "phone": measured]),
          named: "the answer"))
    } else {
      tool.output.print(tried.text(width: tool.output.width))
    }
    if open { await PageOpener.show(folder + "/" + RunFolder.pageFile, errors: tool.errors) }
    return answer.exitCode
  }

  /// The slowness of the measured phone; `nil` if none was measured.
  private func placed(_ own: AppPins, for tool: MapPressureTool) async throws -> DeviceSlowness? {
    guard let measurements = try phone.measurements() else { return nil }
    let scenario = try Scenario(
      yaml: own.text(families: tool.families), file: own.name + ".yaml", families: tool.families)
    let known = scenario.family.strategies.map(\.name)
    let strategy = strategy ?? scenario.naive
    guard known.contains(strategy) else {
      throw CommandError("--as", unknown: "strategy", strategy, known: known)
    }
    let scenarioCase = Case(
      scenario: scenario.name, variant: "", size: own.facts.annotations, strategy: strategy)
    let found = try await phone.slowness(
      measurements, of: scenarioCase, in: scenario, cache: cache, call: tool.invocation)
    guard found.estimate != nil else {
      tool.output.write(found.document)
      throw CommandError(
        "--measured: expected a number that shows how slow the phone is, found none")
    }
    return found
  }
}
