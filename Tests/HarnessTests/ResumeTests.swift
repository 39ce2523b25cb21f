import Foundation
import Harness
import ScenarioModel
import TestSupport
import Testing

@Suite struct ResumeTests {
  /// Six trials of two strategies that are not at fault.
  private let run = CoordinatorRun()

  private func finishedRun() async throws -> (folder: TemporaryFolder, journal: JournalFile) {
    try await FinishedRun.small.value.copy()
  }

  private func expectAllTrialsOnce(_ journal: JournalFile) throws {
    #expect(try journal.records.map(\.key) == run.plan.trials)
  }

  @Test func aCompleteRunStartsNoTrialAgain() async throws {
    let (folder, journal) = try await finishedRun()
    try expectAllTrialsOnce(journal)
    #expect(try journal.lines[0].contains("\"plan\""))
    let before = try journal.text
    #expect(before.hasSuffix("\n"))
    let outcome = try await run.run(.resume, in: folder.path)
    #expect(outcome.started == [] && outcome.recordedBefore == 6)
    #expect(try outcome.records == journal.records)
    #expect(try journal.text == before)
  }

  /// With no record left, some, or all but the last byte.
  @Test(arguments: TestTier.select([0, 0.6], exhaustive: [0, 0.15, 0.4, 0.6, 0.85, 0.999]))
  func continuesWhereTheJournalWasCut(_ share: Double) async throws {
    let (folder, journal) = try await finishedRun()
    let text = Array(try journal.text.utf8)
    let header = try journal.lines[0].utf8.count + 1
    let end = header + Int(Double(text.count - header) * share)
    let kept = String(decoding: text[..<end], as: UTF8.self)
    let whole = kept.filter { $0 == "\n" }.count - 1
    try journal.replace(with: kept)
    let outcome = try await run.run(.resume, in: folder.path)
    #expect(outcome.recordedBefore == whole)
    #expect(outcome.started.count == 6 - whole)
    #expect(try outcome.records.map(\.key) == run.plan.trials)
    try expectAllTrialsOnce(journal)
    // What had been measured is kept to the byte.
    #expect(try journal.text.hasPrefix(kept[..<(kept.lastIndex(of: "\n") ?? kept.startIndex)]))
  }

  @Test(arguments: ["", "{\"journal\":1,\"pl"])
  func aRunThatCouldNotEvenWriteItsPlanCanBeginAgain(_ text: String) async throws {
    let folder = try TemporaryFolder()
    let journal = JournalFile(folder: folder)
    try journal.replace(with: text)
    let run = CoordinatorRun(program: .missing)
    // Nothing was measured: one of the two ways must be open, and the error names the other.
    #expect(await run.refusal(.resume, in: folder.path) == .nothingToResume(folder: folder.path))
    _ = try? await run.run(.fresh, in: folder.path)
    #expect(try journal.lines.count == 1)
    try await FinishedRun.small.value.complete(folder)
    #expect(try await run.run(.resume, in: folder.path).recordedBefore == 6)
    try expectAllTrialsOnce(journal)
  }

  @Test func nothingToResumeIsAnError() async throws {
    let folder = try TemporaryFolder()
    for path in [folder.path, folder.file("missing")] {
      let error = await run.refusal(.resume, in: path)
      #expect(error == .nothingToResume(folder: path))
      #expect(error?.description.contains("run without --resume") == true)
    }
    #expect(try folder.names() == [])
  }

  @Test func anUnfinishedRunIsNotOverwritten() async throws {
    let (folder, journal) = try await finishedRun()
    let before = try journal.text
    let error = await run.refusal(.fresh, in: folder.path)
    #expect(error?.description.hasPrefix("\(folder.path) holds an unfinished run; ") == true)
    #expect(error?.description.contains("--resume") == true)
    #expect(try journal.text == before)
  }

