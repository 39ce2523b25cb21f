import Answers
import ArgumentParser
import Foundation
import Guides
import Harness
import PinData
import Platform
import Reporting
import ScenarioModel
import Simulation
import Support

/// `mappressure advise`: asks the decision trees of the guide with an app's facts.
struct AdviseCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "advise",
    abstract: "Choose the map component and the strategy for your app.",
    discussion: """
      Applies the guide's decision trees to your app's facts, replays its pins with the changes \
      that the facts describe, and says which component and strategy to take, and why. Without \
      facts, it asks for them.

        mappressure advise --ios 17 --annotations 12000 --clustering
        mappressure advise --data stores.csv --changes moving
        mappressure advise --facts app.yaml --no-run
      """)

  @Option(help: "A YAML file of facts: these options are its keys.", completion: .yaml)
  var facts: String?

  @Option(help: "The lowest version of iOS that the app supports.")
  var ios: String?

  @Option(help: "The number of annotations.")
  var annotations: String?

  @Option(help: "A file of annotations, as for 'try'.", completion: .anyFile)
  var data: String?

  @OptionGroup var pinFile: PinFileArguments

  @Option(
    help: "Changes to the annotations: none, reloads or moving.",
    completion: .list(AppFacts.Changes.allCases.map(\.rawValue)))
  var changes: String?

  @Option(
    help: "Overlays on the map: none, shapes or own-renderers.",
    completion: .list(AppFacts.Overlays.allCases.map(\.rawValue)))
  var overlays: String?

  @Flag(inversion: .prefixedNo, help: "The map shows tiles of your own.")
  var tileOverlays: Bool?

  @Flag(inversion: .prefixedNo, help: "Code reacts to the delegate's calls.")
  var delegateControl: Bool?

  @Flag(inversion: .prefixedNo, help: "Annotation views have animations that SwiftUI lacks.")
  var viewAnimations: Bool?

  @Flag(inversion: .prefixedNo, help: "Nearby annotations become clusters.")
  var clustering: Bool?

  @Flag(inversion: .prefixedNo, help: "People select annotations.")
  var selection: Bool?

  @Flag(inversion: .prefixedNo, help: "Code moves the camera.")
  var camera: Bool?

  @Flag(inversion: .prefixedNo, help: "The map shows the user's location.")
  var userLocation: Bool?

  @Flag(help: "Ask for each fact that is not given.")
  var ask = false

  @Flag(name: .customLong("no-run"), help: "Apply the rules only, without a replay.")
  var rulesOnly = false

  @Option(help: "Use the numbers of the earlier run in this folder.", completion: .folder)
  var run: String?

  @Option(
    help: "The platform profile: a name or a file. (default: iphone-simulator)",
    completion: .profile)
  var profile: String?

  @OptionGroup var limits: LimitOptions

  @OptionGroup var cache: CacheOptions
  @OptionGroup var draws: DrawOptions

  @Option(help: "The folder for the results. (default: Reports/advise)", completion: .folder)
  var out: String?

  @Flag(help: "Replace a finished run in the folder for the results.")
  var overwrite = false

  @Flag(help: "Print the answer as JSON.")
  var json = false

  @Flag(help: "Show no progress.")
  var quiet = false

  func validate() throws {
    if run != nil, rulesOnly {
      throw ValidationError("expected --run or --no-run, found both")
    }
    if data != nil, annotations != nil {
      throw ValidationError("expected --annotations or --data, found both")
    }
    if run != nil, profile != nil || out != nil || overwrite {
      throw ValidationError(
        "--run replays nothing: leave out --profile, --out and --overwrite")
    }
  }

  func run(with tool: MapPressureTool) async throws -> ToolExitCode {
    let given = try givenFacts()
    let isBare = given.assumed.count == AppFacts.Fact.allCases.count
    var (facts, again) = (given, tool.invocation.arguments)
    if ask || isBare && isatty(STDIN_FILENO) == 1 {
      let questions = FactQuestions(tool.invocation, file: pinFile.options)
      let answers = try await tool.invocation.interruption.cancelling {
        try questions.ask(given)
      } orElse: {
        // The questions have printed the command that continues.
      }
      (facts, again) = (answers.facts, answers.arguments)
    }
    let coordinates = try facts.data.map {
      try PinFile.read(path: $0, options: pinFile.options).pins.coordinates
    }
    if let coordinates { facts.annotations = coordinates.count }
    let advice = ComponentAdvice(facts, rules: try DecisionRule.standard())
    var pins = AppPins(facts, file: pinFile.options)
    if let profile { pins.profile = profile }
    var folder = run
    var answer: PinsAnswer?
    if let run {
      let results = try RunResults(ofRunIn: run)
      try check(results, of: pins, in: run, tool.families)
      answer = PinsAnswer(results, sensitivity: try SensitivityResults(ofRunIn: run))
    } else if !rulesOnly {
      let start = try pins.start(
        in: out, standard: "Reports/advise", trials: 0, replacing: overwrite,
        families: tool.families)
      folder = start.folder
      // Without measured trials: what an answer rests on is counted and modelled.
      answer = try await AppPinsRun(
        start: start, limits: limits, isQuiet: quiet || json, call: tool.invocation, again: again,
        kept: await cache.kept(limits: limits.limits(), call: tool.invocation), draws: draws
      ).answer()
    }
    // That of the run, as 'try' has it; without a run there is none.
    let platform = try answer?.scenario?.scenario.profile ?? PlatformProfile.builtIn(pins.profile)
    let text = ComponentAdviceText(
      advice, answer: answer, stacked: coordinates.map { StackedPins($0, profile: platform) },
      folder: folder)
    if json {
      tool.output.write(try SortedJSON.text(of: text, named: "the answer"))
    } else {
      tool.output.print(text.document)
    }
    return text.exitCode
  }

  // MARK: - Facts

  private func givenFacts() throws -> AppFacts {
    var facts = AppFacts()
    if let file = self.facts { try facts.read(TextFile.read(file), file: file) }
    // A number on the command line replaces a file's data.
    if annotations != nil { facts.data = nil }
    let texts: [(AppFacts.Fact, String?)] = [
      (.ios, ios), (.annotations, annotations), (.data, data), (.changes, changes),
      (.overlays, overlays),
    ]
    let flags: [(AppFacts.Fact, Bool?)] = [
      (.tileOverlays, tileOverlays), (.delegateControl, delegateControl),
      (.viewAnimations, viewAnimations), (.clustering, clustering), (.selection, selection),
      (.camera, camera), (.userLocation, userLocation),
    ]
    for (fact, text) in texts + flags.map({ ($0, $1.map { $0 ? "yes" : "no" }) }) {
      guard let text else { continue }
      guard facts.set(fact, to: text) else {
        throw CommandError(
          "--\(fact.rawValue): expected \(fact.expectation), found '\(PlainText.line(text))'")
      }
    }
    return facts
  }

  // MARK: - The run

  /// Throws if a run is not one of this app's screen.
  private func check(
    _ results: RunResults, of pins: AppPins, in folder: String, _ families: FamilyRegistry
  ) throws {
    let strategies = pins.facts.strategies(in: families)
    guard let scenario = results.scenarios.first, results.scenarios.count == 1,
      strategies.allSatisfy(scenario.strategies.contains),
      scenario.configurations.map(\.size).max() == pins.facts.annotations
    else {
      throw CommandError(
        "\(folder): expected a run of one scenario with \(pins.facts.annotations) annotations and the "
          + "strategies \(strategies.joined(separator: ", ")); leave out --run for a new run")
    }
    let file = RunFolder.scenarioFile(scenario.scenario.file, in: folder)
    let lines = try ScenarioLibrary.text(of: file).split(separator: "\n")
    for line in try pins.text(families: families).split(separator: "\n")
    where ["family:", "data:", "changes:"].contains(where: { line.hasPrefix($0) })
      && !lines.contains(line)
    {
      throw CommandError(
        "\(file): expected the line '\(PlainText.line(String(line)))', as the facts say, found "
          + "none; leave out --run for a new run")
    }
  }
}
