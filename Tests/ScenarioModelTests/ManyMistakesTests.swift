import Families
import ScenarioModel
import Support
import TestSupport
import Testing

/// A file with several mistakes: all of them are found, and each once.
@Suite struct ManyMistakesTests {
  /// A text without the `§` at its mistakes, and their places.
  private static func unmarked(_ marked: String) -> (text: String, places: [String]) {
    var places: [String] = []
    for (index, line) in marked.split(separator: "\n", omittingEmptySubsequences: false)
      .enumerated()
    {
      var column = 1
      for letter in line {
        if letter == "§" { places.append("\(index + 1):\(column)") } else { column += 1 }
      }
    }
    return (marked.filter { $0 != "§" }, places)
  }

  private static func mistakes(_ text: String) -> [InputError] {
    do throws(InputError) {
      _ = try Scenario(text: text)
      return []
    } catch {
      return error.all
    }
  }

  private static func places(_ text: String) -> [String] {
    mistakes(text).map { "\($0.location.line):\($0.location.column)" }
  }

  @Test func allAreNamedInTheFilesOrder() {
    let (text, places) = Self.unmarked(
      """
      scenario: §Ten Mistakes
      title: §[a]
      family: annotations
      §colour: red
      data: { generator: §citis, pins: §-5 }
      device: { viewport: §[393], profile: §iphone-17, §scal: 2 }
      camera: { trace: §pan, frames: 60 }
      naive: §unknown
      strategies: [all-pins, §gird-clusters, §all-pins]
      sizes: [100, §0]
      trials: §-1
      thresholds:
        all-pins: [§"frame-time-p98 <= 5 ms", §"frame-time-p99 =< 5 ms"]
        grid-clusters: ["max-live-views <= 4"]
      claims:
        - { id: a, says: b, by: c, strategy: all-pins, metric: build-time, at-least: §1 MB }
        - { id: b, says: b, by: c, §cannot-be-tld: why, strategy: §unknown }
      limits: [{ bound: §hitch-time-ratio = 1, source: a }]
      tolerances: { §allocation: 1 %, allocations: §1 }
      """)
    #expect(Self.places(text) == places)
  }

  @Test(arguments: [
    // What names a strategy that is misspelt elsewhere.
    ["strategies": "strategies: [all-pins, §gird-clusters, hierarchical-clusters]"],
    ["strategies": "strategies: §all-pins"],
    // A key that is missing, because its name is misspelt.
    ["naive": "§naiv: all-pins"], ["data": "data: { §fil: stores.csv }"],
    ["device": "§devise: { viewport: [200, 400], profile: slow-device }"],
    ["claims": "claims: [{ id: a, §sayz: b, by: c, cannot-be-told: d }]"],
    ["claims": "claims: [{ id: a, says: b, §bye: c, cannot-be-told: d }]"],
    ["claims": "claims: [{ id: a, says: b, by: c, §cannot-be-tld: d }]"],
    // A variant and a size that a mistake leaves unknown.
    [
      "device": "device: { viewport: [200, 400], profile: [partly-measured-phone, §slow-devise] }",
      "thresholds":
        "thresholds: { all-pins: [{ bound: build-time <= 1 s, variant: slow-device }] }",
    ],
    [
      "sizes": "sizes: [100, §1_00O]",
      "thresholds": "thresholds: { all-pins: [{ bound: build-time <= 1 s, size: 1_000 }] }",
    ],
    ["camera": "camera: { trace: fling, frames: 60, seconds: §1 }"],
  ])
  func aCauseIsNamedOnce(replacing lines: [String: String]) {
    let (text, places) = Self.unmarked(ScenarioText.replacing(lines.mapValues { $0 }))
    #expect(Self.places(text) == places, "\(Self.mistakes(text))")
  }

  /// Syntax is one mistake, and a description has a line for each.
  @Test func theDescriptionHasALineForEach() {
    let text = ScenarioText.replacing(["trials": "trials: x", "title": "title: [a]"])
    let error = #expect(throws: InputError.self) { try Scenario(text: text) }
    #expect(
      error?.description == """
        sample.yaml:2:8: error: title: expected text, found a list
        sample.yaml:11:9: error: trials: expected a whole number, found 'x'
        """)
    #expect(Self.mistakes(text + "a: [").count == 1)
  }

  /// An error lists the first hundred mistakes.
  @Test func veryManyAreCounted() {
    let keys = (0..<1_000).map { "unknown-\($0): 1\n" }.joined()
    let all = Self.mistakes(ScenarioText.replacing([:]) + keys)
    #expect(all.count == 101 && all.last?.problem == .data("and 900 more mistakes"))
  }
}
