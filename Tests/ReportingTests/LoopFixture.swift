import Harness
import Reporting
import ScenarioModel
import Verdicts

/// A run made by hand of four variants with four settings each.
struct LoopFixture {
  typealias Fault = SettingOutcome.Fault

  static let settings = [
    "synchronous", "synchronous, animated", "asynchronous", "asynchronous, animated",
  ]

  var variants = ["exact", "residual", "center-residual", "expanding"]
  var sizes = [12]
  var trials = 4
  var body = ""
  var settings = Self.settings
  /// What went wrong in one setting of a case.
  var faults: @Sendable (Case, _ setting: String) -> [Fault] = Self.someFaults
  var transcripts: @Sendable (Case) -> [Transcript] = { _ in [] }
  var status: @Sendable (Case) -> TrialStatus = { _ in .completed }
  var selection = RunSelection()

  /// `unguarded` loops wherever regions do not come back as they were set; `exact-equality` as
  /// well, where the difference grows only; `flag` loses updates where they are asynchronous.
  @Sendable static func someFaults(_ scenarioCase: Case, _ setting: String) -> [Fault] {
    let isExact = scenarioCase.variant == "exact"
    let isAnimated = setting.hasSuffix("animated") && !setting.hasSuffix("not animated")
    switch scenarioCase.strategy {
    case "unguarded":
      return (isExact ? [] : [Fault(name: "loops", extent: "12 x")])
        + (isAnimated ? [Fault(name: "fights", extent: "3 x")] : [])
    case "exact-equality":
      return scenarioCase.variant == "expanding" ? [Fault(name: "loops", extent: "5 x")] : []
    case "flag":
      return setting.hasPrefix("asynchronous") ? [Fault(name: "off", extent: "340 pt")] : []
    default: return []
    }
  }

  static let strategies = [
    StrategyDescription(name: "unguarded", summary: "Sets the region at each update."),
    StrategyDescription(
      name: "exact-equality", summary: "Compares the regions.",
      reasoning: "`mapView.region != region`: the map gives back what was set"),
    StrategyDescription(
      name: "flag", summary: "Ignores its own changes.",
      reasoning: "the delegate is called before `setRegion` returns"),
    StrategyDescription(
      name: "tolerance", summary: "Compares with a tolerance.",
      reasoning: "less than half a point cannot be seen"),
  ]

  func results() throws -> RunResults {
    var family = LettersFamily(variants: variants)
    family.strategies = Self.strategies
    family.scenarioStrategies = Self.strategies.map(\.name)
    family.naive = "unguarded"
    family.sizes = sizes
    family.trials = trials
    family.body = body
    let status = status
    family.status = { status($0) }
    let (faults, settings, transcripts) = (faults, settings, transcripts)
    family.inspection = { scenarioCase in
      Inspection(
        transcripts: transcripts(scenarioCase),
        outcomes: settings.map {
          SettingOutcome(setting: $0, faults: faults(scenarioCase, $0))
        })
    }
    return try family.results(selection)
  }

  func report() throws -> String {
    let results = try results()
    return MarkdownReport.text(results, verdict: RunVerdict(results))
  }
}
