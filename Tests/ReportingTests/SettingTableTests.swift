import Harness
import Reporting
import ScenarioModel
import Testing
import Verdicts

/// The faults of strategies in a terminal.
@Suite struct SettingTableTests {
  typealias Fault = SettingOutcome.Fault

  /// The lines before the first empty one.
  private static func table(_ fixture: LoopFixture) throws -> [String] {
    let results = try fixture.results()
    let lines = SummaryTable.text(results, verdict: RunVerdict(results))
      .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    return Array(lines.prefix { !$0.isEmpty })
  }

  @Test func countsTheSettingsOfEachVariant() throws {
    #expect(
      try Self.table(LoopFixture()) == [
        "post, size 12: faults, and in how many of 4 settings",
        "strategy           exact           residual    center-residual          expanding",
        "unguarded       fights 2  loops 4, fights 2  loops 4, fights 2  loops 4, fights 2",
        "exact-equality         -                  -                  -            loops 4",
        "flag               off 2              off 2              off 2              off 2",
        "tolerance              -                  -                  -                  -",
      ])
  }

  @Test func saysHowMuchWhereThereIsOneVariant() throws {
    #expect(
      try Self.table(LoopFixture(variants: ["residual"])) == [
        "post, size 12: faults in each setting",
        "strategy        synchronous   synchronous, animated  asynchronous  asynchronous, animated",
        "unguarded        loops 12 x  loops 12 x; fights 3 x    loops 12 x  loops 12 x; fights 3 x",
        "exact-equality            -                       -             -                       -",
        "flag                      -                       -    off 340 pt              off 340 pt",
        "tolerance                 -                       -             -                       -",
      ])
  }

  @Test func saysLessWhereThereIsLessRoom() throws {
    var fixture = LoopFixture(variants: ["one", "two", "three", "four"])
    let names = ["circles", "fights", "drifts"]
    fixture.faults = { scenarioCase, _ in
      scenarioCase.strategy == "flag" ? names.map { Fault(name: $0, extent: "9 x") } : []
    }
    let lines = try Self.table(fixture)
    #expect(lines.allSatisfy { $0.count <= 100 })
    #expect(lines.last == "+: further faults, less severe")
    #expect(
      lines.dropFirst(4).first
        == "flag            circles 4 +2  circles 4 +2  circles 4 +2  circles 4 +2")
    fixture.variants = (1...12).map { "variant-\($0)" }
    let narrow = try Self.table(fixture)
    #expect(narrow.allSatisfy { $0.count <= 100 })
    let cells = ["flag"] + Array(repeating: "4", count: 7)
    #expect(narrow.contains { $0.split(separator: " ").map(String.init) == cells })
    #expect(
      narrow.last
        == "not shown: variant-8, variant-9, variant-10, variant-11 and variant-12; see the report"
    )
  }

  @Test func aBrokenCaseHasNoResult() throws {
    var fixture = LoopFixture()
    fixture.status = {
      $0.strategy == "flag" && $0.variant == "exact" ? .timedOut(seconds: 30) : .completed
    }
    #expect(try Self.table(fixture).contains { $0.hasPrefix("flag            no result") })
  }

  @Test func worldsWithoutSettingsHaveNoSuchTable() throws {
    let results = try ReportFixture().results()
    let text = SummaryTable.text(results, verdict: RunVerdict(results))
    #expect(!text.contains("faults"))
  }
}
