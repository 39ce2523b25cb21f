import ScenarioModel
import TestSupport
import Testing

/// Runs in shards, put together through the executable.
@Suite(.blocking) struct MergeCommandTests {
  @Test func theMergeOfAllShardsIsTheUnsplitRun() throws {
    let sharded = try ShardedProject()
    let project = sharded.project
    let folders = try sharded.runAll(3)
    try sharded.merge(folders.reversed()).expect(0, output: "Report: Reports/suite/report.md")
    try project.run("run --out whole").expect(0)

    let merged = RunFolderFiles(project, "Reports/suite")
    let unsplit = RunFolderFiles(project, "whole")
    let counted = try unsplit.results.deterministic
    #expect(counted.filter { $0["status"] == "ok" }.count > 100)
    #expect(counted.allSatisfy { $0["status"] == "ok" || $0["median"] == "" })
    #expect(try merged.results.deterministic == counted)
    // Only the times differ: neither the rows nor their order do.
    #expect(try identities(merged.results) == identities(unsplit.results))
    #expect(try identities(merged.samples) == identities(unsplit.samples))
    #expect(try merged.pictures == unsplit.pictures)
    #expect(try merged.pictures.count == 6)
    #expect(try merged.trials.sorted() == unsplit.trials.sorted())
    #expect(try project.files("Reports/suite") == project.files("whole"))
    let shards = try folders.map { try RunFolderFiles(project, $0).trials.count }
    #expect(shards.allSatisfy { $0 > 0 })
    #expect(shards.reduce(0, +) == (try unsplit.trials.count))
  }

  @Test(.exhaustive) func theReportNamesEveryShardsMachine() throws {
    let sharded = try ShardedProject()
    let folders = try sharded.runAll(2)
    let quiet = try sharded.merge(folders, ["--out", "all", "--quiet"]).output
    #expect(quiet.contains(" pins: ") && !quiet.contains("Report: "))
    let report = try sharded.project.read("all/report.md")
    for shard in ["1/2", "2/2"] { #expect(report.contains("| Machine of shard \(shard) | ")) }
    #expect(report.contains("| Command | `mappressure merge Reports/suite-shard-1-of-2 "))
    #expect(report.contains("were measured on the same machine"))
    let part = try sharded.project.read(folders[1] + "/report.md")
    #expect(part.contains("| Shard | 2/2: a part of the work"))
    let json = try sharded.project.json("all/\(RunFolderFiles.results)")
    #expect(json.version.number == Double(RunResults.version))
    #expect(json.parts.list.map { $0.shard.index } == [1, 2])
    #expect(json.shard == .null)
    let own = try sharded.project.json(folders[0] + "/" + RunFolderFiles.results)
    #expect(own.parts == .null && own.shard["count"] == 2)
  }

  @Test(.exhaustive) func aMergedRunIsComparedLikeAnyOther() throws {
    let sharded = try ShardedProject()
    let folders = try sharded.runAll(2)
    try sharded.merge(folders, ["--out", "all"]).expect(0)
    try sharded.project.run("run --out whole").expect(0)
    for sides in [["whole", "all"], ["all", "whole"]] {
      let outcome = try sharded.project.run(["compare"] + sides)
      #expect(outcome.code == 0 || outcome.code == 2, "\(outcome.errors)")
      #expect(outcome.errors == "")
    }
  }

  @Test(.exhaustive) func aThresholdIsJudgedAgain() throws {
    var small = ShardedProject.small
    small.more = "thresholds: { grid-clusters: [\"views-created <= 0\"] }"
    let sharded = try ShardedProject(small: small)
    let codes = try (1...3).map { try sharded.run($0, of: 3).code }
    #expect(codes.sorted() == [0, 0, 2])
    try sharded.merge((1...3).map { ShardedProject.folder($0, of: 3) }, ["--quiet"]).expect(
      2, output: "FAILED: 2 thresholds failed")
  }

  @Test(.exhaustive) func aBrokenCaseStaysBroken() throws {
    let project = try TemporaryFolder(scenarios: [.faulty(["traps"])])
    try project.runFaulty("run --shard 1/1").expect(3)
    try project.runFaulty("merge Reports/small-shard-1-of-1").expect(3)
    #expect(try RunFolderFiles(project).statuses(of: "traps") == ["crashed"])
  }

  @Test(.exhaustive) func theScenarioIsFoundByItsNameOnAnotherMachine() throws {
    let sharded = try ShardedProject()
    let project = sharded.project
    _ = try project.makeFolder("below")
    let script = "cd below && exec \"$0\" run small --shard 1/1 --out ../run"
    try project.shell(script).expect(0)
    // Started below its folder, the run knows the file by a path of its machine.
    let journal = try project.read("run/\(RunFolderFiles.journal)")
    let file = project.path + "/Scenarios/small.yaml"
    #expect(journal.contains(file))
    try project.write(
      journal.replacing(file, with: "/elsewhere/small.yaml"), to: "run/\(RunFolderFiles.journal)")
    try sharded.merge(["run"]).expect(0)
  }

  private func identities(_ file: CSVFile) -> [String] {
    file.records.map { record in
      ["scenario", "variant", "size", "strategy", "trial", "metric", "unit", "kind"]
        .map { record[$0] ?? "" }.joined(separator: " ")
    }
  }
}
