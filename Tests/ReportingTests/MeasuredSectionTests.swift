import Answers
import Reporting
import ScenarioModel
import TestSupport
import Testing

/// The memory and the times that a run measured, in its report.
@Suite struct MeasuredSectionTests {
  private static let heading = "## Measured on this machine"

  @Test func theAnswerIsNextToTheNaiveStrategy() throws {
    let results = try ReportFixture().results()
    let verdict = RunVerdict(results)
    let answer = try #require(verdict["many-pins"]?.recommendations.last)
    #expect(answer.size == 10_000)
    let text = MarkdownReport.text(results, verdict: verdict)
    let table = try MarkdownReader(text).table(Self.heading)
    #expect(
      table.header.dropFirst(3)
        == ["`peak-live-bytes`", "`peak-resident-bytes`", "`frame-time-p99`"])
    let row = try #require(table.rows.first)
    #expect(table.rows.count == 1)
    #expect(row[0] == "10,000 pins: [`many-pins`](scenarios/many-pins.md)")
    #expect(row[1] == "leads: `\(answer.strategy)`")
    let isNaive = answer.strategy == "all-pins"
    #expect(row[2] == (isNaive ? "the same" : "`all-pins`"))
    #expect(row[3].contains("308 MB"))
    #expect(row[4].contains("328 MB"))
    #expect(row[5].contains("30.8 ms"))
    for cell in row[3...] { #expect(cell.hasSuffix(")") == !isNaive) }
    #expect(text.contains("(Test CPU, 2 cores)"))
  }

  @Test func sizesAreNamedByTheirScenario() throws {
    let text = try ReportFixture(body: "size-label: trees").results().overview
    #expect(text.contains("10,000 trees: [`many-pins`]"))
    #expect(!text.contains("10,000 pins"))
  }

  @Test func aRunThatMeasuresNothingHasNoTable() throws {
    let text = try ReportFixture(selection: RunSelection(trials: 0)).results().overview
    #expect(!text.contains(Self.heading))
  }

  @Test func aReportHasAtMostFifteenStatements() throws {
    let claims = (1...17).map { index in
      "  - { id: c\(index), says: statement \(index), by: a test, strategy: all-pins, "
        + "metric: bytes-allocated, at-most: 1 B }"
    }
    let hypothesis =
      "  - { id: h, says: a hypothesis, hypothesis: true, strategy: all-pins, "
      + "metric: bytes-allocated, at-most: 1 B }"
    let body = (["claims:"] + claims + [hypothesis]).joined(separator: "\n")
    let text = try ReportFixture(body: body).results().overview
    let table = try #require(MarkdownReader(text).tables.first { $0.header.first == "It says" })
    #expect(table.rows.count == 15)
    #expect(text.contains("\n\n3 more statements are refuted, wholly or in part, "))
  }
}
