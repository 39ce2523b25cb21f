import Answers
import Documents
import Foundation
import Reporting
import ScenarioModel
import TestSupport
import Testing

/// The page of a run: its numbers, and text from data in it.
@Suite struct PageReportTests {
  private static func text(
    _ fixture: ReportFixture, recording: (CaseResult) -> [UInt8]? = { _ in nil }
  ) throws -> String {
    let results = try fixture.results()
    return try PageReport(results, verdict: RunVerdict(results), recording: recording).text()
  }

  @Test func needsNothingFromOutside() throws {
    let text = try Self.text(ReportFixture())
    #expect(text.hasPrefix("<!DOCTYPE html>\n<html lang=\"en\">"))
    #expect(text.contains("default-src 'none'"))
    // Namespaces and links of other hosts would begin so.
    #expect(!text.contains("http://"))
    #expect(!text.contains("https://"))
    for attribute in ["src=", "url(", "@import", "import("] { #expect(!text.contains(attribute)) }
  }

  @Test func hasTheNumbersOfEachCase() throws {
    let results = try ReportFixture().results()
    let text = try Self.text(ReportFixture())
    for result in results.cases {
      let value = try #require(result[metric: "max-live-views"]?.number)
      #expect(text.contains(">\(NumberFormat.text(value, .count))</"))
    }
    // The commands of a table begin alike.
    #expect(
      text.contains("data-command=\"mappressure run many-pins.yaml --sizes 1000 --strategies\""))
    #expect(text.contains("data-text=\"all-pins\""))
  }

