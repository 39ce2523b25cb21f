import Gate
import Reporting
import TestSupport
import Testing

@Suite struct ComparisonPageTests {
  private static func text(_ results: ComparisonResults) -> String {
    ComparisonPage(results, verdict: results.verdict).text
  }

  /// The cells of the rows of changes, without their tags.
  private static func changes(_ results: ComparisonResults) throws -> [[String]] {
    let text = text(results)
    let section = try #require(
      text.firstMatch(of: /<section id="changes".*?<\/section>/.dotMatchesNewlines()))
    return section.output.matches(of: /<tr data-strategy.*?<\/tr>/.dotMatchesNewlines()).map {
      row in
      row.output.matches(of: /<td[^>]*>(.*?)<\/td>/).map {
        String($0.1).replacing(/<[^>]*>/, with: "").replacing("\u{A0}", with: " ")
      }
    }
  }

  @Test func theWorstIsFirst() throws {
    let rows = try Self.changes(.regression)
    #expect(
      rows.map { $0.prefix(6) } == [
        [
          "worse", "ten-thousand-pins 10000 grid-clusters", "views-created counted", "312",
          "10,000", "32.1 x",
        ],
        [
          "worse", "ten-thousand-pins 10000 grid-clusters", "frame-time measured", "1.00 ms",
          "1.05 ms", "+5.1 % [4.6, 5.7]",
        ],
      ])
    let text = Self.text(.regression)
    let verdict = "<span aria-hidden=\"true\">✕</span> REGRESSION: 2 of 4 metrics got worse"
    #expect(text.contains("<h2 class=\"fail\">" + verdict))
    // The bars next to the verdict are those of the largest changes.
    let bars = text.matches(of: /<div class="line (base|head)"><i style="--w:([0-9.]+)">/)
      .map { "\($0.1) \($0.2)" }
    #expect(bars == ["base 3.1", "head 100.0", "base 95.1", "head 100.0"])
    #expect(
      text.contains(
        "data-text=\"mappressure gate --base main Scenarios/ten-thousand-pins.yaml --strategies "
          + "grid-clusters --sizes 10000\""))
  }

  @Test func everyVerdictHasItsRow() throws {
    #expect(
      try Self.changes(.everything).map { $0[0] } == [
        "worse", "worse", "worse", "worse", "broken in the head",
        "not deterministic in the head", "nothing measured in the head", "not comparable",
        "only in the base", "missing in the head", "inconclusive", "inconclusive",
        "broken in the base, undecided", "not deterministic in the base, undecided", "better",
        "new in the head, not gated", "new, not gated",
      ])
    #expect(
      Self.text(.everything).contains("<li>the processors differ: Test CPU and Other CPU</li>"))
  }

  /// A change that a person notices comes before one that only an engineer sees, and a page is
  /// named by its result.
  @Test func theHeadingIsTheResult() throws {
    let text = Self.text(.regression)
    #expect(text.contains(/<h1>[^<]* against [^<]*: 2 numbers worse in 1 case<\/h1>/))
    #expect(!text.contains(" x a 2 % change") && !text.contains("its margin"))
    #expect(Self.text(ComparisonResults([])).contains(": no verdict</h1>"))
  }

  @Test func withoutAChangeItSaysSo() throws {
    let text = Self.text(ComparisonResults([]))
    #expect(try Self.changes(ComparisonResults([])).isEmpty)
    #expect(text.contains("No metric changed by more than its method tolerates."))
    #expect(!text.contains("<svg"))
  }

  /// A change of 32 times is at the end of the axis, one of 5.1 % next to the line of no change.
  @Test func theChartHasIntervals() throws {
    let bars = Self.text(.regression)
      .matches(of: /<rect x="([0-9.]+)" y="[0-9.]+" width="([0-9.]+)"/)
      .compactMap { match in
        Double(match.1).flatMap { x in Double(match.2).map { (x: x, width: $0) } }
      }
    try #require(bars.count == 2)
    #expect(bars[0].width == 3)
    #expect(bars[0].x == 378.5)
    // Where nothing got smaller the axis begins at no change.
    #expect(abs(bars[1].x + bars[1].width / 2 - (30 + 350 * 0.0515)) < 0.2)
    // From 4.6 to 5.7 %.
    #expect(abs(bars[1].width - (3 + 350 * 0.011)) < 0.2)
  }

  @Test func allOfThemAreValidAndOfOneFile() {
    for results in ComparisonResults.all {
      let text = Self.text(results)
      #expect(text.hasPrefix("<!DOCTYPE html>\n<html lang=\"en\">"))
      #expect(!text.contains("http://") && !text.contains("https://"))
      #expect(!text.contains("<script>alert") && !text.contains("<img src=x"))
      #expect(!text.contains("\u{1B}") && !text.contains("\u{202E}") && !text.contains("\u{0}"))
      #expect(!text.split(separator: "\n").contains { $0.hasPrefix("::") })
      for tag in ["table", "section", "tr", "svg", "ul"] {
        let begins = ["<\(tag) ", "<\(tag)>"].map { text.components(separatedBy: $0).count - 1 }
        #expect(
          begins.reduce(0, +) == text.components(separatedBy: "</\(tag)>").count - 1, "\(tag)")
      }
    }
  }

  @Test(.exhaustive) func aPageOfManyChangesHasAnEnd() throws {
    let many = ComparisonResults.many(cases: 1_000, metrics: 5)
    #expect(try Self.changes(many).count == 3_000)
    let text = Self.text(many)
    #expect(text.contains("and 2,000 more rows: see gate.json"))
    #expect(text.utf8.count < 4_000_000)
  }
}
