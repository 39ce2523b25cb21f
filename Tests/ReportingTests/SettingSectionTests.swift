import Foundation
import Harness
import Reporting
import ScenarioModel
import Testing
import Verdicts

/// What a report says of a scenario whose world has several settings.
@Suite struct SettingSectionTests {
  typealias Fault = SettingOutcome.Fault

  /// The part of a report that begins with a heading and ends before the next world's.
  private static func section(_ fixture: LoopFixture) throws -> String {
    let text = try fixture.report()
    let start = try #require(text.range(of: "### Where it goes wrong"))
    let end = try #require(text.range(of: "\n\n### Exact"))
    return String(text[start.lowerBound..<end.lowerBound])
  }

  @Test func saysInWordsInTablesAndByReasoningWhereStrategiesGoWrong() throws {
    let expected = """
      ### Where it goes wrong

      Settings: “synchronous”, “synchronous, animated”, “asynchronous” and “asynchronous, animated”; \
      each under exact, residual, center-residual and expanding. In the tables the worst fault comes \
      first, and a dash stands where everything went right.

      - `unguarded`: loops in 12 of 16 settings (under residual, center-residual and expanding), \
      fights in 8 (where animated).
      - `exact-equality`: loops in 4 of 16 settings (under expanding).
      - `flag`: off in 8 of 16 settings (where asynchronous).
      - `tolerance`: right in all 16 settings.

      #### Under exact

      | Strategy | synchronous | synchronous, animated | asynchronous | asynchronous, animated |
      | --- | --- | --- | --- | --- |
      | `unguarded` | – | fights 3 x | – | fights 3 x |
      | `exact-equality` | – | – | – | – |
      | `flag` | – | – | off 340 pt | off 340 pt |
      | `tolerance` | – | – | – | – |

      #### Under residual and center-residual

      | Strategy | synchronous | synchronous, animated | asynchronous | asynchronous, animated |
      | --- | --- | --- | --- | --- |
      | `unguarded` | loops 12 x | loops 12 x; fights 3 x | loops 12 x | loops 12 x; fights 3 x |
      | `exact-equality` | – | – | – | – |
      | `flag` | – | – | off 340 pt | off 340 pt |
      | `tolerance` | – | – | – | – |

      #### Under expanding

      | Strategy | synchronous | synchronous, animated | asynchronous | asynchronous, animated |
      | --- | --- | --- | --- | --- |
      | `unguarded` | loops 12 x | loops 12 x; fights 3 x | loops 12 x | loops 12 x; fights 3 x |
      | `exact-equality` | loops 5 x | loops 5 x | loops 5 x | loops 5 x |
      | `flag` | – | – | off 340 pt | off 340 pt |
      | `tolerance` | – | – | – | – |

      #### What each strategy rests on, and where that was not enough

      - `exact-equality` rests on “`mapView.region != region`: the map gives back what was set”; that \
      was not enough in 4 of 16 settings (under expanding): loops.
      - `flag` rests on “the delegate is called before `setRegion` returns”; that was not enough in 8 \
      of 16 settings (where asynchronous): off.
      - `tolerance` rests on “less than half a point cannot be seen”; that was enough in all 16 \
      settings.
      """
    #expect(try Self.section(LoopFixture()) == expected)
  }

