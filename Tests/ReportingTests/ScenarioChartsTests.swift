import Answers
import Foundation
import Reporting
import ScenarioModel
import Simulation
import TestSupport
import Testing

/// The charts of a scenario, in its page.
@Suite struct ScenarioChartsTests {
  /// A recording whose frames take the given milliseconds.
  private static func recording(_ work: [Int]) throws -> [UInt8] {
    var recording = MapRecording(viewport: [393, 852], refresh: 60, markerSize: 20)
    recording.work.update = MapRecording.Series(work.map { $0 * 500 })
    recording.work.layout = recording.work.update
    return try ReplayRecording(map: recording).file() ?? []
  }

  private static func page(_ work: [String: [Int]]) throws -> String {
    let results = try ReportFixture().results()
    let files = try work.mapValues(recording)
    return try PageReport(results, verdict: RunVerdict(results)) {
      files[$0.scenarioCase.strategy]
    }.text()
  }

  private static func points(_ page: String) -> [[(x: Double, y: Double)]] {
    page.matches(of: /points="(?<list>[^"]*)"/).map { match in
      match.list.split(separator: " ").map { point in
        let numbers = point.split(separator: ",").compactMap { Double($0) }
        return (numbers[0], numbers[1])
      }
    }
  }

  @Test func theShareOfFramesGrowsToAll() throws {
    let page = try Self.page([
      "all-pins": [1, 1, 1, 100], "hierarchical-clusters": [1, 10, 1, 10],
    ])
    #expect(page.contains("Share of frames by the main thread"))
    #expect(page.contains(">60 Hz</text>") && page.contains(">120 Hz</text>"))
    // The last two are those of the frames' times.
    let lines = Self.points(page).suffix(2)
    try #require(lines.count == 2)
    for line in lines {
      #expect(zip(line, line.dropFirst()).allSatisfy { $0.x <= $1.x && $0.y >= $1.y })
      // All frames: the top of the chart.
      #expect(line.last?.y == 24)
    }
    // On a logarithmic axis 10 ms is in the middle of 1 and 100 ms.
    let xs = Set(lines.flatMap { $0.map(\.x) }).sorted()
    try #require(xs.count == 3)
    #expect(abs(xs[1] - (xs[0] + xs[2]) / 2) < 0.2)
  }

  @Test func theNaiveStrategyAndTheOneToTakeHaveColors() throws {
    let results = try ReportFixture().results()
    let work = [
      "all-pins": [1, 2], "visible-region-scan": [2, 8], "hierarchical-clusters": [1, 2],
    ]
    let charts = ScenarioCharts(results.scenarios[0], taken: "hierarchical-clusters") { result in
      work[result.scenarioCase.strategy].flatMap { try? Self.recording($0) }
    }
    let labels = charts.drawings.map(\.drawing.file).joined().matches(
      of:
        /<g class="(?<color>[a-z]+)"[^>]*><line [^>]*>\n<text [^>]*><title>[^<]*<\/title>(?<strategy>[a-z-]+)/
    )
    #expect(labels.count == 6)
    var colors: [String: Set<String>] = [:]
    for label in labels {
      colors[String(label.strategy), default: []].insert(String(label.color))
    }
    #expect(
      colors == [
        "all-pins": ["naive"], "visible-region-scan": ["other"], "hierarchical-clusters": ["taken"],
      ])
  }

  /// Gray lines that lie on another one have no label of their own, and are named below.
  @Test func equalLinesHaveOneLabel() throws {
    let results = try ReportFixture().results()
    let charts = ScenarioCharts(results.scenarios[0], taken: "hierarchical-clusters") { _ in
      try? Self.recording([1, 2])
    }
    let chart = try #require(charts.drawings.first { $0.kind == "frame-times" }).drawing.file
    #expect(chart.components(separatedBy: "<title>").count == 1 + 2)
    #expect(chart.contains("<title>all-pins and visible-region-scan</title>"))
  }

  @Test(arguments: [[:], ["all-pins": [1, 2]], ["all-pins": [], "hierarchical-clusters": []]])
  func withoutTwoRecordingsThereIsNoChart(work: [String: [Int]]) throws {
    let page = try Self.page(work)
    #expect(!page.contains("Share of frames"))
    #expect(!page.contains("nan") && !page.contains("inf\""))
  }

  // MARK: - Other charts

  private static func chart(
    _ kind: String, _ fixture: ReportFixture,
    recording: (CaseResult) -> ReplayRecording? = { _ in nil }
  ) throws -> String? {
    let results = try fixture.results()
    let charts = ScenarioCharts(results.scenarios[0]) { result in
      recording(result).flatMap { try? $0.file() }
    }
    return charts.drawings.first { $0.kind == kind }?.drawing.file
  }

  /// The numbers of the fixture are proportional to the size.
  @Test func aPowerIsFittedToThreeSizes() throws {
    let chart = try #require(try Self.chart("sizes", ReportFixture(sizes: "[500, 1000, 10000]")))
    #expect(chart.matches(of: /, n\^1\.00</).count == 3)
    #expect(chart.contains("n^k is fitted"))
    // Any line goes through two.
    let short = try #require(try Self.chart("sizes", ReportFixture()))
    #expect(!short.contains("n^"))
  }

  @Test func thePartsOfTheMemoryFillItsBar() throws {
    var fixture = ReportFixture()
    fixture.change = { key in
      guard case .measurement = key.kind else { return nil }
      let record = ReportFixture().record(key)
      let parts = [
        "footprint-spike": 40e6, "annotation-footprint": 10e6, "view-footprint": 25e6,
        "index-footprint": 5e6,
      ].map { NamedValue($0.key, .number($0.value)) }
      let values = record.values.filter { $0.name != "modelled-footprint" }
      return TrialRecord(
        key: key, status: .completed,
        values: values + parts + [NamedValue("modelled-footprint", .number(200e6))])
    }
    let chart = try #require(try Self.chart("memory", fixture))
    let bars = chart.matches(of: /<rect x="([0-9.]+)" y="([0-9.]+)" width="([0-9.]+)"/)
    let widths = bars.prefix(4).compactMap { Double($0.output.3) }
    try #require(bars.count == 12)
    // 160, 10, 25 and 5 MB.
    for (width, share) in zip(widths, [0.8, 0.05, 0.125, 0.025]) {
      #expect(abs(width / widths.reduce(0, +) - share) < 0.001)
    }
    #expect(chart.matches(of: />200 MB</).count == 3)
    #expect(try Self.chart("memory", ReportFixture()) == nil)
  }
}
