import Answers
import Harness
import Reporting
import ScenarioModel
import TestSupport
import Testing

@Suite struct SummaryTableTests {
  private static func lines(
    _ fixture: ReportFixture, width: Int = SummaryTable.standardWidth
  ) throws -> [String] { try fixture.results().summaryLines(width: width) }

  @Test func hasATableForEachSize() throws {
    let lines = try Self.lines(ReportFixture(), width: 120)
    #expect(lines.contains("many-pins, size 1,000, 6 trials"))
    let start = try #require(lines.firstIndex(of: "many-pins, size 10,000, 6 trials"))
    #expect(
      Array(lines[(start + 1)...(start + 6)]) == [
        "                            hitch-  peak-live-                 longest-  max-live-   marker-     frame-  added-hitch-",
        "strategy               time-ratio*      bytes†  pin-coverage    freeze*     views*  overlap*  time-p99†   time-ratio*",
        "all-pins                  200 ms/s      308 MB        100 %✓   20.0 ms✓     10,000   50.0 %✕   30.8 ms✕     200 ms/s✕",
        "visible-region-scan       100 ms/s      154 MB       75.0 %✕   10.0 ms✓      5,000   25.0 %✓   15.4 ms✓     100 ms/s✕",
        "hierarchical-clusters       2 ms/s     3.08 MB        100 %✓  0.200 ms✓        100    0.5 %✓  0.307 ms✓       2 ms/s✓",
        "not shown: frame-time-max; see the report",
      ])
    #expect(lines.contains("not shown: frame-time-max; see the report"))
  }

  @Test func endsWithWhatFailedAndTheVerdict() throws {
    let lines = try Self.lines(ReportFixture(body: MarkdownReportTests.judged))
    #expect(
      lines.suffix(4) == [
        "failed: many-pins 10000 hierarchical-clusters: max-live-views <= 50: found 100, bound 50",
        "",
        "FAILED: 1 threshold failed, 0 not decided, 3 of 4 hold",
        "Answer: 1,000 to 10,000 pins: hierarchical-clusters leads",
      ])
  }

  /// Eight columns, and one more that a strategy misses.
  @Test(arguments: [
    (300, 9), (131, 9), (120, 8), (SummaryTable.standardWidth, 6), (60, 3), (48, 2),
  ]) func columnsWithoutRoomAreLeftOutAtTheEnd(width: Int, count: Int) throws {
    let lines = try Self.lines(ReportFixture(), width: width)
    let row = try #require(lines.last { $0.hasPrefix("all-pins ") })
    // A name and a number with its unit: at least two spaces apart.
    #expect(row.split(separator: "  ", omittingEmptySubsequences: true).count == count + 1)
    #expect(lines.filter { $0.hasPrefix("all-pins ") }.allSatisfy { $0.count <= width })
    // What a strategy misses is shown before what none does.
    let note = lines.first { $0.hasPrefix("not shown: ") }
    #expect((note == nil) == (count == 9))
    #expect(note?.contains("added-hitch-time-ratio") != true || count < 4)
  }

  @Test func aTerminalWithoutRoomForANumberShowsTheNames() throws {
    for width in [SummaryTable.minimumWidth, 1] {
      let lines = try Self.lines(ReportFixture(), width: width)
      #expect(lines.contains { $0.hasPrefix("hierarchical-clusters") })
      #expect(lines.contains { $0.hasPrefix("not shown: ") })
      #expect(lines.allSatisfy { $0.count <= SummaryTable.minimumWidth })
    }
  }

  @Test func aFailureIsReportedInFull() throws {
    let fixture = ReportFixture(body: MarkdownReportTests.judged)
    let lines = try Self.lines(fixture, width: 60)
    let start = try #require(lines.firstIndex { $0.hasPrefix("failed: ") })
    #expect(
      lines[start...(start + 1)] == [
        "failed: many-pins 10000 hierarchical-clusters:",
        "  max-live-views <= 50: found 100, bound 50",
      ])
  }

  @Test(arguments: [40, 50, 80, 200]) func linesBreakBetweenWords(width: Int) throws {
    let lines = try Self.lines(ReportFixture(body: MarkdownReportTests.judged), width: width)
    let words = try Self.lines(ReportFixture(body: MarkdownReportTests.judged), width: 1_000)
      .flatMap { $0.split(separator: " ") }
    #expect(lines.allSatisfy { $0.count <= width })
    // The last line is whole in each width, and so is each of its words.
    #expect(lines.suffix(3).flatMap { $0.split(separator: " ") }.allSatisfy { words.contains($0) })
  }

  /// The answer, what it means, and the numbers.
  @Test func theAnswerOfOneScenarioComesFirst() throws {
    let lines = try Self.lines(ReportFixture(), width: 200)
    #expect(lines[0].hasPrefix("many-pins  1,000 to 10,000 pins: leads: hierarchical-clusters; "))
    #expect(lines[1].hasPrefix("With all pins"))
    #expect(lines[2].isEmpty && lines[3] == "many-pins, size 1,000, 6 trials")
  }

  @Test func noLineIsWiderThanTheTerminal() throws {
    let fixture = ReportFixture(name: String(repeating: "long-", count: 11) + "name").replacing(
      "all-pins",
      .crashed(
        ending: "signal 4", standardError: String(repeating: "word \u{1B}[31m\n", count: 80)))
    let lines = try Self.lines(fixture)
    #expect(lines.allSatisfy { $0.count <= SummaryTable.standardWidth })
    #expect(lines.contains { $0.hasPrefix("all-pins") && $0.contains("crashed: signal 4") })
    #expect(!lines.contains { $0.contains("\u{1B}") })
  }

  @Test func saysWhyANumberIsMissing() throws {
    let fixture = ReportFixture().replacing(
      "all-pins", values: [NamedValue("peak-live-bytes", .notAvailable(reason: "no meter"))])
    let lines = try Self.lines(fixture)
    #expect(lines.contains { $0.hasPrefix("all-pins") && $0.contains("n/a") })
    #expect(lines.contains("n/a: peak-live-bytes is not available: no meter"))
  }

  /// Names are broken after hyphens, in no more lines than they need; a narrow column of a long
  /// name would otherwise push others off the terminal.
  @Test(arguments: [
    ("fetches", ["fetches"]), ("lost-updates", ["lost-updates"]),
    ("runaway-loops", ["runaway-", "loops"]), ("settle-time-p95", ["settle-", "time-p95"]),
    ("updates-per-gesture", ["updates-", "per-gesture"]),
    ("idle-updates-per-second", ["idle-", "updates-", "per-second"]),
    ("stale-answers-shown", ["stale-", "answers-", "shown"]),
    ("unbreakablecolumntitle", ["unbreakablecolumntitle"]),
  ]) func aLongNameHasSeveralLines(name: String, lines: [String]) throws {
    var family = LettersFamily(variants: ["calm"])
    let metric = Metric(name, .count, .counted, .lowerIsBetter, "Letters.")
    family.metrics.append(metric)
    family.terminalColumns = [.lettersRead, metric]
    let text = try family.results().summaryLines()
    let last = try #require(text.firstIndex { $0.hasPrefix("strategy") })
    let above = text[...last].suffix(lines.count + 1)
    #expect(above.first == "post [calm], size 12, 4 trials")
    let titles = above.dropFirst().map { line in line.split(separator: " ").last.map(String.init) }
    #expect(titles == lines)
  }
}

