import Foundation
import Harness
import Reporting
import ScenarioModel
import Testing
import Verdicts

/// How thresholds on growths read in reports.
@Suite struct GrowthReportTests {
  private static func fixture(_ thresholds: String, sizes: String = "[100, 1000, 10000]")
    -> ReportFixture
  {
    ReportFixture(
      sizes: sizes, trials: 6, body: "thresholds: { all-pins: [\(thresholds)] }")
  }

  private static func document(_ fixture: ReportFixture) throws -> ResultsDocument {
    let results = try fixture.results()
    return ResultsDocument(results, verdict: RunVerdict(results))
  }

  @Test func theReportSaysThePowerItsSizesAndTheSteepestStep() throws {
    let results = try Self.fixture("\"growth(max-live-views) <= 0.9\"").results()
    let report = MarkdownReport.text(results, verdict: RunVerdict(results))
    #expect(report.contains("power 1 of the size, 100 to 10,000; steepest from 100 to 1,000: 1"))
    #expect(report.contains("growth(max-live-views) &lt;= 0.9"))
    #expect(report.contains("| 0.9 | **failed** |"))
  }

  @Test func whatIsMeasuredHasItsInterval() throws {
    let results = try Self.fixture("\"growth(frame-time-p99) <= 1\"").results()
    let verdict = RunVerdict(results)
    let report = MarkdownReport.text(results, verdict: verdict)
    #expect(report.contains(/power 1 \(0\.99\d* to 1\.0\d*\) of the size, 100 to 10,000/))
    #expect(report.contains("**inconclusive**: the bound lies within the interval"))
    #expect(report.contains("INCONCLUSIVE: 1 of 1 threshold could hold or not"))
    #expect(report.contains("0 not decided, 1 inconclusive"))
  }

  @Test func theTerminalSaysItToo() throws {
    let results = try Self.fixture("\"growth(frame-time-p99) <= 1\"").results()
    let text = SummaryTable.text(results, verdict: RunVerdict(results), width: 200)
    #expect(text.contains("inconclusive: many-pins all-pins: growth(frame-time-p99) <= 1: found"))
    #expect(text.contains("bound 1; the bound lies within the interval"))
  }

  @Test func theDocumentHasTheWholeFit() throws {
    let document = try Self.document(Self.fixture("\"growth(max-live-views) <= 1.1\""))
    let entry = try #require(document.scenarios[0].thresholds.first)
    #expect(document.scenarios[0].thresholds.count == 1)
    #expect(entry.verdict == "passed")
    // In no unit of the metric's.
    #expect(entry.value == nil)
    #expect(entry.bound == nil)
    #expect(entry.size == nil)
    let growth = try #require(entry.growth)
    #expect(growth.exponent == 1)
    #expect(growth.low == 1)
    #expect(growth.high == 1)
    #expect(growth.bound == 1.1)
    #expect(growth.sizes == [100, 1000, 10_000])
    #expect(growth.medians == [100, 1000, 10_000])
    #expect(growth.steepest.exponent == 1)
    #expect(document.verdict.thresholdsInconclusive == 0)
  }

  @Test func anInconclusiveOneIsCounted() throws {
    let document = try Self.document(Self.fixture("\"growth(frame-time-p99) <= 1\""))
    #expect(document.scenarios[0].thresholds.map(\.verdict) == ["inconclusive"])
    #expect(document.verdict.thresholdsInconclusive == 1)
    #expect(document.verdict.thresholdsNotDecided == 0)
    #expect(document.verdict.exitCode == 7)
  }

  @Test func otherThresholdsStayAsTheyWere() throws {
    let document = try Self.document(Self.fixture("\"max-live-views <= 1000\""))
    let entries = document.scenarios[0].thresholds
    #expect(entries.map(\.size) == [100, 1000, 10_000])
    #expect(entries.map(\.value) == [100, 1000, 10_000])
    #expect(entries.allSatisfy { $0.growth == nil && $0.bound == 1000 })
  }

  @Test func aFileOfAnEarlierBuildIsRead() throws {
    let document = try Self.document(Self.fixture("\"max-live-views <= 1000\""))
    let encoder = JSONEncoder()
    let text = try #require(String(data: encoder.encode(document), encoding: .utf8))
    let earlier = text.replacing(#""thresholdsInconclusive":0,"#, with: "")
      .replacing(#","thresholdsInconclusive":0"#, with: "")
    #expect(!earlier.contains("thresholdsInconclusive"))
    let read = try JSONDecoder().decode(ResultsDocument.self, from: Data(earlier.utf8))
    #expect(read.verdict.thresholdsInconclusive == nil)
    #expect(read.scenarios == document.scenarios)
  }
}