  /// The pictures of a run are its own to replace, whatever version of the tool wrote its journal.
  @Test func aFinishedRunIsReplacedAndNothingElse() async throws {
    let (folder, journal) = try await finishedRun()
    let records = try journal.lines.dropFirst().map {
      $0.replacing("\"outcomes\":", with: "\"other\":").replacing("small-30-empty", with: "old")
    }
    #expect(records.contains { $0.contains("old.png") && !$0.contains("outcomes") })
    for name in [
      RunFolder.resultsFile, "report.md", "notes.txt", "holiday.png", "pictures/holiday.png",
      "pictures/old.png", "pictures/small-memory.svg", "recordings/old.timeline.json.gz",
      "scenarios/small.md",
    ] {
      try folder.write("kept or not", to: name)
    }
    let header = "{\"journal\":1,\"plan\":{\"value\":\"0\"}}"
    try journal.replace(with: ([header] + records).joined(separator: "\n") + "\n")
    #expect(await run.refusal(.resume, in: folder.path) == .otherPlan(folder: folder.path))
    let error = await run.refusal(.fresh, in: folder.path)
    #expect(error?.description.hasPrefix("\(folder.path) holds a finished run; ") == true)
    #expect(folder.exists("report.md"))
    #expect(try await run.run(.overwrite, in: folder.path).started.count == 6)
    try expectAllTrialsOnce(journal)
    #expect(
      try folder.files() == [
        RunFolder.journalFile, "holiday.png", "notes.txt", "pictures/holiday.png",
        "pictures/small-30-empty.png", "pictures/small-30-plain.png",
        "recordings/small-30-empty.timeline.json.gz",
        "recordings/small-30-plain.timeline.json.gz",
      ])
  }

  @Test func aFolderThatNeverHeldARunKeepsItsFiles() async throws {
    let folder = try TemporaryFolder()
    let names = ["holiday.png", "report.md", "results.csv"]
    for name in names { try folder.write("a user's own", to: name) }
    // Whether it runs there or refuses to, it deletes nothing.
    _ = try? await run.run(.fresh, in: folder.path)
    for name in names { #expect((try? folder.read(name)) == "a user's own") }
  }

  @Test func anotherPlanIsNotContinued() async throws {
    let (folder, journal) = try await finishedRun()
    let before = try journal.text
    var others = [
      RunSelection(trials: 4), RunSelection(seed: 1), RunSelection(sizes: [31]),
    ].map { CoordinatorRun(selection: $0) }
    // Another text, and another program.
    others.append(CoordinatorRun(scenario: SmallScenario(frames: 13)))
    others.append(CoordinatorRun(program: .worker(at: "/bin/sh")))
    for other in others {
      let error = await other.refusal(.resume, in: folder.path)
      #expect(error == .otherPlan(folder: folder.path))
      #expect(error?.description.contains("results of two plans are not mixed") == true)
    }
    #expect(try journal.text == before)
  }

  @Test func otherItemsInTheSameFileAreAnotherPlan() async throws {
    let folder = try TemporaryFolder()
    let items = (0..<30).map { "\($0)" }
    try folder.write(items.joined(separator: "\n"), to: "items.txt")
    let run = CoordinatorRun(
      scenario: SmallScenario(items: "{ file: \(folder.file("items.txt")) }"), program: .missing)
    let out = try folder.makeFolder("run")
    // It can begin and be resumed, though it cannot start a worker.
    for mode in [Coordinator.Mode.fresh, .resume] {
      let error = await run.refusal(mode, in: out)
      #expect(error?.description.contains("cannot start the worker") == true)
    }
    try folder.write(items.reversed().joined(separator: "\n") + "\n10", to: "items.txt")
    #expect(await run.refusal(.resume, in: out) == .otherPlan(folder: out))
  }

  @Test(arguments: [1, 2, 3]) func aDamagedLineIsNamedAndNothingIsLost(_ number: Int) async throws {
    let (folder, journal) = try await finishedRun()
    var lines = try journal.lines
    lines[number - 1] = String(lines[number - 1].dropLast(7))
    let damaged = lines.joined(separator: "\n") + "\n"
    try journal.replace(with: damaged)
    let error = await run.refusal(.resume, in: folder.path)
    #expect(
      error?.description.contains(
        folder.file(RunFolder.journalFile) + ":\(number):1: error:") == true)
    #expect(try journal.text == damaged)
  }

  @Test func aCancelledRunIsResumedLater() async throws {
    let (folder, signals) = (try TemporaryFolder(), try TemporaryFolder())
    defer { withExtendedLifetime(signals) {} }
    let signal = signals.file("loops")
    let run = CoordinatorRun(
      scenario: SmallScenario(strategies: ["empty", "loops"], body: "signal: \(signal)"))
    let path = folder.path
    let task = Task { try await run.run(.fresh, in: path) }
    let journal = JournalFile(folder: folder)
    // The first trial is recorded, and the second is the endless one.
    try await waitForFile(signal)
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(try journal.records.count == 1)
    try signals.remove("loops")
    // A trial that is recorded twice counts once.
    try journal.replaceRecords(with: [journal.lines[1], journal.lines[1]])
    let outcome = try await run.run(.resume, in: folder.path, pastLoopAt: signal)
    #expect(outcome.recordedBefore == 1)
    #expect(try outcome.started == Array(run.plan.trials.dropFirst()))
    #expect(try outcome.records.map(\.key) == run.plan.trials)
    #expect(try Set(journal.records.map(\.key)).count == journal.records.count - 1)
  }

  @Test func aPathBelowAFileIsNoFolder() async throws {
    let folder = try TemporaryFolder()
    try folder.write("", to: "file")
    let error = await run.refusal(.fresh, in: folder.file("file/run"))
    #expect(error?.description.contains("found the file \(folder.file("file")):") == true)
  }
}
