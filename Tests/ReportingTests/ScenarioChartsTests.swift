import Foundation
import Reporting
import ScenarioModel
import Testing
import Verdicts

/// The charts of a scenario, in its page.
@Suite struct ScenarioChartsTests {
  /// A recording whose frames take the given milliseconds.
  private static func recording(_ work: [Int]) throws -> [UInt8] {
    var recording = MapRecording(viewport: [393, 852], refresh: 60, markerSize: 20)
    recording.work = MapRecording.Series(work.map { $0 * 1_000 })
    return try recording.file() ?? []
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
      #expect(line.last?.y == 40)
    }
    // On a logarithmic axis 10 ms is in the middle of 1 and 100 ms.
    let xs = Set(lines.flatMap { $0.map(\.x) }).sorted()
    try #require(xs.count == 3)
    #expect(abs(xs[1] - (xs[0] + xs[2]) / 2) < 0.2)
  }

  @Test func aStrategyHasOneColorInAllCharts() throws {
    let page = try Self.page(["all-pins": [1, 2], "hierarchical-clusters": [1, 2]])
    let labels = page.matches(of: /fill="(?<color>#[0-9a-f]{6})">●<\/tspan> (?<strategy>[a-z-]+)/)
    var colors: [String: Set<String>] = [:]
    for label in labels {
      colors[String(label.strategy), default: []].insert(String(label.color))
    }
    #expect(colors.count == 3)
    #expect(colors.values.allSatisfy { $0.count == 1 })
    #expect(Set(colors.values.flatMap(\.self)).count == 3)
  }

  @Test(arguments: [[:], ["all-pins": [1, 2]], ["all-pins": [], "hierarchical-clusters": []]])
  func withoutTwoRecordingsThereIsNoChart(work: [String: [Int]]) throws {
    let page = try Self.page(work)
    #expect(!page.contains("Share of frames"))
    #expect(!page.contains("nan") && !page.contains("inf\""))
  }
}
