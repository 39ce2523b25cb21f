import Answers
import Harness
import Reporting
import ScenarioModel
import TestSupport
import Testing

/// Thresholds on growths in reports.
@Suite struct GrowthReportTests {
  private static func fixture(_ thresholds: String, sizes: String = "[100, 1000, 10000]")
    -> ReportFixture
  { ReportFixture(sizes: sizes, trials: 6, body: "thresholds: { all-pins: [\(thresholds)] }") }

  @Test func theReportSaysThePowerItsSizesAndTheSteepestStep() throws {
    let report = try Self.fixture("\"growth(max-live-views) <= 0.9\"").results().report
    #expect(report.contains("power 1 of the size, 100 to 10,000; steepest from 100 to 1,000: 1"))
    #expect(report.contains("growth(max-live-views) &lt;= 0.9"))
    #expect(report.contains("| 0.9 | **failed** |"))
  }

  @Test func whatIsMeasuredHasItsInterval() throws {
    let results = try Self.fixture("\"growth(frame-time-p99) <= 1\"").results()
    let verdict = RunVerdict(results)
    let report = MarkdownReport.whole(results, verdict: verdict)
    #expect(report.contains(/power 1 \(0\.99\d* to 1\.0\d*\) of the size, 100 to 10,000/))
    #expect(report.contains("**inconclusive**: the bound lies within the interval"))
    #expect(report.contains("INCONCLUSIVE: 1 of 1 threshold are inconclusive"))
    #expect(report.contains("0 not decided, 1 inconclusive"))
  }

  @Test func theTerminalSaysItToo() throws {
    let text = try Self.fixture("\"growth(frame-time-p99) <= 1\"").results().summary(width: 200)
    #expect(text.contains("inconclusive: many-pins all-pins: growth(frame-time-p99) <= 1: found"))
    #expect(text.contains("bound 1; the bound lies within the interval"))
  }

  private static func document(_ thresholds: String) throws -> JSONValue {
    try fixture(thresholds).results().document
  }

  @Test func theFileHasTheWholeFit() throws {
    let thresholds = try Self.document("\"growth(max-live-views) <= 1.1\"").judgedThresholds
    let entry = try #require(thresholds.first)
    #expect(thresholds.count == 1)
    #expect(entry.verdict == "passed")
    // The power, in no unit of the metric's.
    #expect(entry.value == 1 && entry.bound == 1.1 && entry.size == .null)
    let growth = entry.growth
    #expect(growth.exponent == 1)
    #expect(growth.interval.low == 1 && growth.interval.high == 1)
    #expect(growth.sizes == [100, 1000, 10_000])
    #expect(growth.medians == [100, 1000, 10_000])
  }

  @Test func anInconclusiveOneIsNamed() throws {
    let document = try Self.document("\"growth(frame-time-p99) <= 1\"")
    #expect(document.judgedThresholds.map { $0.verdict } == ["inconclusive"])
    #expect(document.verdict.exitCode == 7)
  }

  @Test func otherThresholdsHaveNoGrowth() throws {
    let entries = try Self.document("\"max-live-views <= 1000\"").judgedThresholds
    #expect(entries.map { $0.size } == [100, 1000, 10_000])
    #expect(entries.map { $0.value } == [100, 1000, 10_000])
    #expect(entries.allSatisfy { $0.growth == .null && $0.bound == 1000 })
  }
}
