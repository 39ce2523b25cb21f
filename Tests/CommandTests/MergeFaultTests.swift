import Foundation
import TestSupport
import Testing

/// Shards that cannot be merged: exit code 1, words that say why, and nothing written.
@Suite(.blocking) struct MergeFaultTests {
  private static let halves = (1...2).map { ShardedProject.folder($0, of: 2) }

  private func expectRefusal(
    _ sharded: ShardedProject, _ folders: [String], _ words: String...
  ) throws {
    let outcome = try sharded.merge(folders, ["--out", "all"]).expect(1)
    #expect(outcome.output == "")
    for words in words { #expect(outcome.errors.contains(words), "\(outcome.errors)") }
    #expect(!sharded.project.exists("all"))
  }

  @Test(.exhaustive) func shardsThatAreNotThereOrThereTwiceAreNamed() throws {
    let sharded = try ShardedProject()
    let folders = try sharded.runAll(3)
    try expectRefusal(sharded, [folders[1]], "expected all shards, found none of 1/3, 3/3")
    try expectRefusal(
      sharded, folders + [folders[0]], "expected each shard once, found 1/3",
      "\(folders[0]) and \(folders[0])")
    try expectRefusal(sharded, folders + ["Reports"], "a run's folder", "at Reports")
    try sharded.project.run("run small --out whole").expect(0)
    try expectRefusal(sharded, folders + ["whole"], "was not split in whole")
  }

  @Test(.exhaustive) func aShardThatWasRunWithOtherOptionsIsRefused() throws {
    let sharded = try ShardedProject()
    try sharded.run(1, of: 2).expect(0)
    try sharded.run(2, of: 2, ["--seed", "5"]).expect(0)
    try expectRefusal(
      sharded, Self.halves, "expected runs with the same options",
      "found no options in shard 1/2", "--seed 5 in shard 2/2")
  }

  @Test(.exhaustive) func aShardOfAnotherTextIsRefused() throws {
    let sharded = try ShardedProject()
    try sharded.run(1, of: 2).expect(0)
    var changed = ShardedProject.small
    changed.frames += 1
    try sharded.project.write(changed)
    try sharded.run(2, of: 2).expect(0)
    let folders = Self.halves
    try expectRefusal(
      sharded, folders, "expected parts of the same work", "shard 1/2", "shard 2/2", ": small\n")
    // Both of one text, and then the text changes again.
    try sharded.run(1, of: 2, ["--overwrite"]).expect(0)
    try sharded.project.write(ShardedProject.small)
    try expectRefusal(
      sharded, folders, "mappressure: Scenarios/small.yaml: these scenarios",
      "differ from the runs' files")
    try sharded.project.write(changed)
    try sharded.merge(folders).expect(0)
  }

  @Test(.exhaustive) func anInterruptedShardIsUnfinishedUntilItIsContinued() throws {
    let project = try TemporaryFolder(scenarios: [.faulty(["waits"]), ShardedProject.other])
    func start(_ shard: String, _ arguments: [String] = []) throws -> RunningTool {
      try project.start(["run", "--shard", shard] + arguments, tool: .faultyStrategies)
    }
    // Of two as long the first by its name is the first to be dealt out.
    let folders = ["Reports/suite-shard-1-of-2", "Reports/suite-shard-2-of-2"]
    try start("1/2").outcome().expect(0)
    let tool = try start("2/2")
    let worker = try #require(try WorkerLock.appearing(in: project))
    defer { worker.end() }
    tool.send(SIGINT)
    try tool.outcome().expect(130, errors: "FaultyStrategies run --shard 2/2 --resume\n")
    try project.runFaulty(["merge"] + folders).expect(
      1, errors: "the run of shard 2/2 in \(folders[1]) is not finished")

    // Another part is another plan.
    try start("1/2", ["--resume", "--out", folders[1]]).outcome().expect(
      1, errors: "was begun with other scenarios, options or another build")
    try project.write("", to: "go")
    try start("2/2", ["--resume"]).outcome().expect(0)
    try project.runFaulty(["merge"] + folders).expect(0)
  }

  @Test func gatesAreNeitherMixedWithRunsNorRead() async throws {
    let project = try TemporaryFolder()
    for folder in ["gate", "run"] { try project.makeFolder(folder) }
    try project.write("{}", to: "gate/gate.json")
    try await project.call("merge gate run --out all").expect(
      1, errors: "expected only gates or only runs")
    try await project.call("merge gate --out all").expect(
      1, errors: "gate/gate.json cannot be read: expected 'schema'")
    try await project.call("merge gate --out gate").expect(
      1, errors: "gate holds one of the gates to merge")
    #expect(!project.exists("all"))
  }

  @Test func aShardThatCannotBeIsRefused() async throws {
    let sharded = try ShardedProject()
    for text in ["0/4", "5/4", "x", "1"] {
      let outcome = try await sharded.project.call(["run", "--shard", text]).expect(64)
      #expect(
        outcome.errors.contains("as in 2/4, found '\(text)'")
          || outcome.errors.contains("as in 2/4, found \(text)"), "\(outcome.errors)")
    }
    try sharded.run(1, of: 6).expect(1, errors: "expected at most 5 shards, found 6")
    #expect(!sharded.project.exists("Reports"))
    try await sharded.project.call("merge").expect(64)
  }
}
