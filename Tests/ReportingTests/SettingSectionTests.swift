import Answers
import Documents
import Foundation
import Harness
import Reporting
import ScenarioModel
import Support
import TestSupport
import Testing

/// The faults by setting in a report.
@Suite struct SettingSectionTests {
  typealias Fault = SettingOutcome.Fault

  /// The tables of faults: the overview first, then one for each group of variants.
  private static func tables(_ fixture: LoopFixture) throws -> [MarkdownReader.Table] {
    try MarkdownReader(fixture.report()).tables.filter {
      $0.heading.hasPrefix("## Faults by setting") || $0.heading.hasPrefix("### Faults with ")
    }
  }

  private static func cell(
    _ fixture: LoopFixture, _ strategy: String, _ column: String
  ) throws -> String? { try tables(fixture).first?.cell("`\(strategy)`", column) }

  @Test func theOverviewCountsTheSettingsAndTheFaults() throws {
    let table = try #require(try Self.tables(LoopFixture()).first)
    #expect(table.header == ["Strategy", "Settings with faults", "Faults", "Line of reasoning"])
    #expect(
      table.rows == [
        ["`unguarded`", "14 of 16", "loops in 12 and fights in 8", ""],
        [
          "`exact-equality`", "4 of 16", "loops in 4",
          "`mapView.region != region`: the map gives back what was set",
        ],
        ["`flag`", "8 of 16", "off in 8", "the delegate is called before `setRegion` returns"],
        ["`tolerance`", "0 of 16", "–", "less than half a point cannot be seen"],
      ])
  }

  @Test func everySettingIsAColumnAndEqualVariantsAreOneTable() throws {
    let tables = try Self.tables(LoopFixture()).dropFirst()
    #expect(
      tables.map { $0.heading.replacing("### Faults with ", with: "") }
        == ["exact", "residual and center-residual", "expanding"])
    #expect(tables.allSatisfy { $0.header == ["Strategy"] + LoopFixture.settings })
    let residual = tables[tables.startIndex + 1]
    #expect(
      residual.rows == [
        [
          "`unguarded`", "loops 12 x", "loops 12 x; fights 3 x", "loops 12 x",
          "loops 12 x; fights 3 x",
        ],
        ["`exact-equality`", "–", "–", "–", "–"],
        ["`flag`", "–", "–", "off 340 pt", "off 340 pt"],
        ["`tolerance`", "–", "–", "–", "–"],
      ])
  }

  @Test func oneVariantNeedsNoHeading() throws {
    let tables = try Self.tables(LoopFixture(variants: ["exact"]))
    #expect(tables.map(\.heading) == ["## Faults by setting", "## Faults by setting"])
  }

  @Test func theStrategiesWithoutAFaultAreNamed() throws {
    var fixture = LoopFixture()
    #expect(try fixture.report().contains("without a fault in any setting: `tolerance`.\n"))
    fixture.faults = { _, _ in [Fault(name: "loops", extent: "1 x")] }
    #expect(try fixture.report().contains("without a fault in any setting: none.\n"))
  }

  @Test func withoutSettingsTheReasoningIsInTheTableOfStrategies() throws {
    let fixture = LoopFixture(variants: [""], settings: [])
    let reader = try MarkdownReader(fixture.report())
    let table = try #require(reader.tables.first { $0.header.contains("Description") })
    #expect(table.header == ["Strategy", "Description", "Line of reasoning"])
    #expect(
      table.rows.map { $0[2] }.prefix(2) == [
        "", "`mapView.region != region`: the map gives back what was set",
      ])
    let text = try ReportFixture().results().report
    #expect(!text.contains("Faults by setting"))
    #expect(!text.contains("Line of reasoning"))
  }

  // MARK: - The order of faults

  @Test func theWorstFaultComesFirstHoweverRareItIs() throws {
    var fixture = LoopFixture()
    // Drifting is everywhere; where both are, looping is the worse.
    fixture.faults = { scenarioCase, setting in
      guard scenarioCase.strategy == "flag" else { return [] }
      let drifts = Fault(name: "drifts", extent: "a bit")
      return scenarioCase.variant == "residual"
        ? [Fault(name: "loops", extent: "9 x"), drifts] : [drifts]
    }
    #expect(try Self.cell(fixture, "flag", "Faults") == "loops in 4 and drifts in 16")
  }

  @Test func faultsBeyondTheLengthOfACellAreOnlyNamed() throws {
    var fixture = LoopFixture()
    fixture.faults = { scenarioCase, _ in
      guard scenarioCase.strategy == "flag" else { return [] }
      return [
        Fault(name: "loops", extent: "1,000 x"), Fault(name: "fights", extent: "the finger 12 x"),
        Fault(name: "loses", extent: "12 updates of the forty that the app made"),
        Fault(name: "turns", extent: "by 12 degrees"), Fault(name: "off", extent: "340 pt"),
      ]
    }
    #expect(
      try Self.tables(fixture)[1].cell("`flag`", "synchronous")
        == "loops 1,000 x; fights the finger 12 x; "
        + "loses 12 updates of the forty that the app made; turns; off")
    fixture.faults = { scenarioCase, _ in
      [Fault(name: String(repeating: "very ", count: 12) + "wrong", extent: "1 x")]
    }
    #expect(
      try Self.tables(fixture)[1].cell("`flag`", "synchronous")?.hasSuffix("very wrong 1 x")
        == true)
  }

  // MARK: - Several sizes, missing results

  @Test func equalSizesAreOneSection() throws {
    var fixture = LoopFixture(sizes: [12, 24, 48])
    #expect(try fixture.report().contains("\n## Faults by setting\n"))
    fixture.faults = { scenarioCase, _ in
      scenarioCase.size == 48 ? [Fault(name: "loops", extent: "9 x")] : []
    }
    let headings = try MarkdownReader(fixture.report()).headings
    #expect(
      headings.filter { $0.hasPrefix("## Faults") } == [
        "## Faults by setting, sizes 12 and 24", "## Faults by setting, size 48",
      ])
  }

  @Test func aCaseThatBrokeHasNoResultAndIsNeverFaultless() throws {
    var fixture = LoopFixture()
    fixture.status = {
      $0.strategy == "tolerance" && $0.variant == "residual" ? .timedOut(seconds: 30) : .completed
    }
    #expect(try Self.cell(fixture, "tolerance", "Settings with faults") == "0 of 16")
    #expect(try Self.cell(fixture, "tolerance", "Faults") == "no result in 4")
    let residual = try #require(
      try Self.tables(fixture).first { $0.heading == "### Faults with residual" })
    #expect(
      residual.rows.last == ["`tolerance`", "no result", "no result", "no result", "no result"])
    #expect(try fixture.report().contains("without a fault in any setting: none.\n"))
    fixture.status = { $0.strategy == "tolerance" ? .timedOut(seconds: 30) : .completed }
    #expect(try Self.cell(fixture, "tolerance", "Settings with faults") == "no result")
  }

  @Test func nothingFromAStrategyIsMarkup() throws {
    var fixture = LoopFixture()
    fixture.settings = ["a|b", "<c>, *d*"]
    fixture.faults = { _, _ in [Fault(name: "[x](javascript:y)", extent: "1 | 2\n# z")] }
    let text = try fixture.report()
    _ = try MarkdownReader(text)
    #expect(!text.contains("<c>"))
    #expect(!text.replacing("\\]", with: "").contains("](javascript"))
    #expect(text.contains("\\[x\\](javascript:y) 1 \\| 2 \\# z |"))
  }

  // MARK: - Files

  @Test func theResultsHoldEveryOutcome() throws {
    let results = try LoopFixture().results()
    let text = try JSONReport.text(results, verdict: RunVerdict(results))
    let document = try RunResults(json: Data(text.utf8))
    let scenario = try #require(document.scenarios.first)
    #expect(
      scenario.strategies.map { scenario.scenario.strategy($0).reasoning }
        == LoopFixture.strategies.map(\.reasoning))
    #expect(scenario.cases.count == 16)
    for entry in scenario.cases { #expect(entry.outcomes.map(\.setting) == LoopFixture.settings) }
    let naive = try #require(
      scenario.cases.first {
        $0.scenarioCase.strategy == "unguarded" && $0.scenarioCase.variant == "residual"
      })
    #expect(
      naive.outcomes.dropFirst().first?.faults == [
        Fault(name: "loops", extent: "12 x"), Fault(name: "fights", extent: "3 x"),
      ])
  }

  @Test func whatHasNoSettingsHasNoOutcomes() throws {
    let results = try ReportFixture().results()
    let text = try JSONReport.text(results, verdict: RunVerdict(results))
    #expect(!text.contains("\"outcomes\"") && !text.contains("\"reasoning\""))
  }

  @Test func everyRecordOfTheTableNamesItsVariant() throws {
    let results = try LoopFixture().results()
    let rows = CSVReport.results(results).split(separator: "\n").dropFirst()
      .map { $0.split(separator: ",", omittingEmptySubsequences: false) }
    let variants = rows.map { "\($0[1])" }.uniqued()
    #expect(variants == ["exact", "residual", "center-residual", "expanding"])
    #expect(Set(rows.map { $0.prefix(5).joined(separator: ",") }).count == rows.count)
  }
}

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
  /// The faults in one setting of a case.
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
    let (faults, settings, transcripts) = (faults, settings, transcripts)
    return try LettersFamily(
      variants: variants, naive: "unguarded", scenarioStrategies: Self.strategies.map(\.name),
      trials: trials, body: body, status: status,
      inspection: { scenarioCase in
        Inspection(
          transcripts: transcripts(scenarioCase),
          outcomes: settings.map { SettingOutcome(setting: $0, faults: faults(scenarioCase, $0)) })
      }, sizes: sizes, strategies: Self.strategies
    ).results(selection)
  }

  func report() throws -> String { try results().report }
}
