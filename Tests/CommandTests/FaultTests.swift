import Foundation
import TestSupport
import Testing

@Suite(.blocking) struct FaultTests {
  private func run(
    _ strategies: [String], _ arguments: [String] = []
  ) throws -> (outcome: Tool.Outcome, files: RunFolderFiles) {
    let project = try TemporaryFolder(scenarios: [.faulty(strategies)])
    let outcome = try Tool.faultyStrategies.run(["run", "small"] + arguments, in: project)
    return (outcome, RunFolderFiles(project))
  }

  /// What every run with one broken strategy must be like.
  private func expectBroken(
    _ strategy: String, _ status: String, _ run: (outcome: Tool.Outcome, files: RunFolderFiles)
  ) throws {
    #expect(run.outcome.code == 3)
    #expect(try run.files.statuses(of: strategy) == [status])
    #expect(try run.files.statuses(of: "all-pins") == ["ok"])
    let rows = try run.files.results.records.filter { $0["strategy"] == "all-pins" }
    #expect(rows.allSatisfy { $0["median"] != "" })
    #expect(run.outcome.output.contains("Report: Reports/small/report.md"))
    #expect(try run.files.trials.count == 6)
  }

  @Test func aTrapIsACrashWithItsLastWords() throws {
    let run = try run(["traps"])
    try expectBroken("traps", "crashed", run)
    #expect(try run.files.report.contains("own last words"))
    #expect(
      try run.files.project.read("Reports/small/journal.jsonl").contains("own last words"))
    #expect(
      try run.files.trials.filter { $0.hasPrefix("traps") }.sorted()
        == ["traps 0 crashed", "traps 1 skipped", "traps 2 skipped"])
  }

  @Test func aCrashAfterTheInspectionBreaksTheCaseToo() throws {
    let run = try run(["traps-when-measured"])
    #expect(run.outcome.code == 3)
    #expect(try run.files.statuses(of: "traps-when-measured") == ["crashed"])
    #expect(try run.files.trials.contains("traps-when-measured 0 completed"))
    #expect(try run.files.trials.contains("traps-when-measured 2 skipped"))
  }

  @Test func anErrorIsToldWithItsTextEscaped() throws {
    let run = try run(["throws"])
    try expectBroken("throws", "failed", run)
    #expect(try run.files.report.contains("refused &lt;b&gt;loudly&lt;/b&gt; \\| with a pipe"))
    #expect(try !run.files.report.contains("<b>"))
  }

  @Test func textOfAStrategyIsNoMarkupAnywhere() throws {
    let run = try run(["throws-markup"])
    try expectBroken("throws-markup", "failed", run)
    let report = try run.files.report
    #expect(!report.contains("<script>"))
    #expect(!report.split(separator: "\n").contains { $0.hasPrefix("# heading") })
    for text in [report, run.outcome.output, run.outcome.errors] {
      #expect(!text.contains("\u{1B}"))
    }
  }

  @Test func aStrategyThatEndsTheProcessIsACrash() throws {
    try expectBroken("exits", "crashed", run(["exits"]))
  }

  @Test func anEndlessLoopTimesOut() throws {
    let run = try run(["loops"], ["--timeout", "4"])
    try expectBroken("loops", "timed-out", run)
    #expect(try run.files.report.contains("timed out after 4 s"))
  }

  @Test(arguments: ["eats-memory", "asks-for-too-much"])
  func memoryWithoutEndIsRefused(_ strategy: String) throws {
    let run = try run([strategy], ["--memory-limit", "300MB"])
    try expectBroken(strategy, "out-of-memory", run)
    #expect(try run.files.report.contains("out of memory"))
  }

  @Test(arguments: ["prints", "floods"])
  func whatAStrategyWritesDoesNoHarm(_ strategy: String) throws {
    let run = try run([strategy])
    #expect(run.outcome.code == 0, "\(run.outcome.errors.suffix(500))")
    #expect(try run.files.statuses(of: strategy) == ["ok"])
    #expect(!run.outcome.output.contains("\"values\""))
  }

  @Test func aCountThatDiffersIsAnErrorThatNamesTheMetric() throws {
    let run = try run(["random"])
    #expect(run.outcome.code == 1)
    #expect(try run.files.statuses(of: "random") == ["not-deterministic"])
    #expect(try run.files.statuses(of: "all-pins") == ["ok"])
    #expect(try run.files.report.contains("not deterministic: annotations-inserted"))
    #expect(run.outcome.output.contains("annotations-inserted"))
  }

  @Test func countsThatCannotBeTakenAreNotAvailableAndSayWhy() throws {
    let run = try run(["allocates-elsewhere"])
    #expect(run.outcome.code == 0)
    let row = try #require(
      try run.files.results.records.first {
        $0["strategy"] == "allocates-elsewhere" && $0["metric"] == "allocations"
      })
    #expect(row["median"] == "")
    #expect(row["status"]?.hasPrefix("not-available: other threads allocated") == true)
  }

  @Test func aBrokenCaseOutweighsAThresholdAndADifference() throws {
    var scenario = ScenarioFile.faulty(["throws", "random"])
    scenario.more = "thresholds: { all-pins: [\"views-created <= 0\"] }"
    let project = try TemporaryFolder(scenarios: [scenario])
    #expect(try Tool.faultyStrategies.run(["run", "small"], in: project).code == 3)
    let narrow = ["run", "small", "--strategies", "random"]
    #expect(try Tool.faultyStrategies.run(narrow, in: project).code != 0)
  }

  @Test func aThresholdOfABrokenCaseIsNoPass() throws {
    var scenario = ScenarioFile.faulty(["throws"])
    scenario.more = "thresholds: { throws: [\"views-created <= 1000000\"] }"
    let project = try TemporaryFolder(scenarios: [scenario])
    #expect(try Tool.faultyStrategies.run(["run", "small"], in: project).code == 3)
  }
}
