import Foundation
import Harness
import ScenarioModel
import TestSupport
import Testing

@Suite struct ResumeTests {
  /// Four trials of a strategy that does nothing.
  private let tiny = CoordinatorRun(scenario: SmallScenario(strategies: ["empty"], trials: 3))

  /// A folder with the complete journal of a run.
  private func finishedRun() async throws -> (folder: TemporaryFolder, journal: JournalFile) {
    let folder = try TemporaryFolder()
    _ = try await tiny.run(.fresh, in: folder.path)
    return (folder, JournalFile(folder: folder))
  }

  private func expectAllTrialsOnce(_ journal: JournalFile) throws {
    #expect(try journal.records.map(\.key) == tiny.plan.trials)
  }

  @Test func theJournalHoldsThePlanAndEveryTrial() async throws {
    let (_, journal) = try await finishedRun()
    try expectAllTrialsOnce(journal)
    #expect(try journal.lines[0].contains("\"plan\""))
    #expect(try journal.text.hasSuffix("\n"))
  }

  @Test func aCompleteRunStartsNoTrialAgain() async throws {
    let (folder, journal) = try await finishedRun()
    let before = try journal.text
    let outcome = try await tiny.run(.resume, in: folder.path)
    #expect(outcome.started == [])
    #expect(outcome.recordedBefore == 4)
    #expect(try outcome.records == journal.records)
    #expect(try journal.text == before)
  }

  @Test(arguments: [0.15, 0.4, 0.6, 0.85, 0.999])
  func goesOnWhereTheJournalWasCut(_ share: Double) async throws {
    let (folder, journal) = try await finishedRun()
    let text = Array(try journal.text.utf8)
    let header = try journal.lines[0].utf8.count + 1
    let end = header + Int(Double(text.count - header) * share)
    let kept = String(decoding: text[..<end], as: UTF8.self)
    let whole = kept.filter { $0 == "\n" }.count - 1
    try journal.replace(with: kept)
    let outcome = try await tiny.run(.resume, in: folder.path)
    #expect(outcome.recordedBefore == whole)
    #expect(outcome.started.count == 4 - whole)
    #expect(try outcome.records.map(\.key) == tiny.plan.trials)
    try expectAllTrialsOnce(journal)
    // What had been measured is kept to the byte.
    #expect(try journal.text.hasPrefix(kept[..<(kept.lastIndex(of: "\n") ?? kept.startIndex)]))
  }

  @Test func aJournalThatHoldsThePlanOnlyGoesOn() async throws {
    let (folder, journal) = try await finishedRun()
    try journal.replace(with: try journal.lines[0] + "\n")
    let outcome = try await tiny.run(.resume, in: folder.path)
    #expect(outcome.started.count == 4)
    try expectAllTrialsOnce(journal)
  }

