import Foundation
import Gate
import Reporting
import ScenarioModel
import TestSupport
import Testing

@Suite struct HistoryReportTests {
  /// The series of one case that creates a number of views, a run a day.
  private static func series(
    _ views: [Double], strategy: String = "grid-clusters"
  ) throws -> [HistorySeries] {
    let lines = try views.enumerated().map { day, views in
      let results = ComparisonResults(
        [
          .compared([.exact(.viewsCreated, 1, views, .pass)], of: .sample(strategy))
        ], headProvenance: Provenance.sample)
      return try HistoryLine(
        of: results, time: Date(timeIntervalSince1970: 86_400 * Double(day)),
        commit: "commit-\(day)")
    }
    return HistorySeries.all(of: lines)
  }

  @Test func aChangeHasItsCommitAndItsChart() throws {
    let series = try Self.series([5, 5, 6, 6, 7])
    let text = HistoryReport.document(series).text
    #expect(
      text.contains("1 of 1 series changed, and 1 of them are now worse than before (5 numbers)."))
    #expect(text.contains("| [`views-created`](pictures/history-1.svg) | commit-2, 1970-01-03 |"))
    #expect(text.contains("| 5 | 6 | +20.0 % | +40.0 % | 2, then 2 |"))
    #expect(text.contains("| 6 | 7 | +16.7 % | +40.0 % | 2, then 1 |"))
    // A terminal has the first changes, without links.
    let first = HistoryReport.document(series, limit: 1).text
    #expect(first.contains("| `views-created` |") && !first.contains("| 6 | 7 |"))
    #expect(first.contains("1 more change: see history.md"))
  }

  @Test func whereNothingChangedItSaysSo() throws {
    let same = HistoryReport.document(try Self.series([5, 5])).text
    #expect(same.contains("0 of 1 series changed (2 numbers)."))
    let one = HistoryReport.document(try Self.series([5])).text
    #expect(
      one.contains("0 of 0 series changed (1 number). Too few numbers to judge: 1 series."))
  }

  @Test func theFilesAreTheSameEachTime() throws {
    let folder = try TemporaryFolder()
    var texts: [[String]] = []
    for _ in 0..<2 {
      try HistoryReport.write(Self.series([5, 6]), to: folder.file("history"))
      #expect(try folder.files("history") == ["history.md", "pictures/history-1.svg"])
      texts.append(try folder.files("history").map { try folder.read("history/\($0)") })
    }
    #expect(texts[0] == texts[1])
    #expect(texts[0][1].contains("<polyline") && texts[0][1].contains(">commit-1</text>"))
  }

  @Test func textFromDataIsEscaped() throws {
    let series = try Self.series([5, 6], strategy: "x\n| <b>`\u{1B}[31m")
    let text = HistoryReport.document(series).text
    #expect(!text.contains("<b>") && !text.contains("\u{1B}"))
    let rows = text.split(separator: "\n").filter { $0.hasPrefix("|") }
    #expect(rows.count == 3)
  }
}
