import Foundation
import Harness
import ScenarioModel
import TestSupport
import Testing

/// Runs that are continued to measure again what did not complete, or is no longer there.
@Suite struct RetryTests {
  private let run = CoordinatorRun()

  /// The trials of one strategy end as if they were killed in the first round.
  private func brokenRun() async throws -> (folder: TemporaryFolder, journal: JournalFile) {
    let (folder, journal) = try await FinishedRun.small.value.copy()
    let killed = TrialStatus.crashed(ending: "SIGKILL (killed from outside)", standardError: "")
    let lines = try journal.records.map { record -> String in
      guard record.key.scenarioCase.strategy == "empty", record.key.kind != .inspection else {
        return try JournalFile.line(record)
      }
      return try JournalFile.line(
        TrialRecord(
          key: record.key,
          status: record.key.kind == .measurement(1) ? killed : .skipped(because: "trial 1 crashed")
        ))
    }
    try journal.replaceRecords(with: lines)
    return (folder, journal)
  }

  @Test func withoutAskingWhatBrokeStaysBroken() async throws {
    let (folder, journal) = try await brokenRun()
    let before = try journal.text
    let outcome = try await run.run(.resume, in: folder.path)
    #expect(outcome.started == [])
    #expect(outcome.records.count { !$0.status.isCompleted } == 2)
    #expect(try journal.text == before)
  }

  @Test func whatBrokeOrIsGoneIsMadeAgain() async throws {
    let (folder, journal) = try await brokenRun()
    let before = try journal.text
    try folder.write("of the run before", to: RunFolder.resultsFile)
    let outcome = try await run.run(.retry, in: folder.path)
    #expect(outcome.recordedBefore == 4)
    #expect(outcome.started.map(\.scenarioCase.strategy) == ["empty", "empty"])
    #expect(outcome.records.allSatisfy { $0.status.isCompleted })
    #expect(try outcome.records.map(\.key) == run.plan.trials)
    // The journal only grows, and no results of the earlier state are left.
    #expect(try journal.text.hasPrefix(before))
    #expect(try journal.records.count == 8)
    #expect(!folder.exists(RunFolder.resultsFile))
    // The later records count, however the run is read.
    let again = try await run.run(.resume, in: folder.path)
    #expect(again.started == [] && again.records == outcome.records)
    #expect(try await run.run(.retry, in: folder.path).started == [])
    // A picture that was deleted is made again.
    let place = RunFolder.place(ofRecorded: "small-30-empty.png")
    let picture = try folder.data(place)
    try folder.remove(place)
    let restored = try await run.run(.resume, in: folder.path)
    #expect(restored.started.map(\.description) == ["small 30 empty inspection"])
    #expect(restored.records.map(\.pictures) == outcome.records.map(\.pictures))
    #expect(try folder.data(place) == picture)
  }

  @Test(.exhaustive) func whatBreaksAgainSkipsTheRestAgain() async throws {
    let folder = try TemporaryFolder()
    let crashing = CoordinatorRun(
      scenario: SmallScenario(strategies: ["empty", "traps-when-measured"]))
    let first = try await crashing.run(.fresh, in: folder.path)
    let second = try await crashing.run(.retry, in: folder.path)
    #expect(second.started.count == 2)
    #expect(second.records.map(\.status.identifier) == first.records.map(\.status.identifier))
  }

  @Test func mergedShardsTakeTheLaterRecordToo() async throws {
    let runs = try ShardRuns()
    let path = try await runs.make(1, of: 2)
    let journal = path + "/" + RunFolder.journalFile
    let text = try String(contentsOfFile: journal, encoding: .utf8)
    let shard = try ShardRun(folder: path)
    let first = try #require(shard.records.first)
    let later = TrialRecord(key: first.key, status: .failed(reason: "later"))
    try Data((text + JournalFile.line(later) + "\n").utf8).write(to: URL(fileURLWithPath: journal))
    let records = try ShardRun(folder: path).records
    #expect(records.count == shard.records.count && records.last == later)
  }

  @Test(arguments: ["", "{}\n", "{\"journal\":4}\n"])
  func aJournalThatWasReplacedIsNoticed(_ text: String) async throws {
    let (folder, journal) = try await FinishedRun.small.value.copy()
    let coordinator = try run.coordinator(in: folder.path)
    try coordinator.checkUndisturbed()
    try journal.replace(with: text)
    #expect(throws: HarnessError.self) { try coordinator.checkUndisturbed() }
  }

  @Test func aJournalThatIsGoneIsNoticed() async throws {
    let (folder, journal) = try await FinishedRun.small.value.copy()
    let coordinator = try run.coordinator(in: folder.path)
    try journal.replaceRecords(with: journal.lines.dropFirst().dropLast())
    #expect(throws: HarnessError.self) { try coordinator.checkUndisturbed() }
    try folder.remove(RunFolder.journalFile)
    let error = #expect(throws: HarnessError.self) { try coordinator.checkUndisturbed() }
    #expect(error?.description.contains("No such file") == true)
  }

  @Test func dataThatChangedDuringARunIsNoticed() async throws {
    let (folder, data) = (try TemporaryFolder(), try TemporaryFolder())
    let items = try data.write("1\n2\n", to: "items.txt")
    let run = CoordinatorRun(
      scenario: SmallScenario(items: "{ file: \(items) }"), program: .missing)
    // It cannot start a worker; the records are those of another run.
    _ = try? await run.run(.fresh, in: folder.path)
    try await FinishedRun.small.value.complete(folder)
    let coordinator = try run.coordinator(in: folder.path)
    try coordinator.checkUndisturbed()
    try data.write("1\n2\n3\n", to: "items.txt")
    let error = #expect(throws: HarnessError.self) { try coordinator.checkUndisturbed() }
    #expect(error?.description.hasPrefix("small.yaml: data or profile files") == true)
  }

  @Test func aProgramIsKnownByItsBytes() async throws {
    let (folder, bin) = (try TemporaryFolder(), try TemporaryFolder())
    let program = try bin.write("no program", to: "program")
    let run = CoordinatorRun(program: .worker(at: program))
    // It cannot be started; the records are those of another run.
    _ = try? await run.run(.fresh, in: folder.path)
    try await FinishedRun.small.value.complete(folder)
    let date = try #require(
      try FileManager.default.attributesOfItem(atPath: program)[.modificationDate] as? Date)
    func setDate(_ date: Date) throws {
      try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: program)
    }
    // The same bytes at another time.
    try setDate(date.addingTimeInterval(-3_600))
    #expect(try await run.run(.resume, in: folder.path).started == [])
    // Other bytes, of the same length and time: any of the last ones.
    try bin.write("no prograM", to: "program")
    try setDate(date)
    #expect(await run.refusal(.resume, in: folder.path) == .otherPlan(folder: folder.path))
  }
}
