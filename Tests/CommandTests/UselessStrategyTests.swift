import Answers
import TestSupport
import Testing

/// Strategies that are useless on purpose, as an author of a library would try them: none is taken, and
/// each output says why.
@Suite(.blocking) struct UselessStrategyTests {
  private static let scenario = """
    scenario: useless
    title: A strategy of one's own
    family: annotations
    data: { generator: cities, pins: 1_000, seed: 42 }
    device: { viewport: [393, 852], scale: 3, refresh: 60, profile: iphone-simulator }
    camera: { trace: pan-and-zoom, frames: 120, seed: 7 }
    naive: all-pins
    strategies: [all-pins, STRATEGY]
    sizes: [1_000]
    trials: 1

    """

  private static let reasons = [
    ("slow", "its own work in the slowest frames takes at least "),
    ("sleeps", "its own work in the slowest frames takes at least "),
    ("works-elsewhere", "its own work in the slowest frames takes at least "),
    ("slow-build", "building it takes at least 2"),
    ("leaks", "for each frame it keeps at least 1"),
    ("loses-pins", "pin coverage 98"), ("empty", "pin coverage 0 %"),
    ("shows-twice", "marker overlap "), ("displaced", "pin coverage 99"),
    ("one-cluster", "cluster distance "), ("flickers", "replaced at rest "),
    ("zooms-at-random", "replaced at rest "), ("not-a-number", "crashed: "),
    ("traps", "crashed: "),
    ("overflows", "crashed: "), ("loops", "timed out after "),
  ]

  @Test(.exhaustive, arguments: reasons)
  func eachIsRefusedForItsReason(strategy: String, reason: String) throws {
    let folder = try TemporaryFolder()
    try folder.write(
      Self.scenario.replacing("STRATEGY", with: strategy), to: "Scenarios/useless.yaml")
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
    let folder = try TemporaryFolder()
    try folder.write(
      Self.scenario.replacing("STRATEGY", with: "quad-tree-clusters"), to: "Scenarios/useless.yaml")
    let run = try folder.runFaulty("run useless --no-draws").expect(0)
    #expect(run.output.contains("Answer: 1,000 pins: quad-tree-clusters leads"))
  }
}
