import Foundation
import Harness
import ScenarioModel
import TestSupport
import Testing

@Suite struct ShardMergeTests {
  @Test(arguments: 1...6) func holdsEveryTrialInTheOrderOfTheWhole(_ count: Int) async throws {
    let (runs, folders) = try await ShardRuns.made(count)
    let merged = try runs.merged(folders.reversed())
    #expect(merged.records.map(\.key) == (try runs.work.plan().trials))
    let results = merged.results
    #expect(results.parts.map(\.shard.index) == Array(1...count))
    #expect(results.provenance == ShardRuns.provenance() && results.shard == nil)
    #expect(results.cases.map(\.scenarioCase) == (try runs.work.plan().cases))
  }

  @Test func theFolderIsARunsFolder() async throws {
    let (runs, folders) = try await ShardRuns.made(3)
    let merged = try runs.merged(folders)
    let out = runs.folder.file("all")
    try merged.write(to: out)
    let pictures = merged.records.flatMap(\.pictures).map(\.file)
    let places = pictures.map { RunFolder.place(ofRecorded: $0) }
    #expect(try runs.folder.files("all") == (places + [RunFolder.journalFile]).sorted())
    #expect(pictures.count == (try runs.work.plan().cases.count))
    for folder in folders.map({ $0 + "/" + RunFolder.pictureFolder }) {
      for name in try FileManager.default.contentsOfDirectory(atPath: folder) {
        #expect(
          FileManager.default.contents(atPath: out + "/" + RunFolder.place(ofRecorded: name))
            == FileManager.default.contents(atPath: folder + "/" + name))
      }
    }
    let journal = try runs.folder.read("all/" + RunFolder.journalFile).split(separator: "\n")
    let records = try journal.dropFirst().map {
      try JSONDecoder().decode(TrialRecord.self, from: Data($0.utf8))
    }
    #expect(records == merged.records)
    // No machine has made it: it cannot be resumed.
    let plan = try runs.work.plan()
    await #expect(throws: HarnessError.otherPlan(folder: out)) {
      _ = try await Coordinator(
        plan: plan, program: .missing, limits: .standard, folder: out
      ).run(.resume) { _ in }
    }
    let error = #expect(throws: FinishedRunError.self) { try ShardRun(folder: out) }
    #expect(error?.description.hasSuffix("found a run that was not split in \(out)") == true)
  }

  @Test func machinesMayDifferAndAreAllNamed() async throws {
    let runs = try ShardRuns()
    let folders = [
      try await runs.make(1, of: 3),
      try await runs.make(
        2, of: 3, provenance: ShardRuns.provenance(processor: "Fast CPU", cores: 2)),
      try await runs.make(3, of: 3, provenance: ShardRuns.provenance(memory: 4 << 30)),
    ]
    let results = try runs.merged(folders).results
    let machine = results.provenance.machine
    #expect(machine.processor == "Test CPU (shard 1/3, 3/3); Fast CPU (shard 2/3)")
    #expect(machine.logicalProcessors == 2)
    #expect(machine.memory == 4 << 30)
    #expect(machine.kernel == "Linux 6.8")
    #expect(
      results.parts.map(\.provenance.machine.processor) == ["Test CPU", "Fast CPU", "Test CPU"])
  }

  @Test(arguments: [
    ("commit", ShardRuns.provenance(commit: "fedcba"), "0123456789ab", "fedcba"),
    ("build", ShardRuns.provenance(build: "debug"), "release", "debug"),
    ("Swift version", ShardRuns.provenance(swift: "6.2"), "6.3", "6.2"),
    ("allocator", ShardRuns.provenance(allocator: "4"), "jemalloc 5.3", "jemalloc 4"),
    ("architecture", ShardRuns.provenance(architecture: "arm64"), "x86_64", "arm64"),
  ]) func whatDecidesCountedNumbersIsTheSame(
    _ what: String, _ other: Provenance, _ value: String, _ otherValue: String
  ) async throws {
    let runs = try ShardRuns()
    let folders = [try await runs.make(1, of: 2), try await runs.make(2, of: 2, provenance: other)]
    let error = #expect(throws: FinishedRunError.self) { try runs.merged(folders) }
    let words = try #require(error?.description)
    #expect(words.hasPrefix("expected the same \(what) in all shards"))
    #expect(words.contains("'\(value)' in shard 1/2 (\(folders[0]))"))
    #expect(words.contains("'\(otherValue)' in shard 2/2 (\(folders[1]))"))
  }

  @Test func aMissingShardIsNamed() async throws {
    let (runs, folders) = try await ShardRuns.made(4)
    let error = #expect(throws: FinishedRunError.self) { try runs.merged([folders[1]]) }
    #expect(error?.description.contains("found none of 1/4, 3/4, 4/4") == true)
    let nothing = #expect(throws: FinishedRunError.self) { try ShardMerge([]) }
    #expect(nothing?.description == "expected the runs of shards, found none")
  }

  @Test func aShardCountsOnce() async throws {
    let (runs, folders) = try await ShardRuns.made(2)
    let error = #expect(throws: FinishedRunError.self) {
      try runs.merged(folders + [folders[0]])
    }
    #expect(
      error?.description == "expected each shard once, found 1/2 in \(folders[0]) and \(folders[0])"
    )
  }

  @Test func shardsOfTwoSplitsAreNotMixed() async throws {
    let runs = try ShardRuns()
    let folders = [try await runs.make(1, of: 2), try await runs.make(2, of: 3)]
    let error = #expect(throws: FinishedRunError.self) { try runs.merged(folders) }
    #expect(error?.description.hasPrefix("expected shards of one split") == true)
  }

  @Test func otherOptionsAreNamed() async throws {
    let runs = try ShardRuns()
    let first = try await runs.make(1, of: 2)
    var other = runs
    other.work.selection = RunSelection(trials: 3, seed: 4)
    _ = try await other.make(2, of: 2)
    let error = #expect(throws: FinishedRunError.self) { try runs.merged([first, runs.path(2)]) }
    #expect(error?.description.contains("found no options in shard 1/2") == true)
    #expect(error?.description.contains("and --trials 3 --seed 4 in shard 2/2") == true)
  }

  @Test func theScenariosThatDifferAreNamed() async throws {
    let runs = try ShardRuns()
    let first = try await runs.make(1, of: 2)
    var other = runs
    other.work = try ShardedWork(framesOfThird: 13)
    let second = try await other.make(2, of: 2)
    let error = #expect(throws: FinishedRunError.self) { try runs.merged([first, second]) }
    #expect(error?.description.hasPrefix("expected parts of the same work") == true)
    #expect(
      error?.description.hasSuffix("shard 1/2 (\(first)) and shard 2/2 (\(second)): third") == true)
  }

  @Test func scenariosThatHaveChangedSinceAreRefused() async throws {
    let (runs, folders) = try await ShardRuns.made(2)
    let merge = try ShardMerge(folders.map { try ShardRun(folder: $0) })
    #expect(merge.scenarios.map(\.name) == ["first", "loop", "second", "third"])
    #expect(merge.scenarios.map(\.file).contains("loop.yaml"))
    var scenarios = runs.work.scenarios
    scenarios[3] = try SmallScenario(name: "third", frames: 13).scenario()
    let error = #expect(throws: FinishedRunError.self) { try merge.run(of: scenarios) }
    #expect(error?.description.hasPrefix("third.yaml: these scenarios, or data files") == true)
  }
}
