import Answers
import TestSupport
import Testing

/// Strategies that are useless on purpose, as an author of a library would try them: none is taken, and
/// each output says why.
@Suite(.blocking) struct UselessStrategyTests {
  /// A folder with a scenario of a strategy.
  private func project(_ strategy: String) throws -> TemporaryFolder {
    try TemporaryFolder(scenarios: [
      ScenarioFile(
        name: "useless", data: "{ generator: cities, pins: 1_000, seed: 42 }",
        device: "viewport: [393, 852], scale: 3, refresh: 60", frames: 120,
        strategies: ["all-pins", strategy], sizes: "[1_000]")
    ])
  }

  private static let reasons = [
    ("slow", "its own work in the slowest frames takes at least "),
    ("sleeps", "its own work in the slowest frames takes at least "),
    ("works-elsewhere", "its own work in the slowest frames takes at least "),
    ("slow-build", "building it takes at least 2"),
    ("leaks", "for each frame, it keeps at least 1"),
    ("loses-pins", "pin coverage 98"), ("empty", "pin coverage 0 %"),
    ("shows-twice", "marker overlap "), ("displaced", "pin coverage 99"),
    ("one-cluster", "cluster distance "), ("flickers", "replaced at rest "),
    ("zooms-at-random", "replaced at rest "), ("not-a-number", "crashed: "),
    ("traps", "crashed: "),
    ("overflows", "crashed: "), ("loops", "timed out after "),
  ]

  @Test(.exhaustive, arguments: reasons)
  func eachIsRefusedForItsReason(strategy: String, reason: String) throws {
    let folder = try project(strategy)
    let run = try folder.runFaulty("run useless --no-draws --timeout 20")
    let refusal = "\(strategy): \(reason)"
    #expect(run.output.contains("Not taken: \(refusal)"), "\(run.output)")
    let last = run.output.split(separator: "\n").last { $0.hasPrefix("Answer: ") }
    #expect(last?.contains(strategy) == false, "\(last ?? "no answer")")
    #expect(!run.output.contains("PASSED"))
    #expect(try folder.read("Reports/useless/scenarios/useless.md").contains(refusal))
    let page = try folder.read("Reports/useless/report.html").replacing(/<[^>]*>/, with: "")
      .replacing("\u{A0}", with: " ")
    #expect(page.contains(refusal))
    if strategy == "shows-twice" { #expect(page.contains("it also misses pin coverage 0 %")) }
  }

  /// The strategy that a new package begins with.
  @Test(.exhaustive) func theTemplatesStrategyIsNotRefused() throws {
    let folder = try project("quad-tree-clusters")
    try folder.runFaulty("run useless --no-draws").expect(
      0, output: "Answer: 1,000 pins: quad-tree-clusters leads")
  }
}