/// The faults of strategies in a terminal.
@Suite struct SettingTableTests {
  typealias Fault = SettingOutcome.Fault

  /// The lines before the first empty one.
  private static func table(_ fixture: LoopFixture) throws -> [String] {
    let lines = try fixture.results().summaryLines()
    return Array(lines.prefix { !$0.isEmpty })
  }

  @Test func countsTheSettingsOfEachVariant() throws {
    #expect(
      try Self.table(LoopFixture()) == [
        "post, size 12: how many of 4 settings have each fault",
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

  /// A table that does not fit is a list.
  @Test func saysTheSameWhereThereIsLessRoom() throws {
    var fixture = LoopFixture(variants: ["one", "two", "three", "four"])
    let names = ["circles", "fights", "drifts"]
    fixture.faults = { scenarioCase, _ in
      scenarioCase.strategy == "flag" ? names.map { Fault(name: $0, extent: "9 x") } : []
    }
    let lines = try Self.table(fixture)
    #expect(lines.allSatisfy { $0.count <= 100 })
    let start = try #require(lines.firstIndex { $0.hasPrefix("flag: ") })
    #expect(
      lines[start...(start + 1)] == [
        "flag: one circles 4, fights 4, drifts 4; two circles 4, fights 4, drifts 4; three circles 4, fights",
        "    4, drifts 4; four circles 4, fights 4, drifts 4",
      ])
  }

  @Test func aBrokenCaseHasNoResult() throws {
    var fixture = LoopFixture()
    fixture.status = {
      $0.strategy == "flag" && $0.variant == "exact" ? .timedOut(seconds: 30) : .completed
    }
    #expect(try Self.table(fixture).contains { $0.hasPrefix("flag            no result") })
  }

  @Test func scenariosWithoutSettingsHaveNoSuchTable() throws {
    #expect(try !ReportFixture().results().summary().contains("faults"))
  }
}
