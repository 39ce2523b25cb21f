import Harness
import Measurement
import Reporting
import Scenarios
import Testing
import Verdicts

@Suite struct SummaryTableTests {
  private static func lines(_ fixture: ReportFixture) throws -> [String] {
    let results = try fixture.results()
    return SummaryTable.text(results, verdict: RunVerdict(results))
      .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  @Test func hasATableForEachSize() throws {
    let lines = try Self.lines(ReportFixture())
    #expect(lines.contains("many-pins, size 1,000, 6 trials"))
    let start = try #require(lines.firstIndex(of: "many-pins, size 10,000, 6 trials"))
    #expect(
      Array(lines[(start + 1)...(start + 5)]) == [
        "strategy               frame p50  frame p99  p99/naive  frame max  peak live  views live  pins kept  hitches*",
        "all-pins                 10.2 ms    30.8 ms     1.00 x    41.0 ms     308 MB      10,000      100 %  200 ms/s",
        "visible-region-scan      5.12 ms    15.4 ms     0.50 x    20.5 ms     154 MB       5,000     75.0 %  100 ms/s",
        "hierarchical-clusters     103 µs     308 µs    0.010 x     410 µs    3.08 MB         100      100 %    2 ms/s",
        "* modelled with the profile iphone-simulator: not a device measurement",
      ])
  }

  @Test func endsWithWhatFailedAndTheVerdict() throws {
    let lines = try Self.lines(ReportFixture(body: MarkdownReportTests.judged))
    #expect(
      lines.suffix(3) == [
        "failed: many-pins 10000 hierarchical-clusters: views-live-max <= 50: found 100, bound 50",
        "",
        "FAILED: 1 threshold not kept, 0 not decided, 3 of 4 hold",
      ])
  }

  @Test func noLineIsWiderThanTheTerminal() throws {
    var fixture = ReportFixture(name: String(repeating: "long-", count: 11) + "name")
    fixture.change = { key in
      guard ReportFixture.isTrial(key, of: "all-pins", size: 1_000) else { return nil }
      return TrialRecord(
        key: key,
        status: .crashed(
          ending: "signal 4", lastWords: String(repeating: "word \u{1B}[31m\n", count: 80)))
    }
    let lines = try Self.lines(fixture)
    #expect(lines.allSatisfy { $0.count <= SummaryTable.width })
    #expect(lines.contains { $0.hasPrefix("all-pins") && $0.contains("crashed: signal 4") })
    #expect(!lines.contains { $0.contains("\u{1B}") })
  }

  @Test func saysWhyANumberIsMissing() throws {
    var fixture = ReportFixture()
    fixture.change = { key in
      guard ReportFixture.isTrial(key, of: "all-pins", size: 1_000) else { return nil }
      return TrialRecord(
        key: key, status: .completed,
        values: [NamedValue("peak-live-bytes", .notAvailable(reason: "no meter"))])
    }
    let lines = try Self.lines(fixture)
    #expect(lines.contains { $0.hasPrefix("all-pins") && $0.contains("n/a") })
    #expect(lines.contains("n/a: peak-live-bytes is not available: no meter"))
  }
}