  @Test func theSummarySaysWhoGoesWrongNowhere() throws {
    var fixture = LoopFixture()
    #expect(
      try fixture.report().contains(
        "\n- Every strategy of `post` but `tolerance` goes wrong in some setting.\n"))
    fixture.faults = { _, _ in [Fault(name: "loops", extent: "1 x")] }
    #expect(
      try fixture.report().contains("\n- Every strategy of `post` goes wrong in some setting.\n"))
    fixture.faults = { _, _ in [] }
    #expect(
      try fixture.report().contains("\n- No strategy of `post` goes wrong in any setting.\n"))
  }

  @Test func aReasoningThatNoSettingTestsStandsWithItsStrategy() throws {
    var fixture = LoopFixture(variants: [""])
    fixture.settings = []
    let reader = try MarkdownReader(fixture.report())
    let table = try #require(reader.tables.first { $0.header.contains("What it does") })
    #expect(table.header == ["Strategy", "What it does", "Its line of reasoning"])
    #expect(
      table.rows.map { $0[2] }.prefix(2) == [
        "", "“`mapView.region != region`: the map gives back what was set”",
      ])
  }

  @Test func worldsWithoutSettingsHaveNoSuchPart() throws {
    let results = try ReportFixture().results()
    let text = MarkdownReport.text(results, verdict: RunVerdict(results))
    #expect(!text.contains("Where it goes wrong"))
    #expect(!text.contains("line of reasoning"))
    #expect(!text.contains("setting."))
  }

  // MARK: - Places in words

  /// Which settings of the world a strategy loops in, and what a reader is told.
  struct Place: Sendable, CustomTestStringConvertible {
    let testDescription: String
    var isWrong: @Sendable (_ variant: String, _ setting: String) -> Bool

    init(
      _ text: String, _ isWrong: @escaping @Sendable (_ variant: String, _ setting: String) -> Bool
    ) {
      testDescription = text
      self.isWrong = isWrong
    }
  }

  private static let places = [
    Place("loops in all 16 settings.") { _, _ in true },
    Place("loops in 1 of 16 settings (where synchronous under exact).") {
      $0 == "exact" && $1 == "synchronous"
    },
    Place("loops in 1 of 16 settings (where asynchronous, animated under expanding).") {
      $0 == "expanding" && $1 == "asynchronous, animated"
    },
    Place("loops in 8 of 16 settings (where animated).") { $1.hasSuffix(", animated") },
    Place("loops in 8 of 16 settings (where not animated).") { !$1.hasSuffix(", animated") },
    Place("loops in 8 of 16 settings (where synchronous).") { $1.hasPrefix("synchronous") },
    Place("loops in 8 of 16 settings (under exact and expanding).") { variant, _ in
      variant.hasPrefix("ex")
    },
    Place("loops in 4 of 16 settings (where animated under exact and expanding).") {
      $0.hasPrefix("ex") && $1.hasSuffix(", animated")
    },
    Place(
      "loops in 6 of 16 settings (where animated under exact; under residual)."
    ) { $0 == "residual" || $0 == "exact" && $1.hasSuffix(", animated") },
    Place("loops in 12 of 16 settings (where not “synchronous, animated”).") {
      $1 != "synchronous, animated"
    },
    Place(
      "loops in 8 of 16 settings (where “synchronous, animated” or “asynchronous”)."
    ) { $1 == "synchronous, animated" || $1 == "asynchronous" },
  ]

  @Test(arguments: places)
  func saysWhereInTheFewestWords(place: Place) throws {
    var fixture = LoopFixture()
    fixture.faults = { scenarioCase, setting in
      scenarioCase.strategy == "flag" && place.isWrong(scenarioCase.variant, setting)
        ? [Fault(name: "loops", extent: "2 x")] : []
    }
    let lines = try Self.section(fixture).split(separator: "\n")
    #expect(lines.contains("- `flag`: \(place.testDescription)"))
  }

  /// A setting that is named by what it is not, in full: `still` says more than `not animated`.
  @Test func aPartThatSettingsHaveSaysMoreThanOneThatTheyLack() throws {
    var fixture = LoopFixture()
    fixture.settings = ["synchronous, still", "synchronous, animated", "late, still"]
    fixture.faults = { scenarioCase, setting in
      setting.hasSuffix("still") ? [Fault(name: "loops", extent: "2 x")] : []
    }
    #expect(
      try Self.section(fixture).contains("`flag`: loops in 8 of 12 settings (where still).\n"))
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
    #expect(
      try Self.section(fixture).contains(
        "- `flag`: loops in 4 of 16 settings (under residual), drifts in all 16 settings.\n"))
    #expect(
      try Self.section(fixture).contains(
        "returns”; that was not enough in 16 of 16 settings: loops in 4 (under residual), drifts in "
          + "all 16.\n"))
    #expect(try !fixture.report().contains("failed in"), "the line itself may be true")
  }

  @Test func faultsWithoutRoomAreOnlyNamed() throws {
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
      try Self.section(fixture).contains(
        "| `flag` | loops 1,000 x; fights the finger 12 x; "
          + "loses 12 updates of the forty that the app made; turns; off |"))
    fixture.faults = { scenarioCase, _ in
      [Fault(name: String(repeating: "very ", count: 12) + "wrong", extent: "1 x")]
    }
    #expect(try Self.section(fixture).contains("very very wrong 1 x |"), "one always stands")
  }

  /// What an app does in one setting, at its worst: four faults, each with its number.
  @Test func fourFaultsStandWithTheirNumbers() throws {
    var fixture = LoopFixture()
    fixture.faults = { scenarioCase, _ in
      guard scenarioCase.strategy == "flag" else { return [] }
      return [
        Fault(name: "loops", extent: "117 times"), Fault(name: "fights", extent: "17 times"),
        Fault(name: "loses", extent: "2 of 5"),
        Fault(name: "off target", extent: "16 times, up to 1,719 pt"),
      ]
    }
    #expect(
      try Self.section(fixture).contains(
        "loops 117 times; fights 17 times; loses 2 of 5; off target 16 times, up to 1,719 pt |"))
  }

  @Test func settingsThatAreAlikeAndShareAPartStandInOneColumn() throws {
    var fixture = LoopFixture()
    fixture.settings = ["early, still", "early, moved", "late, still", "late, moved"]
    fixture.faults = { scenarioCase, setting in
      switch scenarioCase.variant {
      case "exact": setting.hasSuffix("moved") ? [Fault(name: "loops", extent: "2 x")] : []
      case "residual": [Fault(name: "loops", extent: setting.hasPrefix("late") ? "3 x" : "4 x")]
      // Nothing that these two share is theirs alone.
      case "expanding":
        ["early, still", "late, moved"].contains(setting)
          ? [Fault(name: "loops", extent: "5 x")] : []
      default: []
      }
    }
    let tables = try MarkdownReader(fixture.report()).tables
    func header(_ variant: String) -> [String]? {
      tables.first { $0.heading == "#### Under \(variant)" }?.header
    }
    #expect(header("exact") == ["Strategy", "still", "moved"])
    #expect(header("residual") == ["Strategy", "early", "late"])
    #expect(header("center-residual") == nil)
    #expect(header("expanding")?.count == 5)
  }

  // MARK: - Few columns, several sizes, missing results

  @Test func fewColumnsStandInOneTable() throws {
    var fixture = LoopFixture(variants: ["exact", "residual", "expanding"])
    fixture.settings = ["synchronous", "synchronous, animated"]
    var reader = try MarkdownReader(try fixture.report())
    var tables = reader.tables.filter { $0.heading.hasPrefix("### Where it goes wrong") }
    #expect(
      tables.map(\.header) == [
        [
          "Strategy", "exact: synchronous", "exact: synchronous, animated",
          "residual: synchronous", "residual: synchronous, animated", "expanding: synchronous",
          "expanding: synchronous, animated",
        ]
      ])
    #expect(tables.first?.cell("`unguarded`", "residual: synchronous, animated")?.first == "l")

    fixture.variants = ["exact"]
    reader = try MarkdownReader(try fixture.report())
    tables = reader.tables.filter { $0.heading.hasPrefix("### Where it goes wrong") }
    #expect(tables.map(\.header) == [["Strategy", "synchronous", "synchronous, animated"]])
    #expect(try !fixture.report().contains("each under"))
  }

  @Test func aVariantInWhichNothingGoesWrongNeedsNoTable() throws {
    var fixture = LoopFixture()
    fixture.faults = { scenarioCase, _ in
      scenarioCase.variant == "residual" ? [Fault(name: "loops", extent: "9 x")] : []
    }
    #expect(
      try Self.section(fixture).contains(
        "#### Under exact, center-residual and expanding\n\nNothing goes wrong under any strategy."
          + "\n\n#### Under residual\n\n| Strategy |"))
  }

  @Test func sizesThatAreAlikeAreToldOnce() throws {
    var fixture = LoopFixture(sizes: [12, 24, 48])
    #expect(try fixture.report().contains("\n### Where it goes wrong\n"))
    fixture.faults = { scenarioCase, _ in
      scenarioCase.size == 48 ? [Fault(name: "loops", extent: "9 x")] : []
    }
    let headings = try MarkdownReader(fixture.report()).headings
    #expect(
      headings.filter { $0.hasPrefix("### Where") } == [
        "### Where it goes wrong, sizes 12 and 24", "### Where it goes wrong, size 48",
      ])
  }

  @Test func aCaseThatBrokeHasNoResultAndIsNeverRight() throws {
    var fixture = LoopFixture()
    fixture.status = {
      $0.strategy == "tolerance" && $0.variant == "residual" ? .timedOut(seconds: 30) : .completed
    }
    let section = try Self.section(fixture)
    #expect(
      section.contains(
        "- `tolerance`: right in 12 of 16 settings, no result in 4 (under residual)."))
    #expect(section.contains("| `tolerance` | no result | no result | no result | no result |"))
    #expect(section.contains("cannot be seen”; that was enough in 12 of 16 settings."))
    fixture.status = { $0.strategy == "tolerance" ? .timedOut(seconds: 30) : .completed }
    let lost = try Self.section(fixture)
    #expect(lost.contains("- `tolerance`: no result."))
    #expect(!lost.contains("cannot be seen"), "nothing is known of the reasoning")
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
    for entry in scenario.cases {
      #expect(entry.outcomes.map(\.setting) == LoopFixture.settings)
    }
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
    let worlds = rows.map { "\($0[1])" }.uniqued()
    #expect(worlds == ["exact", "residual", "center-residual", "expanding"])
    #expect(Set(rows.map { $0.prefix(5).joined(separator: ",") }).count == rows.count)
  }
}

extension Array where Element: Hashable {
  fileprivate func uniqued() -> [Element] {
    var seen: Set<Element> = []
    return filter { seen.insert($0).inserted }
  }
}
