import Foundation
import Harness
import Measurement
import Reporting
import ScenarioModel
import Testing
import Verdicts

@Suite struct JSONReportTests {
  private static func text(_ fixture: ReportFixture) throws -> String {
    let results = try fixture.results()
    return try JSONReport.text(results, verdict: RunVerdict(results))
  }

  private static func document(_ fixture: ReportFixture) throws -> ResultsDocument {
    try JSONDecoder().decode(ResultsDocument.self, from: Data(text(fixture).utf8))
  }

  @Test func readsBackWhole() throws {
    let fixture = ReportFixture(body: MarkdownReportTests.judged)
    let results = try fixture.results()
    let document = try Self.document(fixture)
    #expect(document == ResultsDocument(results, verdict: RunVerdict(results)))
    #expect(document.schema == 1)
    #expect(document.provenance == results.provenance)
    #expect(document.command == "run many-pins")
    let scenario = try #require(document.scenarios.first)
    #expect(scenario.cases.count == 6)
    #expect(scenario.seeds.map(\.seed) == [42, 7])
    #expect(scenario.thresholds.map(\.verdict) == ["passed", "failed", "passed", "passed"])
    #expect(scenario.claims.map(\.verdict) == ["not-reproduced", "reproduced", "reproduced"])
    #expect(document.verdict.exitCode == 2)
    // The groups app and map, not those of a search.
    #expect(document.profiles.first?.parameters.count == 20)
    #expect(document.profiles.first?.parameters.allSatisfy { !$0.source.isEmpty } ?? false)
  }

  @Test func holdsEverySample() throws {
    let document = try Self.document(ReportFixture())
    let naive = try #require(
      document.scenarios.first?.cases.first { $0.strategy == "all-pins" && $0.size == 1_000 })
    let metric = try #require(naive.metrics.first { $0.name == "frame-time-p50" })
    #expect(metric.samples.map(\.trial) == [1, 2, 3, 4, 5, 6])
    #expect(metric.samples.compactMap(\.value).max() == metric.max)
    #expect(metric.median == 1_025_000)
    #expect(metric.unit == .nanoseconds)
    #expect(metric.kind == .measured)
    #expect(metric.polarity == .lowerIsBetter)
    #expect(metric.versusNaive == 1)
    #expect(naive.pictures.map(\.file) == ["1000-all-pins.png"])
  }

  @Test func aNumberThatIsNoneHasItsReason() throws {
    var fixture = ReportFixture()
    fixture.change = { key in
      guard ReportFixture.isTrial(key, of: "all-pins", size: 1_000) else { return nil }
      return TrialRecord(
        key: key, status: .completed,
        values: [
          NamedValue("frame-time-p50", .number(.infinity)),
          NamedValue("peak-live-bytes", .notAvailable(reason: "no meter")),
        ])
    }
    let text = try Self.text(fixture)
    // Another reader, which knows no infinity either.
    #expect(throws: Never.self) { try JSONSerialization.jsonObject(with: Data(text.utf8)) }
    let document = try Self.document(fixture)
    let naive = try #require(
      document.scenarios.first?.cases.first { $0.strategy == "all-pins" && $0.size == 1_000 })
    for (name, reason) in [
      ("frame-time-p50", "the samples are not all finite numbers"), ("peak-live-bytes", "no meter"),
    ] {
      let metric = try #require(naive.metrics.first { $0.name == name })
      #expect(metric.median == nil)
      #expect(metric.notAvailable == reason)
    }
  }

  @Test func aBrokenCaseHasItsReason() throws {
    var fixture = ReportFixture(body: MarkdownReportTests.judged)
    fixture.change = { key in
      guard ReportFixture.isTrial(key, of: "hierarchical-clusters", size: 1_000) else { return nil }
      return TrialRecord(key: key, status: .outOfMemory(limit: 512 << 20))
    }
    let document = try Self.document(fixture)
    let broken = document.scenarios.flatMap(\.cases).filter { $0.status != "ok" }
    #expect(broken.map(\.status) == ["out-of-memory"])
    #expect(broken.first?.reason == "out of memory: more than 512 MiB (trial 1)")
    let scenario = try #require(document.scenarios.first)
    #expect(scenario.thresholds.filter { $0.verdict == "not-decided" }.count == 2)
    #expect(document.verdict.exitCode == 3)
    #expect(document.verdict.casesNotMeasured == 1)
  }

  @Test func thresholdsThatWereNotAskedForAreNamed() throws {
    let fixture = ReportFixture(
      body: MarkdownReportTests.judged,
      selection: RunSelection(strategies: ["visible-region-scan"]))
    let scenario = try #require(try Self.document(fixture).scenarios.first)
    #expect(scenario.thresholds.map(\.verdict) == ["not-selected", "not-selected"])
    #expect(scenario.thresholds.allSatisfy { $0.size == nil && $0.value == nil })
  }

  @Test func isTheSameEachTime() throws {
    let fixture = ReportFixture(body: MarkdownReportTests.judged)
    #expect(try Self.text(fixture) == Self.text(fixture))
  }
}
