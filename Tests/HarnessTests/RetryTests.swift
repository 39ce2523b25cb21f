import Foundation
import Harness
import ScenarioModel
import TestSupport
import Testing

/// Runs that are continued to measure again what did not complete, or is no longer there.
@Suite struct RetryTests {
  private let run = CoordinatorRun(scenario: SmallScenario(strategies: ["all-pins", "empty"]))

  /// The strategy's trials end as if they were killed in the first round.
  private func brokenRun() async throws -> (folder: TemporaryFolder, journal: JournalFile) {
    let folder = try TemporaryFolder()
    _ = try await run.run(.fresh, in: folder.path)
    let journal = JournalFile(folder: folder)
    let killed = TrialStatus.crashed(ending: "SIGKILL (killed from outside)", standardError: "")
    let lines = try journal.records.map { record -> String in
      guard record.key.scenarioCase.strategy == "empty", record.key.kind != .inspection else {
        return try line(record)
      }
      return try line(
        TrialRecord(
          key: record.key,
          status: record.key.kind == .measurement(1) ? killed : .skipped(because: "trial 1 crashed")
        ))
    }
    try journal.replace(with: ([try journal.lines[0]] + lines).joined(separator: "\n") + "\n")
    return (folder, journal)
  }

  private func line(_ record: TrialRecord) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(record), as: UTF8.self)
  }

  @Test func withoutAskingWhatBrokeStaysBroken() async throws {
    let (folder, journal) = try await brokenRun()
    let before = try journal.text
    let outcome = try await run.run(.resume, in: folder.path)
    #expect(outcome.started == [])
    #expect(outcome.records.count { !$0.status.isCompleted } == 2)
    #expect(try journal.text == before)
  }

  @Test func whatBrokeIsMeasuredAgain() async throws {
    let (folder, journal) = try await brokenRun()
    let before = try journal.text
    try folder.write("of the run before", to: "results.json")
    let outcome = try await run.run(.retry, in: folder.path)
    #expect(outcome.recordedBefore == 4)
    #expect(outcome.started.map(\.scenarioCase.strategy) == ["empty", "empty"])
    #expect(outcome.records.allSatisfy { $0.status.isCompleted })
    #expect(try outcome.records.map(\.key) == run.plan.trials)
    // The journal only grows, and results of what it was are not left beside it.
    #expect(try journal.text.hasPrefix(before))
    #expect(try journal.records.count == 8)
    #expect(try !folder.names().contains("results.json"))
    // The later records count, however the run is read.
    let again = try await run.run(.resume, in: folder.path)
    #expect(again.started == [])
    #expect(again.records == outcome.records)
    #expect(try await run.run(.retry, in: folder.path).started == [])
  }

  @Test func whatBreaksAgainSkipsTheRestAgain() async throws {
    let folder = try TemporaryFolder()
    let crashing = CoordinatorRun(
      scenario: SmallScenario(strategies: ["empty", "traps-when-measured"]))
    let first = try await crashing.run(.fresh, in: folder.path)
    let second = try await crashing.run(.retry, in: folder.path)
    #expect(second.started.count == 2)
    #expect(second.records.map(\.status.identifier) == first.records.map(\.status.identifier))
  }

  @Test func picturesThatWereDeletedAreMadeAgain() async throws {
    let folder = try TemporaryFolder()
    let first = try await run.run(.fresh, in: folder.path)
    let picture = try Data(contentsOf: URL(fileURLWithPath: folder.file("small-30-empty.png")))
    try FileManager.default.removeItem(atPath: folder.file("small-30-empty.png"))
    let outcome = try await run.run(.resume, in: folder.path)
    #expect(outcome.started.map(\.description) == ["small 30 empty inspection"])
    #expect(outcome.records.map(\.pictures) == first.records.map(\.pictures))
    #expect(
      try Data(contentsOf: URL(fileURLWithPath: folder.file("small-30-empty.png"))) == picture)
  }

  @Test func mergedShardsTakeTheLaterRecordToo() async throws {
    let runs = try ShardRuns()
    let path = try await runs.make(1, of: 2)
    let journal = path + "/journal.jsonl"
    let text = try String(contentsOfFile: journal, encoding: .utf8)
    let shard = try ShardRun(folder: path)
    let first = try #require(shard.records.first)
    let later = TrialRecord(key: first.key, status: .failed(reason: "later"))
    try Data((text + line(later) + "\n").utf8).write(to: URL(fileURLWithPath: journal))
    let records = try ShardRun(folder: path).records
    #expect(records.count == shard.records.count)
    #expect(records.last == later)
  }

  @Test(arguments: [
    "", "{}\n", "{\"journal\":4}\n",
  ])
  func aJournalThatWasReplacedIsNoticed(_ text: String) async throws {
    let folder = try TemporaryFolder()
    _ = try await run.run(.fresh, in: folder.path)
    let coordinator = Coordinator(
      plan: try run.plan, program: run.program, limits: run.limits, folder: folder.path)
    try coordinator.checkUndisturbed()
    try JournalFile(folder: folder).replace(with: text)
    #expect(throws: HarnessError.self) { try coordinator.checkUndisturbed() }
  }

  @Test func aJournalThatIsGoneIsNoticed() async throws {
    let folder = try TemporaryFolder()
    _ = try await run.run(.fresh, in: folder.path)
    let lines = try JournalFile(folder: folder).lines
    let coordinator = Coordinator(
      plan: try run.plan, program: run.program, limits: run.limits, folder: folder.path)
    try JournalFile(folder: folder).replace(
      with: lines.dropLast().joined(separator: "\n") + "\n")
    #expect(throws: HarnessError.self) { try coordinator.checkUndisturbed() }
    try FileManager.default.removeItem(atPath: folder.file("journal.jsonl"))
    let error = #expect(throws: HarnessError.self) { try coordinator.checkUndisturbed() }
    #expect(error?.description.contains("No such file") == true)
  }

  @Test func dataThatChangedDuringARunIsNoticed() async throws {
    let folder = try TemporaryFolder()
    let rows = (0..<30).map { "\($0),\($0)" }.joined(separator: "\n")
    try folder.write("lat,lon\n" + rows + "\n", to: "pins.csv")
    var run = run
    run.scenario.data = "{ file: \(folder.file("pins.csv")) }"
    let out = try folder.makeFolder("run")
    let plan = try run.plan
    _ = try await run.run(.fresh, in: out)
    let coordinator = Coordinator(
      plan: plan, program: run.program, limits: run.limits, folder: out)
    try coordinator.checkUndisturbed()
    try folder.write("lat,lon\n" + rows + "\n1,2\n", to: "pins.csv")
    #expect(throws: HarnessError.changedFiles(scenarios: ["small.yaml"])) {
      try coordinator.checkUndisturbed()
    }
  }

  @Test func aProgramIsKnownByItsBytes() async throws {
    let folder = try TemporaryFolder()
    let program = folder.file("program")
    try FileManager.default.copyItem(atPath: BuiltProduct.faultyStrategies, toPath: program)
    var run = run
    run.program = WorkerProgram(executable: program, arguments: ["worker"])
    let out = try folder.makeFolder("run")
    _ = try await run.run(.fresh, in: out)
    let date = try #require(
      try FileManager.default.attributesOfItem(atPath: program)[.modificationDate] as? Date)
    // The same bytes at another time.
    try FileManager.default.setAttributes(
      [.modificationDate: date.addingTimeInterval(-3_600)], ofItemAtPath: program)
    #expect(try await run.run(.resume, in: out).started == [])
    // Other bytes, of the same length and time: any of the last ones.
    let handle = try #require(FileHandle(forUpdatingAtPath: program))
    let end = try handle.seekToEnd()
    try handle.seek(toOffset: end - 3)
    let byte = try #require(try handle.read(upToCount: 1)?.first)
    try handle.seek(toOffset: end - 3)
    try handle.write(contentsOf: Data([byte ^ 0x80]))
    try handle.close()
    try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: program)
    await #expect(throws: HarnessError.otherPlan(folder: out)) {
      _ = try await run.run(.resume, in: out)
    }
  }
}
