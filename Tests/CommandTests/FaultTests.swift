import TestSupport
import Testing

/// One run of strategies with a fault each: every fault is that of its own case.
@Suite(.blocking) struct FaultTests {
  private let run: SharedRun
  private let files: RunFolderFiles

  init() throws {
    run = try .faults()
    files = run.files
  }

  @Test(arguments: [
    ("traps", "crashed"), ("traps-when-measured", "crashed"), ("throws", "failed"),
    ("throws-markup", "failed"), ("exits", "crashed"), ("prints", "ok"), ("floods", "ok"),
    ("random", "not-deterministic"), ("allocates-elsewhere", "ok"), ("all-pins", "ok"),
  ]) func aStrategyHasItsStatus(strategy: String, status: String) throws {
    #expect(try files.statuses(of: strategy) == [status])
    // One that takes too long, as a flood may, has a further one.
    let trials = try files.trials.count { $0.hasPrefix(strategy + " ") }
    #expect(strategy == "floods" ? (3...4).contains(trials) : trials == 3)
  }

  /// A broken case outweighs a failed threshold and a difference; its own thresholds are no pass.
  @Test func theRunIsBrokenAndComplete() throws {
    #expect(run.outcome.code == 3)
    let rows = try files.results.records.filter { $0["strategy"] == "all-pins" }
    #expect(rows.allSatisfy { $0["median"] != "" })
    #expect(run.outcome.output.contains("Report: Reports/small/report.md"))
    #expect(try files.report.contains("views-created &lt;= 1000000"))
  }

  @Test func anExportSaysWhatHasNoNumbers() async throws {
    try await run.project.call("export Reports/small --format bmf").expect(
      3, output: "all-pins", errors: " cases have no numbers: small")
  }

  @Test func aTrapIsACrashWithItsFinalMessage() throws {
    #expect(try files.report.contains("own final message"))
    #expect(
      try run.project.read("Reports/small/\(RunFolderFiles.journal)").contains("own final message"))
    #expect(
      try files.trials.filter { $0.hasPrefix("traps ") }.sorted()
        == ["traps 0 crashed", "traps 1 skipped", "traps 2 skipped"])
    run.outcome.expect(3, errors: "/FaultyStrategies run small --case 20/traps --debug\n")
    // A crash after the inspection breaks the case too.
    #expect(try files.trials.contains("traps-when-measured 0 completed"))
    #expect(try files.trials.contains("traps-when-measured 2 skipped"))
  }

  /// The place and the stack need a toolchain with the program that writes stacks.
  @Test func aTrapHasItsPlaceAndItsStack() throws {
    let isKnown = try !files.report.contains("the place is not known")
    #expect(try files.report.contains("(a Swift trap) in Traps.act()") == isKnown)
    let stack = "Reports/small/data/small-20-traps.backtrace.txt"
    #expect(run.outcome.errors.contains("its stack: \(stack)\n") == isKnown)
    #expect(run.project.exists(stack) == isKnown)
  }

  @Test func textOfAStrategyIsNoMarkupAnywhere() throws {
    let report = try files.report
    #expect(report.contains("refused &lt;b&gt;loudly&lt;/b&gt; \\| with a pipe"))
    #expect(!report.contains("<b>"))
    #expect(!report.contains("<script>"))
    #expect(!report.split(separator: "\n").contains { $0.hasPrefix("# heading") })
    for text in [report, run.outcome.output, run.outcome.errors] {
      #expect(!text.contains("\u{1B}"))
    }
  }

  @Test func whatAStrategyWritesIsNotInTheResults() throws {
    #expect(!run.outcome.output.contains("\"values\""))
  }

  @Test func aCountThatDiffersIsAnErrorThatNamesTheMetric() throws {
    #expect(try files.report.contains("not deterministic: annotations-inserted"))
    #expect(run.outcome.output.contains("annotations-inserted"))
  }

  @Test func countsThatCannotBeTakenAreNotAvailableAndSayWhy() throws {
    let row = try #require(
      try files.results.records.first {
        $0["strategy"] == "allocates-elsewhere" && $0["metric"] == "allocations"
      })
    #expect(row["median"] == "")
    #expect(row["status"]?.hasPrefix("not-available: other threads allocated") == true)
  }

  /// The exit codes of runs with one kind of fault, and the faults that take time.
  @Test(
    .exhaustive,
    arguments: [
      (["prints", "floods", "allocates-elsewhere"], 0), (["random"], 1), (["throws"], 3),
      (["traps-when-measured"], 3), (["exits"], 3), (["throws", "random"], 3),
    ] as [([String], Int32)])
  func aFaultHasItsExitCode(strategies: [String], code: Int32) throws {
    try TemporaryFolder(scenarios: [.faulty(strategies)]).runFaulty("run small").expect(code)
  }

  private func run(
    _ strategies: [String], _ arguments: [String] = []
  ) throws -> (outcome: Tool.Outcome, files: RunFolderFiles) {
    let project = try TemporaryFolder(scenarios: [.faulty(strategies)])
    let outcome = try project.runFaulty(["run", "small"] + arguments)
    return (outcome, RunFolderFiles(project))
  }

  private func expectBroken(
    _ strategy: String, _ status: String, _ run: (outcome: Tool.Outcome, files: RunFolderFiles)
  ) throws {
    #expect(run.outcome.code == 3)
    #expect(try run.files.statuses(of: strategy) == [status])
    #expect(try run.files.statuses(of: "all-pins") == ["ok"])
    #expect(try run.files.trials.count == 6)
  }

  @Test(.exhaustive) func anEndlessLoopTimesOut() throws {
    let run = try run(["loops"], ["--timeout", "4"])
    try expectBroken("loops", "timed-out", run)
    #expect(try run.files.report.contains("timed out after 4 s"))
  }

  @Test(.exhaustive, arguments: ["eats-memory", "asks-for-too-much"])
  func memoryWithoutEndIsRefused(_ strategy: String) throws {
    let run = try run([strategy], ["--memory-limit", "300MB"])
    try expectBroken(strategy, "out-of-memory", run)
    #expect(try run.files.report.contains("out of memory"))
  }
}