  @Test func aMissingNumberHasItsReason() throws {
    let missing = ReportFixture { key in
      key.kind == .inspection && key.scenarioCase.strategy == "all-pins"
        ? TrialRecord(
          key: key, status: .completed, values: [NamedValue("pin-coverage", .number(1))]) : nil
    }
    #expect(
      try Self.text(missing).contains("<span title=\"no trial returned it\">not available</span>"))
  }

  /// The answer, then the strategies with the one to take first, and the others by what they miss.
  @Test func theAnswerComesFirst() throws {
    let results = try ReportFixture().results()
    let scenario = try #require(results.scenarios.first)
    let advice = try #require(scenario.advice(scenario.recommendations()).last)
    let text = try Self.text(ReportFixture())
    let article = text.firstMatch(of: /<article.*?<\/article>/.dotMatchesNewlines())
    let card = try #require(article).output
    #expect(card.contains("\(advice.sentence).</h2>"))
    // Each bar is to the scale of its pair.
    let widths = card.matches(of: /<i style="--w:([0-9.]+)">/).compactMap { Double($0.1) }
    #expect(!widths.isEmpty && widths.count.isMultiple(of: 2) && widths.count <= 8)
    for pair in stride(from: 0, to: widths.count, by: 2) {
      #expect(max(widths[pair], widths[pair + 1]) == 100)
    }
    let tables = text.matches(of: /<table class="strategies".*?<\/table>/.dotMatchesNewlines())
    let table = try #require(tables.last).output
    let names = table.matches(of: /<th scope="row"[^>]*><code>([^<]*)</).map { String($0.1) }
    #expect(names.first == advice.strategy && Set(names) == Set(scenario.strategies))
    let misses = table.matches(of: /<tr[^>]*><th.*?<\/tr>/.dotMatchesNewlines()).map {
      $0.output.components(separatedBy: "class=\"missed\"").count
    }
    #expect(misses.dropFirst() == misses.dropFirst().sorted()[...])
  }

  /// Without thresholds nothing has passed: both reports begin with the answer.
  @Test func withoutThresholdsTheAnswerIsTheHeadline() throws {
    let results = try ReportFixture(sizes: "[1000]").results()
    let verdict = RunVerdict(results)
    let scenario = try #require(results.scenarios.first)
    let advice = try #require(scenario.advice(scenario.recommendations()).last)
    #expect(verdict.thresholds.isEmpty && verdict.exitCode == .pass)
    let report = MarkdownReport.text(results, verdict: verdict)
    #expect(report.contains("**\(advice.sentence).**") && !report.contains("PASSED"))
    #expect(try !Self.text(ReportFixture(sizes: "[1000]")).contains("PASSED"))
    let judged = try ReportFixture(
      sizes: "[1000]", body: "thresholds: { all-pins: [\"max-live-views >= 1\"] }"
    ).results()
    let both = [
      MarkdownReport.text(judged, verdict: RunVerdict(judged)),
      try PageReport(judged, verdict: RunVerdict(judged)) { _ in nil }.text(),
    ]
    #expect(both.allSatisfy { $0.contains("PASSED: 1 of 1 threshold hold") })
  }

  /// The code to write in an app is a program: with its indentation, and no HTML.
  @Test func theCodeIsThere() throws {
    let text = try Self.text(ReportFixture())
    let code = try #require(
      text.firstMatch(of: /<pre tabindex="0"><code>(.*?)<\/code><\/pre>/.dotMatchesNewlines()))
    #expect(code.1.contains("\n  ") && !code.1.contains("<"))
    #expect(
      text.contains("<code>Sources/1-Base/Clustering/Clustering.docc/UsingClustersInAnApp.md"))
  }

  /// The first screen explains MapPressure before it lists what passed, and names the phone.
  @Test func theHeadSaysWhatItIs() throws {
    let text = try Self.text(ReportFixture())
    let head = try #require(text.firstMatch(of: /<header>.*?<\/header>/.dotMatchesNewlines()))
      .output
    let order = [
      "replays situations", "<h1>", "with the profile ", "not measurements", "circumstances",
    ]
    let places = order.map { head.range(of: $0)?.lowerBound }
    #expect(places.allSatisfy { $0 != nil })
    #expect(places.compactMap(\.self) == places.compactMap(\.self).sorted())
    #expect(!text.contains("…"))
  }

  @Test func isTheSameEachTime() throws {
    #expect(try Self.text(ReportFixture()) == Self.text(ReportFixture()))
  }

  @Test func textFromDataIsText() throws {
    let hostile = "a</script><script>alert(1)</script>\"onload='x' &amp; \u{202E}b ::error"
    let text = try Self.text(ReportFixture(title: hostile))
    // The page's own script and the two of data, and no other.
    #expect(text.components(separatedBy: "<script").count == 4)
    #expect(text.components(separatedBy: "</script>").count == 4)
    #expect(text.contains("a&lt;/script&gt;&lt;script&gt;alert(1)"))
    #expect(!text.contains("\u{202E}"))
    #expect(!text.split(separator: "\n").contains { $0.hasPrefix("::error") })
  }

  @Test func aRecordingIsInThePageOnce() throws {
    let text = try Self.text(ReportFixture(hasRecordings: true)) { result in
      result.scenarioCase.size == 1_000 ? Array("recorded".utf8) : nil
    }
    let base64 = Data("recorded".utf8).base64EncodedString()
    #expect(text.components(separatedBy: base64).count == 1 + 3, "one for each strategy")
  }

  @Test func moreRecordingsThanFitAreLeftOut() throws {
    let large = [UInt8](repeating: 7, count: 1_000_000)
    let text = try Self.text(ReportFixture(hasRecordings: true)) { _ in large }
    // Of the first size the naive strategy and the one to take fit, and no other.
    #expect(text.components(separatedBy: "\"gz\":").count == 1 + 2)
    #expect(text.utf8.count < 5_000_000)
  }

  @Test func thePageIsSmall() throws {
    let script = try #require(
      try Self.text(ReportFixture()).components(separatedBy: "<script>").last)
    #expect(script.utf8.count < 60_000)
    #expect(try Self.text(ReportFixture()).utf8.count < 200_000)
  }
}