  @Test(arguments: ["", "{\"journal\":1,\"pl"])
  func aRunThatCouldNotEvenWriteItsPlanCanBeginAgain(_ text: String) async throws {
    let folder = try TemporaryFolder()
    let journal = JournalFile(folder: folder)
    try journal.replace(with: text)
    // Nothing was measured: one of the two ways must be open, and the error names the other.
    await #expect(throws: HarnessError.nothingToResume(folder: folder.path)) {
      _ = try await tiny.run(.resume, in: folder.path)
    }
    _ = try await tiny.run(.fresh, in: folder.path)
    try expectAllTrialsOnce(journal)
  }

  @Test func nothingToResumeIsAnError() async throws {
    let folder = try TemporaryFolder()
    for path in [folder.path, folder.file("missing")] {
      let error = await #expect(throws: HarnessError.self) {
        _ = try await tiny.run(.resume, in: path)
      }
      #expect(error == .nothingToResume(folder: path))
      #expect(error?.description.contains("run without --resume") == true)
    }
    #expect(try folder.names() == [])
  }

  @Test func anUnfinishedRunIsNotOverwritten() async throws {
    let (folder, journal) = try await finishedRun()
    let before = try journal.text
    let error = await #expect(throws: HarnessError.self) {
      _ = try await tiny.run(.fresh, in: folder.path)
    }
    #expect(error == .runExists(folder: folder.path))
    #expect(error?.description.contains("--resume") == true)
    #expect(try journal.text == before)
  }

  @Test func aFinishedRunIsReplacedAndNothingElse() async throws {
    let (folder, journal) = try await finishedRun()
    for name in ["results.json", "report.md", "notes.txt", "holiday.png"] {
      try folder.write("kept or not", to: name)
    }
    try journal.replace(with: try journal.lines[0] + "\n")
    await #expect(throws: HarnessError.finishedRunExists(folder: folder.path)) {
      _ = try await tiny.run(.fresh, in: folder.path)
    }
    #expect(try folder.names().contains("report.md"))
    let outcome = try await tiny.run(.overwrite, in: folder.path)
    #expect(outcome.started.count == 4)
    try expectAllTrialsOnce(journal)
    #expect(
      try folder.names() == [
        "holiday.png", "journal.jsonl", "notes.txt", "small-30-empty.png",
        "small-30-empty.replay.json.gz",
      ])
  }

  /// The pictures of a run are its own to replace, whatever version of the tool wrote its journal.
  @Test func picturesOfAnotherVersionsRunAreReplaced() async throws {
    let (folder, journal) = try await finishedRun()
    let records = try journal.lines.dropFirst()
      .map { $0.replacing(",\"outcomes\":[]", with: "").replacing("small-30-empty", with: "old") }
    #expect(records.contains { $0.contains("old.png") && !$0.contains("outcomes") })
    for name in ["results.json", "old.png"] { try folder.write("", to: name) }
    let header = "{\"journal\":1,\"plan\":{\"value\":\"0\"}}"
    try journal.replace(with: ([header] + records).joined(separator: "\n") + "\n")
    await #expect(throws: HarnessError.otherPlan(folder: folder.path)) {
      _ = try await tiny.run(.resume, in: folder.path)
    }
    _ = try await tiny.run(.overwrite, in: folder.path)
    #expect(
      try folder.names() == [
        "journal.jsonl", "small-30-empty.png", "small-30-empty.replay.json.gz",
      ])
  }

  @Test func aFolderThatNeverHeldARunKeepsItsFiles() async throws {
    let folder = try TemporaryFolder()
    let names = ["holiday.png", "report.md", "results.csv"]
    for name in names { try folder.write("somebody's own", to: name) }
    // Whether it runs there or refuses to, it deletes nothing.
    _ = try? await tiny.run(.fresh, in: folder.path)
    for name in names { #expect((try? folder.read(name)) == "somebody's own") }
  }

  @Test(arguments: [
    RunSelection(trials: 4), RunSelection(seed: 1), RunSelection(sizes: [31]),
  ])
  func anotherPlanIsNotContinued(_ selection: RunSelection) async throws {
    let (folder, journal) = try await finishedRun()
    let before = try journal.text
    var other = tiny
    other.selection = selection
    let error = await #expect(throws: HarnessError.self) {
      _ = try await other.run(.resume, in: folder.path)
    }
    #expect(error == .otherPlan(folder: folder.path))
    #expect(try journal.text == before)
  }

  @Test func anotherTextOrProgramIsAnotherPlan() async throws {
    let (folder, _) = try await finishedRun()
    var text = tiny
    text.scenario.frames += 1
    var program = tiny
    program.program = WorkerProgram(executable: "/bin/sh", arguments: ["worker"])
    for other in [text, program] {
      await #expect(throws: HarnessError.otherPlan(folder: folder.path)) {
        _ = try await other.run(.resume, in: folder.path)
      }
    }
  }

  @Test func otherPinsInTheSameFileAreAnotherPlan() async throws {
    let folder = try TemporaryFolder()
    let rows = (0..<30).map { "\($0),\($0)" }
    try folder.write("lat,lon\n" + rows.joined(separator: "\n") + "\n", to: "pins.csv")
    var run = tiny
    run.scenario.data = "{ file: \(folder.file("pins.csv")) }"
    let out = try folder.makeFolder("run")
    _ = try await run.run(.fresh, in: out)
    try folder.write(
      "lat,lon\n" + rows.reversed().joined(separator: "\n") + "\n10,20\n", to: "pins.csv")
    await #expect(throws: HarnessError.otherPlan(folder: out)) {
      _ = try await run.run(.resume, in: out)
    }
  }

  @Test(arguments: [1, 2, 3])
  func aDamagedLineIsNamedAndNothingIsLost(_ number: Int) async throws {
    let (folder, journal) = try await finishedRun()
    var lines = try journal.lines
    lines[number - 1] = String(lines[number - 1].dropLast(7))
    let damaged = lines.joined(separator: "\n") + "\n"
    try journal.replace(with: damaged)
    let error = await #expect(throws: HarnessError.self) {
      _ = try await tiny.run(.resume, in: folder.path)
    }
    #expect(
      error?.description.contains(folder.file("journal.jsonl") + ":\(number):1: error:") == true)
    #expect(try journal.text == damaged)
  }

  @Test func aTrialThatIsRecordedTwiceCountsOnce() async throws {
    let (folder, journal) = try await finishedRun()
    let lines = try journal.lines
    try journal.replace(
      with: (lines.prefix(3) + lines[1...2]).joined(separator: "\n") + "\n")
    let outcome = try await tiny.run(.resume, in: folder.path)
    #expect(outcome.recordedBefore == 2)
    #expect(outcome.started.count == 2)
    #expect(try outcome.records.map(\.key) == tiny.plan.trials)
  }

  @Test func aCancelledRunGoesOnLater() async throws {
    let folder = try TemporaryFolder()
    let run = CoordinatorRun(scenario: SmallScenario(strategies: ["empty", "loops"]))
    let path = folder.path
    let task = Task { try await run.run(.fresh, in: path) }
    let journal = JournalFile(folder: folder)
    // The first trial is recorded, and the second is the endless one.
    while ((try? journal.lines.count) ?? 0) < 2 { try await Task.sleep(for: .milliseconds(5)) }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(try journal.records.count == 1)
    var patient = run
    patient.limits.seconds = 3
    let outcome = try await patient.run(.resume, in: folder.path)
    #expect(try outcome.records.map(\.key) == run.plan.trials)
    #expect(try Set(journal.records.map(\.key)).count == journal.records.count)
  }

  @Test func aPathBelowAFileIsNoFolder() async throws {
    let folder = try TemporaryFolder()
    try folder.write("", to: "file")
    let error = await #expect(throws: HarnessError.self) {
      _ = try await tiny.run(.fresh, in: folder.file("file/run"))
    }
    #expect(error?.description.hasPrefix("cannot write \(folder.file("file/run"))") == true)
  }
}
