import Reporting
import ScenarioModel
import TestSupport
import Testing

/// The report has a statement once, and not each of its tests.
@Suite struct StatementTests {
  /// The rows of the report on statements: all pins have a view for each pin, clusters one for a
  /// hundred.
  private static func rows(_ claims: [String]) throws -> [[String]] {
    let lines = claims.map { "  - { says: they are many, by: a test, \($0) }" }
    let fixture = ReportFixture(
      sizes: "[100, 1000, 2000, 5000]", body: (["claims:"] + lines).joined(separator: "\n"))
    let reader = try MarkdownReader(fixture.results().overview)
    return reader.tables.first { $0.heading == "## What others say, and what the run found" }?.rows
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

  /// Several tests are one statement; those that disagree at a size confirm it in part.
  @Test(arguments: [
    (
      ["size: 100, \(all), at-least: 2000", "size: 5000, \(all), at-least: 2000"],
      ["in part: confirmed from 5,000 pins on (5,000), refuted at 100 pins (100); shown by work"]
    ),
    (
      ["size: 100, \(all), at-least: 100", "size: 100, \(all), at-least: 101"],
      ["confirmed in part at 100 pins (100); shown by work"]
    ),
    (["size: 100, \(all), at-least: 101"], ["refuted at 100 pins (100); shown by work"]),
    // What the construction decides is not listed.
    (["\(all), at-least: 9000, by-construction: so"], []),
  ]) func aStatementHasOneOutcome(tests: [String], outcomes: [String]) throws {
    let claims = tests.enumerated().map { "id: c\($0), \($1)" }
    #expect(try Self.rows(claims).compactMap(\.last) == outcomes)
  }
}
