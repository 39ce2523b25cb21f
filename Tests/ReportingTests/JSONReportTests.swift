import Answers
import Foundation
import Harness
import Reporting
import ScenarioModel
import TestSupport
import Testing

@Suite struct JSONReportTests {
  private static func text(_ fixture: ReportFixture) throws -> String {
    let results = try fixture.results()
    return try JSONReport.text(results, verdict: RunVerdict(results))
  }

  private static func read(_ fixture: ReportFixture) throws -> RunResults {
    try RunResults(json: Data(text(fixture).utf8))
  }

  @Test func readsBackWhole() throws {
    let fixture = ReportFixture(body: MarkdownReportTests.judged)
    let read = try Self.read(fixture)
    #expect(read == (try fixture.results()))
    #expect(read.scenarios.first?.cases.count == 6)
    #expect(read.scenarios.first?.scenario.seeds.map(\.seed) == [42, 7])
    // The groups that pins and a camera need, not those of a search.
    #expect(read.profiles.first?.groups == [.app, .map, .gestures])
  }

  @Test func holdsTheVerdict() throws {
    let stored = try ReportFixture(body: MarkdownReportTests.judged).results().document
    let thresholds = stored.judgedThresholds.map { $0.verdict }
    #expect(thresholds == ["passed", "failed", "passed", "passed"])
    let claims = stored.verdict.scenarios[0].claims.list.map { $0.verdict }
    #expect(claims == ["refuted", "confirmed", "confirmed"])
    #expect(stored.verdict.exitCode == 2 && stored.verdict.casesMeasured == 6)
  }

  /// The verdict is not read back, but a damaged one is found.
  @Test(arguments: ["exitCode", "casesMeasured", "thresholds"])
  func damageAnywhereIsFound(name: String) throws {
    let text = try Self.text(ReportFixture(body: MarkdownReportTests.judged))
    let place = try #require(text.range(of: "\"\(name)\"", options: .backwards)).lowerBound
    let offset = text.utf8.distance(from: text.startIndex, to: place) + 3
    for byte in [0xFF, 0x00, UInt8(ascii: "\"")] {
      var data = Data(text.utf8)
      data[offset] = byte
      #expect(throws: ResultsDecodingError.self) { try RunResults(json: data) }
    }
  }

  /// The file has the values that its readers would compute from the samples.
  @Test func holdsEverySampleAndItsSummary() throws {
    let file = try JSONValue(Self.text(ReportFixture()))
    let naive = try #require(
      file.scenarios[0].cases.list.first { $0.strategy == "all-pins" && $0.size == 1_000 })
    let metric = try #require(naive.metrics.list.first { $0.name == "frame-time-p50" })
    #expect(metric.samples.list.map { $0.trial } == [1, 2, 3, 4, 5, 6])
    #expect(metric.value == 1_025_000)
    #expect(metric.min == 1_000_000 && metric.max == 1_050_000)
    #expect(metric.versusNaive == 1)
  }

  @Test func aNumberThatIsNoneHasItsReason() throws {
    let fixture = ReportFixture().replacing(
      "all-pins",
      values: [
        NamedValue("frame-time-p50", .number(.infinity)),
        NamedValue("peak-live-bytes", .notAvailable(reason: "no meter")),
      ])
    let text = try Self.text(fixture)
    // Another reader, which knows no infinity either.
    #expect(throws: Never.self) { try JSONSerialization.jsonObject(with: Data(text.utf8)) }
    let read = try Self.read(fixture)
    let naive = try #require(
      read.cases.first { $0.scenarioCase.strategy == "all-pins" && $0.scenarioCase.size == 1_000 })
    #expect(naive[metric: "frame-time-p50"]?.value == .number(.infinity))
    #expect(naive[metric: "peak-live-bytes"]?.value == .notAvailable(reason: "no meter"))
  }

  @Test func aBrokenCaseHasItsReason() throws {
    let fixture = ReportFixture(body: MarkdownReportTests.judged)
      .replacing("hierarchical-clusters", .outOfMemory(limit: 512 << 20))
    let broken = try Self.read(fixture).cases.filter { $0.status != .completed }
    #expect(broken.map(\.status.identifier) == ["out-of-memory"])
    #expect(broken.map(\.status.description) == ["out of memory: more than 512 MiB (trial 1)"])
    let stored = try fixture.results().document
    #expect(stored.judgedThresholds.filter { $0.verdict == "not-decided" }.count == 2)
    #expect(stored.verdict.exitCode == 3 && stored.verdict.casesNotMeasured == 1)
  }

  @Test func thresholdsThatWereNotSelectedAreNamed() throws {
    let stored = try ReportFixture(
      body: MarkdownReportTests.judged,
      selection: RunSelection(strategies: ["visible-region-scan"])
    ).results().document
    #expect(stored.judgedThresholds.isEmpty)
    #expect(stored.verdict.scenarios[0].notSelected.list.count == 2)
  }
}
