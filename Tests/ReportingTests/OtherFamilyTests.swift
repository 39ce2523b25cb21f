import Harness
import Measurement
import Reporting
import Scenarios
import Testing
import Verdicts

/// A report of a family that the report's rooms know nothing of.
@Suite struct OtherFamilyTests {
  @Test func theTerminalShowsTheFirstMetricsOfEachKind() throws {
    let results = try LettersFamily().results()
    let text = SummaryTable.text(results, verdict: RunVerdict(results))
    #expect(text.contains("post [calm], size 12, 4 trials"))
    #expect(text.contains("post [strike], size 12, 4 trials"))
    let header = try #require(
      text.split(separator: "\n").first { $0.hasPrefix("strategy") })
    #expect(
      header.split(separator: " ") == [
        "strategy", "frame", "p50", "frame", "p99", "p99/naive", "frame", "max", "peak", "live",
        "letters-lost", "letters-read", "delivery-time-p50*",
      ])
    // No trial answered with the time and memory that every trial should have.
    #expect(text.contains("n/a: frame-time-p99 is not available: no trial answered with it"))
  }

  @Test func theReportHasATableForEachVariant() throws {
    let results = try LettersFamily().results()
    let reader = try MarkdownReader(
      MarkdownReport.text(results, verdict: RunVerdict(results)))
    #expect(reader.headings.contains("### Calm, size 12"))
    #expect(reader.headings.contains("### Strike, size 12"))
    let tables = reader.tables.filter { $0.header.contains("delivery-time-p95") }
    #expect(
      tables.map(\.header)
        == Array(
          repeating: ["Strategy", "delivery-time-p50", "delivery-time-p95"], count: 2))
    #expect(tables.first?.cell("`by-train`", "delivery-time-p95") == "4 ns (0.50 x)")
  }

  @Test func theDirectionOfAMetricDecidesWhatIsBest() throws {
    let results = try LettersFamily().results()
    let text = MarkdownReport.text(results, verdict: RunVerdict(results))
    #expect(
      text.contains(
        "- No other strategy is better than `by-foot` by `letters-lost` (at best 8 against 8, the "
          + "same) and `letters-read` (at best 4 against 8)."))
    // More letters read is better, so that half as many is worse.
    #expect(
      text.contains(
        "- `by-train` is not better than `by-foot` by `letters-lost` (the same) and "
          + "`letters-read` (4 against 8)."))
    #expect(!text.contains("lose no pins"))
    #expect(!text.contains("Hz"))
  }
}
