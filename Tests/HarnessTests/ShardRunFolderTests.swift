import Foundation
import Harness
import ScenarioModel
import TestSupport
import Testing

/// Folders that are not those of finished shards.
@Suite struct ShardRunFolderTests {
  private func changed(_ change: (String) -> String) async throws -> (ShardRuns, FinishedRunError?)
  {
    let (runs, folders) = try await ShardRuns.made(2)
    let journal = folders[1] + "/" + RunFolder.journalFile
    // What a damaged journal might name is there, for a run of an earlier version as well.
    for name in [
      "secret.png", "shard-2/secret.png", "shard-2/.hidden", "shard-2/below/secret.png",
      "shard-2/pictures/.hidden", "shard-2/pictures/below/secret.png",
    ] { try runs.write("secret", to: runs.folder.file(name)) }
    try runs.write(change(try String(contentsOfFile: journal, encoding: .utf8)), to: journal)
    let error = #expect(throws: FinishedRunError.self) {
      try runs.merged(folders).write(to: runs.folder.file("all"))
    }
    #expect(!FileManager.default.fileExists(atPath: runs.folder.file("all")))
    return (runs, error)
  }

  @Test func aFolderWithoutAJournalIsNoRun() throws {
    let folder = try TemporaryFolder()
    for path in [folder.path, folder.file("missing")] {
      let error = #expect(throws: FinishedRunError.self) { try ShardRun(folder: path) }
      #expect(
        error?.description.hasPrefix("expected a run's folder at \(path), found none") == true)
    }
    for journal in ["journal.jsonl", RunFolder.journalFile] {
      try folder.write("", to: journal)
      let error = #expect(throws: FinishedRunError.self) { try ShardRun(folder: folder.path) }
      #expect(error?.description.hasPrefix("expected a run's folder at \(folder.path), ") == true)
    }
  }

  @Test func aRunWithoutResultsIsUnfinished() async throws {
    let runs = try ShardRuns()
    let path = try await runs.make(2, of: 3)
    try FileManager.default.removeItem(atPath: path + "/" + RunFolder.resultsFile)
    let error = #expect(throws: FinishedRunError.self) { try ShardRun(folder: path) }
    #expect(error?.description.hasPrefix("the run of shard 2/3 in \(path) is not finished") == true)
  }

  @Test(arguments: [1, 2, 5]) func aDamagedLineIsNamed(_ number: Int) async throws {
    let (runs, error) = try await changed { text in
      var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
      lines[number - 1] = String(lines[number - 1].dropLast(7))
      return lines.joined(separator: "\n")
    }
    #expect(
      error?.description.hasPrefix(
        "\(runs.path(2))/\(RunFolder.journalFile):\(number):1: error:") == true)
  }

  @Test func aJournalThatWasCutOffLacksTrials() async throws {
    let (runs, error) = try await changed { String($0.dropLast(10)) }
    let last = try #require(try runs.work.plan(Shard(index: 2, of: 2)).trials.last)
    #expect(error?.description.contains("lacks 1 of its trials, such as '\(last)'") == true)
  }

  @Test func aJournalOfAnotherVersionIsRefused() async throws {
    let (runs, error) = try await changed {
      $0.replacing("{\"journal\":5", with: "{\"journal\":2", maxReplacements: 1)
    }
    let words = "expected version 5 of the format in \(runs.path(2))/"
    #expect(error?.description.hasPrefix(words) == true)
    #expect(error?.description.contains("found version 2; ") == true)
  }

  /// A journal may come from anywhere; it must not name files outside its folder.
  @Test(arguments: [
    ("../secret.png", "expected the name of a file of the run, found '../secret.png'"),
    ("below/secret.png", "expected the name of a file of the run, found 'below/secret.png'"),
    (".hidden", "expected the name of a file of the run, found '.hidden'"),
    ("", "expected the name of a file of the run, found ''"),
    ("missing.png", "missing.png is missing"),
  ]) func aPictureIsAFileInTheRunsFolder(_ name: String, _ words: String) async throws {
    let (runs, error) = try await changed { text in
      let marker = "\"file\":\""
      let records = text.index(after: text.firstIndex(of: "\n") ?? text.startIndex)
      guard let start = text[records...].firstRange(of: marker)?.upperBound,
        let end = text[start...].firstIndex(of: "\"")
      else { return text }
      let escaped = name.replacing("/", with: "\\/")
      return text.replacingCharacters(in: start..<end, with: escaped)
    }
    #expect(error?.description.contains("in \(runs.path(2)) cannot be used: ") == true)
    #expect(error?.description.contains(words) == true)
  }

  @Test func aShardIsNotOverwrittenByItsMerge() async throws {
    let (runs, folders) = try await ShardRuns.made(2)
    let link = runs.folder.file("link")
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: folders[1])
    let merged = try runs.merged(folders)
    for out in [folders[0], folders[0] + "/", runs.folder.file("x/../shard-2"), link] {
      let error = #expect(throws: FinishedRunError.self) { try merged.write(to: out) }
      #expect(error?.description.hasPrefix("\(out) holds one of the runs to merge; ") == true)
    }
    #expect(try runs.merged(folders).records == merged.records)
  }

  @Test func anUnfinishedRunIsNotOverwrittenByAMerge() async throws {
    let (runs, folders) = try await ShardRuns.made(2)
    let unfinished = runs.folder.file("unfinished")
    try FileManager.default.copyItem(atPath: folders[0], toPath: unfinished)
    try FileManager.default.removeItem(atPath: unfinished + "/" + RunFolder.resultsFile)
    let error = #expect(throws: HarnessError.self) {
      try runs.merged(folders).write(to: unfinished)
    }
    #expect(error?.description.hasPrefix("\(unfinished) holds an unfinished run; ") == true)
  }
}
