import TestSupport
import Testing

@Suite(.blocking) struct DeterminismTests {
  private static let all = [
    "all-pins", "all-pins-reused", "visible-region-scan", "visible-region-index",
    "visible-region-database", "native-clusters", "grid-clusters", "hierarchical-clusters",
  ]

  private func run(
    _ project: TemporaryFolder, _ folder: String, _ arguments: [String] = []
  ) throws -> RunFolderFiles {
    try project.run(["run", "small", "--out", folder, "--trials", "2"] + arguments).expect(0)
    return RunFolderFiles(project, folder)
  }

  @Test func twoRunsCountTheSameAndPaintTheSame() throws {
    let project = try TemporaryFolder(scenarios: [ScenarioFile(strategies: Self.all)])
    let first = try run(project, "first")
    let second = try run(project, "second")
    let counted = try first.results.deterministic
    // Some fifteen metrics of eight strategies, each of them taken.
    #expect(counted.count > 8 * 15)
    #expect(counted.allSatisfy { $0["median"] != "" && $0["status"] == "ok" })
    #expect(counted.allSatisfy { $0["min"] == $0["max"] })
    #expect(try second.results.deterministic == counted)
    #expect(try first.pictures.count == 8)
    #expect(try first.pictures == second.pictures)
  }

  @Test(.exhaustive) func anotherSeedGivesOtherNumbersAndPictures() throws {
    let project = try TemporaryFolder.small()
    let own = try run(project, "own")
    let other = try run(project, "other", ["--seed", "43"])
    #expect(try own.results.deterministic != other.results.deterministic)
    #expect(Set(try own.pictures.values).isDisjoint(with: try other.pictures.values))
    // The same seed, given on the command line, makes the same results again.
    let again = try run(project, "again", ["--seed", "43"])
    #expect(try again.results.deterministic == other.results.deterministic)
  }

  @Test(.exhaustive) func allocationsAreTheSameInEveryTrial() throws {
    let project = try TemporaryFolder(scenarios: [
      ScenarioFile(strategies: ["all-pins", "visible-region-index"])
    ])
    let files = try run(
      project, "many", ["--trials", "25", "--strategies", "visible-region-index"])
    for metric in ["allocations", "bytes-allocated"] {
      for strategy in ["all-pins", "visible-region-index"] {
        let values = try files.samples.records
          .filter { $0["metric"] == metric && $0["strategy"] == strategy }
          .compactMap { $0["value"] }
        #expect(values.count == 25)
        #expect(Set(values).count == 1)
        #expect(values.first != "0")
      }
    }
  }
}
