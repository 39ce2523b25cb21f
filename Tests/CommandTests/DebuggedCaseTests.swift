import TestSupport
import Testing

/// Help for the author of a strategy: a case in one process, its printed lines, and near names.
@Suite(.blocking) struct DebuggedCaseTests {
  @Test func aCaseIsReplayedWithoutAWorker() async throws {
    let run = try SharedRun.small()
    let project = try run.copy()
    let outcome = try await project.call("run small --case 200/grid-clusters --debug").expect(0)
    #expect(outcome.errors.hasPrefix("small 200 grid-clusters: 10 frames, in this process"))
    // The counts are those of a run.
    let inserted = try #require(
      run.files.results.records.first {
        $0["strategy"] == "grid-clusters" && $0["metric"] == "annotations-inserted"
      }?["median"])
    #expect(outcome.output.contains("\nannotations-inserted  \(inserted)\n"))
    #expect(try project.names("Reports") == ["small"])
  }

  /// One that the scenario does not name, too: a run takes it with --strategies.
  @Test func eachStrategyOfTheFamilyIsReplayed() async throws {
    try await TemporaryFolder.small().call(
      "run small --case 200/native-clusters --debug"
    ).expect(0, errors: "small 200 native-clusters: 10 frames")
  }

  @Test(arguments: [
    (["run", "small", "--debug"], Int32(64), "give --case SIZE/STRATEGY with it"),
    (["run", "--case", "200/all-pins", "--debug"], 64, "name one scenario"),
    (["run", "small", "--case", "all-pins", "--debug"], 64, "expected SIZE/STRATEGY or VARIANT"),
    (["run", "small", "--case", "200/all-pin", "--debug"], 1, "did you mean 'all-pins'?"),
    (["rnu", "small"], 64, "there is no command 'rnu'; did you mean 'run'?"),
    (["run", "small", "--sizes", "0"], 64, "expected a whole number above 0, such as 10_000"),
    (["run", "small", "--memory-limit", "1MB"], 64, "expected at least 16 MiB, such as 500MB"),
    (["run", "small", "--trials", "x"], 64, "expected a whole number from 0 to 1,000"),
  ]) func aMistakeSaysWhatIsExpected(arguments: [String], code: Int32, words: String) async throws {
    try await TemporaryFolder.small().call(arguments).expect(code, errors: words)
  }

  @Test func whatAStrategyPrintsIsShown() throws {
    let run = try SharedRun.faults()
    #expect(run.outcome.errors.contains("small 20 prints printed: "))
    // The program that ran is the one that the report names.
    #expect(try run.files.report.contains("| Command | `FaultyStrategies run small` |"))
  }

  @Test func scenariosAreListedByName() async throws {
    let outcome = try await TemporaryFolder.small().call("list small view-reuse").expect(0)
    let titles = outcome.output.split(separator: "\n").filter { !$0.hasPrefix(" ") }
    #expect(
      titles == [
        "small: A small scenario", "view-reuse: Reuse annotation views while pins come and go",
      ])
  }
}
