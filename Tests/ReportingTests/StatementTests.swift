import Reporting
import ScenarioModel
import Testing

/// The report tells a statement, and not each of its tests.
@Suite struct StatementTests {
  /// The rows of the report on statements: all pins have a view for each pin, clusters one for a
  /// hundred.
  private static func rows(_ claims: [String]) throws -> [[String]] {
    let lines = claims.map { "  - { says: they are many, by: a test, \($0) }" }
    let fixture = ReportFixture(
      sizes: "[100, 1000, 2000, 5000]", body: (["claims:"] + lines).joined(separator: "\n"))
    let results = try fixture.results()
    let reader = try MarkdownReader(
      MarkdownReport.text(results, verdict: RunVerdict(results)))
    return reader.tables.first { $0.heading == "## What others say, and what came of it" }?.rows
      ?? []
  }

  private static let all = "strategy: all-pins, metric: annotations-inserted"

  @Test func aStatementSaysAtWhichSizeItTurns() throws {
    let rows = try Self.rows(["id: many, \(Self.all), at-least: 2000"])
    #expect(
      rows == [
        [
          "they are many (a test)",
          "in part: confirmed from 2,000 pins on (2,000 and 5,000), refuted at 100 and 1,000 pins "
            + "(100 and 1,000); shown by work",
        ]
      ])
  }

  @Test func severalTestsAreOneStatement() throws {
    let rows = try Self.rows([
      "id: few, size: 100, \(Self.all), at-least: 2000",
      "id: many, size: 5000, \(Self.all), at-least: 2000",
    ])
    #expect(
      rows.map(\.last) == [
        "in part: confirmed from 5,000 pins on (5,000), refuted at 100 pins (100); shown by work"
      ])
  }

  @Test func testsThatDisagreeAtASizeConfirmInPart() throws {
    let rows = try Self.rows([
      "id: many, size: 100, \(Self.all), at-least: 100",
      "id: more, size: 100, \(Self.all), at-least: 101",
    ])
    #expect(
      rows.map(\.last) == ["in part: confirmed in part at 100 pins (100); shown by work"])
  }

  @Test func aRefutedStatementHasItsSize() throws {
    let rows = try Self.rows(["id: many, size: 100, \(Self.all), at-least: 101"])
    #expect(rows.map(\.last) == ["refuted at 100 pins (100); shown by work"])
  }

  @Test func whatTheConstructionDecidesIsNotListed() throws {
    let rows = try Self.rows(["id: many, \(Self.all), at-least: 9000, by-construction: so"])
    #expect(rows.isEmpty)
  }
}
