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
      #expect(text.contains(">\(NumberFormat.text(value, .count))</button>"))
    }
    #expect(
      text.contains(
        "data-text=\"mappressure run many-pins.yaml --sizes 1000 --strategies all-pins\""))
  }

  @Test func aMissingNumberHasItsReason() throws {
    let missing = ReportFixture { key in
      key.kind == .inspection && key.scenarioCase.strategy == "all-pins"
        ? TrialRecord(
          key: key, status: .completed, values: [NamedValue("pin-coverage", .number(1))]) : nil
    }
    #expect(
      try Self.text(missing).contains(
        "<span title=\"no trial returned it\">not available</span>"))
  }

  @Test func isTheSameEachTime() throws {
    #expect(try Self.text(ReportFixture()) == Self.text(ReportFixture()))
  }

  @Test func textFromDataIsText() throws {
    let hostile =
      "a</script><script>alert(1)</script>\"onload='x' &amp; \u{202E}b ::error"
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
