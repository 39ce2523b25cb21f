import Foundation
import TestSupport
import Testing

/// The gate tried on known truths, in few comparisons of counted numbers: times take too long here.
@Suite(.blocking) struct CalibrateCommandTests {
  private struct Document: Decodable {
    struct Group: Decodable {
      let tier: String
      let change: String
      let comparisons: Int
      let regressions: Int
      let regressionShareLow: Double
      let regressionShareHigh: Double
    }

    let schema: Int
    let groups: [Group]
  }

  private func calibrate(_ arguments: [String]) throws -> Tool.Outcome {
    try Tool.mappressure.run(
      ["calibrate", "--null-gates", "0", "--gates-of-change", "0"] + arguments,
      in: TemporaryFolder())
  }

  @Test(.exhaustive) func nothingIsNeverARegressionAndOneOperationMoreAlwaysIs() throws {
    let outcome = try calibrate(["--exact-comparisons", "2", "--json"])
    #expect(outcome.code == 0, "\(outcome)")
    let document = try JSONDecoder().decode(Document.self, from: Data(outcome.output.utf8))
    #expect(document.schema == 1)
    #expect(document.groups.map(\.tier) == ["counted", "counted", "counted"])
    #expect(document.groups.map(\.change) == ["nothing", "one unit", "one allocation"])
    #expect(document.groups.map(\.comparisons) == [2, 2, 2])
    #expect(document.groups.map(\.regressions) == [0, 2, 2])
    // Two of two is not yet always: 0.025^(1/2).
    #expect(document.groups[0].regressionShareLow == 0)
    #expect(abs(document.groups[0].regressionShareHigh - (1 - 0.158_113_9)) < 1e-6)
    #expect(abs(document.groups[1].regressionShareLow - 0.158_113_9) < 1e-6)
    #expect(document.groups[1].regressionShareHigh == 1)
    // Progress is no part of the document.
    #expect(outcome.errors.contains("one allocation more: 2 of 2 called regressions"))
  }

  /// Frames of a real case that take twice as long, through the very code of a gate.
  @Test(.exhaustive) func aKnownDoseOnAScenariosOwnFramesIsFound() throws {
    let project = try TemporaryFolder(scenarios: [
      ScenarioFile(
        data: "{ generator: uniform, pins: 20, seed: 1 }", frames: 20, strategies: ["all-pins"],
        sizes: "[20]")
    ])
    let outcome = try Tool.mappressure.run(
      [
        "calibrate", "small", "--null-gates", "0", "--gates-of-change", "1", "--changes", "100",
        "--exact-comparisons", "0", "--budget", "1", "--json",
      ], in: project)
    #expect(outcome.code == 0, "\(outcome)")
    let document = try JSONDecoder().decode(Document.self, from: Data(outcome.output.utf8))
    #expect(document.groups.map(\.change) == ["100 % of time"])
    #expect(document.groups.map(\.regressions) == [1], "\(outcome)")
  }

  @Test(.exhaustive) func withoutTimesTheTextSaysNothingOfThem() throws {
    let outcome = try calibrate(["--exact-comparisons", "1", "--quiet"])
    #expect(outcome.code == 0, "\(outcome)")
    #expect(outcome.errors.isEmpty)
    #expect(outcome.output.contains("one unit"))
    #expect(!outcome.output.contains("timed gate"))
  }

  @Test(arguments: [
    ["--exact-comparisons", "0"], ["--exact-comparisons", "-1"], ["--budget", "0"],
    ["--changes", "4"], ["--changes", "0"], ["--budget", "nan"], ["--margin", "0"], ["--unknown"],
  ])
  func wrongUsageIsRefused(arguments: [String]) async throws {
    let outcome = try await Tool.call(
      ["calibrate", "--null-gates", "0", "--gates-of-change", "0"] + arguments,
      in: TemporaryFolder())
    #expect(outcome.code == 64, "\(outcome)")
    #expect(outcome.output.isEmpty)
  }

  @Test func aScenarioThatIsNotThereIsAnError() async throws {
    let outcome = try await Tool.call(
      ["calibrate", "nowhere"], in: TemporaryFolder(scenarios: [ScenarioFile()]))
    #expect(outcome.code == 1, "\(outcome)")
    #expect(outcome.errors.contains("nowhere"))
  }
}
