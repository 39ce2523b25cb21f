import Foundation
import Harness
import ScenarioModel
import TestSupport
import Testing

/// Runs of earlier versions, whose folders have all files on top.
@Suite struct EarlierFolderTests {
  private let run = CoordinatorRun()
  private static let journal = "journal.jsonl"
  /// The pictures and the recordings in their places.
  private static let recorded = ["small-30-empty", "small-30-plain"].flatMap {
    ["pictures/\($0).png", "recordings/\($0).timeline.json.gz"]
  }.sorted()

  private func finishedRun() async throws -> TemporaryFolder {
    let (folder, _) = try await FinishedRun.small.value.copy()
    try folder.moveToEarlierPlaces()
    #expect(try folder.names().count == 5 && folder.exists(Self.journal))
    return folder
  }

  @Test func aCompleteRunIsReadAsItIs() async throws {
    let folder = try await finishedRun()
    let names = try folder.names()
    let outcome = try await run.run(.resume, in: folder.path)
    #expect(outcome.started == [] && outcome.recordedBefore == 6)
    #expect(try folder.names() == names)
    try run.coordinator(in: folder.path).checkUndisturbed()
    #expect(try JournaledRun(folder: folder.path).scenarios.map(\.name) == ["small"])
  }

  /// The journal stays where it is; all else moves to its place, or goes as the results do.
  @Test func aRunContinuesInItsJournal() async throws {
    let folder = try await finishedRun()
    let lines = try folder.read(Self.journal).split(separator: "\n").dropLast()
    let kept = lines.map { $0 + "\n" }.joined()
    try folder.write(kept, to: Self.journal)
    for name in ["results.json", "samples.csv", "sensitivity.json", "sensitivity-small.svg"] {
      try folder.write("of the run before", to: name)
    }
    try folder.write("of the run before", to: "scenarios/small-memory.svg")
    #expect(try await run.run(.resume, in: folder.path).started.count == 1)
    #expect(try folder.files() == [Self.journal] + Self.recorded)
    #expect(try folder.read(Self.journal).hasPrefix(kept))
    #expect(try await run.run(.resume, in: folder.path).started == [])
  }

  @Test func aFinishedRunIsReplacedAndNothingElse() async throws {
    let folder = try await finishedRun()
    for name in ["results.json", "notes.txt"] { try folder.write("kept or not", to: name) }
    let error = await run.refusal(.fresh, in: folder.path)
    #expect(error?.description.hasPrefix("\(folder.path) holds a finished run; ") == true)
    #expect(!folder.exists("data"))
    #expect(try await run.run(.overwrite, in: folder.path).started.count == 6)
    #expect(try folder.files() == [Self.journal, "notes.txt"] + Self.recorded)
  }

  /// Each file has one of two places, wherever the program was when it was killed.
  @Test(arguments: 0...4) func anInterruptedMoveLosesNothing(_ count: Int) async throws {
    let folder = try await finishedRun()
    for file in Self.recorded.prefix(count) {
      let name = try #require(file.split(separator: "/").last)
      try folder.move(String(name), to: file)
    }
    #expect(try await run.run(.resume, in: folder.path).started == [])
    let names = Self.recorded.compactMap { $0.split(separator: "/").last.map(String.init) }
    try RunFolder.settle(names, in: folder.path)
    #expect(try folder.files() == [Self.journal] + Self.recorded)
    #expect(try await run.run(.resume, in: folder.path).started == [])
  }

  /// A foreign folder in the place of a picture: nothing is removed, and the run says so.
  @Test func aPictureWithoutAPlaceStays() async throws {
    let folder = try await finishedRun()
    try folder.write("precious", to: "pictures/small-30-plain.png/keep.txt")
    try folder.write(
      folder.read(Self.journal).split(separator: "\n").dropLast().map { $0 + "\n" }.joined(),
      to: Self.journal)
    let error = await run.refusal(.resume, in: folder.path)
    #expect(error?.description.hasPrefix("cannot write ") == true)
    #expect(folder.exists("small-30-plain.png"))
    #expect(try folder.read("pictures/small-30-plain.png/keep.txt") == "precious")
  }

  /// A run of today never takes a file on top for one of its own.
  @Test func aFileInTheFolderOfACurrentRunStays() async throws {
    let (folder, _) = try await FinishedRun.small.value.copy()
    let names = ["results.json", "samples.csv", "small-30-plain.png"]
    for name in names { try folder.write("a user's own", to: name) }
    let error = await run.refusal(.fresh, in: folder.path)
    #expect(error?.description.hasPrefix("\(folder.path) holds an unfinished run; ") == true)
    try folder.write("{}", to: RunFolder.resultsFile)
    #expect(try await run.run(.overwrite, in: folder.path).started.count == 6)
    for name in names { #expect(try folder.read(name) == "a user's own") }
  }

  @Test func shardsAreMerged() async throws {
    let (runs, folders) = try await ShardRuns.made(2)
    let merged = try runs.merged(folders)
    try runs.folder.moveToEarlierPlaces("shard-2")
    #expect(try runs.folder.names("shard-2").contains(Self.journal))
    #expect(try runs.merged(folders).records == merged.records)
    try runs.merged(folders).write(to: runs.folder.file("all"))
    let places = merged.records.flatMap(\.files).map { RunFolder.place(ofRecorded: $0) }
    #expect(try runs.folder.files("all") == ([RunFolder.journalFile] + places).sorted())
  }
}
