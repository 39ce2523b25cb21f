import Answers
import ArgumentParser
import Families
import Guides
import Harness
import PinData
import Reporting
import ScenarioModel
import Support

/// `mappressure checklist`: judges a run by a pre-release checklist.
struct ChecklistCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "checklist",
    abstract: "Judge a run by the pre-release checklist of the guide.",
    usage: "mappressure checklist <run> [<options>]",
    discussion: """
      Prints fourteen points, each with the bounds that the run keeps or breaks, or with \
      how to check it on a device. --out writes them as Markdown for a pull request. Judges the \
      strategies that the run recommends, unless --strategy names your own.

        mappressure checklist Reports/suite
        mappressure checklist Reports/mine --strategy my-clusters --out checklist.md

      Exit codes: 0 no point failed, 2 a point failed, 3 a broken case leaves a point \
      undecided, 7 a point is undecided for another reason, 1 the run shows no point at all.
      """)

  @Argument(help: "The folder of a finished run.", completion: .folder)
  var run: String

  @Option(
    help: "A strategy to judge; may be repeated. (default: the recommended ones)",
    completion: .strategy)
  var strategy: [String] = []

  @Option(
    help: "A checklist of your own, as YAML. (default: from the guide axiom-mapkit)",
    completion: .yaml)
  var list: String?

  @Option(help: "Write the Markdown into this file.", completion: .anyFile)
  var out: String?

  func run(with tool: MapPressureTool) throws -> ToolExitCode {
    let results = try RunResults(ofRunIn: run)
    let checklist =
      if let list {
        try Checklist(text: TextFile.read(list), file: list, families: tool.families)
      } else {
        try Checklist.standard(tool.families)
      }
    // A scenario that neither the run nor the project has would never be judged.
    for name in checklist.points.flatMap(\.checks).compactMap(\.scenarios).joined()
    where results[scenario: name] == nil {
      _ = try ScenarioLibrary().file(name)
    }
    let known = results.scenarios.flatMap(\.strategies).uniqued()
    if let unknown = strategy.first(where: { !known.contains($0) }) {
      throw CommandError(
        "--strategy: expected a strategy of the run in \(run), found '\(PlainText.line(unknown))'"
          + NearestName.hint(for: unknown, among: known))
    }
    let strategies: JudgedStrategies = strategy.isEmpty ? .recommended : .named(strategy)
    let (coordinates, unread) = try coordinates(of: results, tool)
    let verdict = ChecklistVerdict(
      checklist, of: results,
      verdict: RunVerdict(results, sensitivity: try SensitivityResults(ofRunIn: run)),
      strategies: strategies, coordinates: coordinates, unread: unread)
    guard verdict.showsAnything else {
      throw CommandError(
        "\(run): expected a run that shows at least one point of the checklist, found none; run the "
          + "default suite, or your scenarios of the families that the list names")
    }
    let document = verdict.document(of: results, strategies: strategies)
    if let out {
      try AtomicFile.write(document.text, to: out)
      tool.output.print("Written: " + PlainText.line(out))
    } else {
      tool.output.print(document)
    }
    return verdict.exitCode
  }

  /// Looks at the pins of the run's scenarios that come from files: each file once.
  ///
  /// The pins must be those of the run: `unread` is the reason why those of a scenario cannot be
  /// looked at, such as a file that is not at hand or was changed.
  private func coordinates(
    of results: RunResults, _ tool: MapPressureTool
  ) throws -> (looks: [ChecklistVerdict.Coordinates], unread: String?) {
    let land = try Land()
    var unread: String?
    var looks: [ChecklistVerdict.Coordinates] = []
    for scenario in results.scenarios {
      let file = RunFolder.scenarioFile(scenario.scenario.file, in: run)
      do {
        let text = try ScenarioLibrary.text(of: file)
        guard let data = try YAMLDocument(text: text, file: file).root.mapping()["data"] else {
          continue
        }
        let source = try PinSource(data, scenarioFile: file)
        // A generator's places are on land or not by chance.
        guard case .file = source, !looks.contains(where: { $0.source == source.description })
        else { continue }
        let present = try Scenario(yaml: text, file: file, families: tool.families)
        guard EnvironmentFingerprint(present) == scenario.scenario.fingerprint else {
          throw CommandError(
            "\(file): expected the environment of the run in \(run), found another; run it again")
        }
        let pins = try source.pins(size: try source.count())
        looks.append(
          ChecklistVerdict.Coordinates(
            scenario: scenario.scenario.name, source: source.description,
            audit: CoordinateAudit(pins.coordinates, land: land)))
      } catch {
        unread = unread ?? "\(error)"
      }
    }
    return (looks, unread)
  }
}
