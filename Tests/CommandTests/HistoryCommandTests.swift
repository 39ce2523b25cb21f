import Foundation
import TestSupport
import Testing

@Suite(.blocking) struct HistoryCommandTests {
  /// A project with two runs, made a day apart; the second one creates more views.
  private func project() throws -> TemporaryFolder {
    let project = try TemporaryFolder(scenarios: [ChangedRuns.scenario])
    for (day, change) in ["nothing", "view"].enumerated() {
      try FileManager.default.copyItem(
        atPath: ChangedRuns.shared(change), toPath: project.file(change))
      try FileManager.default.setAttributes(
        [.modificationDate: Date(timeIntervalSince1970: 1.7e9 + 86_400 * Double(day))],
        ofItemAtPath: project.file("\(change)/\(RunFolderFiles.journal)"))
    }
    return project
  }

  private func add(
    _ folder: String, _ commit: String, in project: TemporaryFolder
  ) async throws -> Tool.Outcome {
    try await project.call(["history", "add", folder, "--commit", commit])
  }

  @Test func aChangeIsFoundWithItsCommit() async throws {
    let project = try project()
    try await add("nothing", "aaa1111", in: project).expect(
      0, output: "history.jsonl: added 3 cases of 2023-11-14T22:13:20Z, commit aaa1111")
    try await add("view", "bbb2222", in: project).expect(0, output: "commit bbb2222")
    try await add("nothing", "aaa1111", in: project).expect(1, errors: "has this run already")
    let shown = try await project.call("history show --metric views-created").expect(
      0, output: "| 5 | 6 | +20.0 % |", "bbb2222", "Report: Reports/history/history.md")
    #expect(!shown.output.contains("aaa1111"))
    #expect(try project.files("Reports/history").contains("pictures/history-1.svg"))
    try await project.call("history show --json").expect(0, output: "\"views-created\"")
  }

  @Test func aGateAddsItsHead() async throws {
    let project = try project()
    try await project.call("compare nothing view --out there").expect(2)
    try await add("there", "ccc3333", in: project).expect(0, output: "commit ccc3333")
    let line = try JSONValue(project.read("history.jsonl"))
    #expect(line.cases["small 20 changed"]["views-created"] == 6)
  }

  @Test func unknownNamesAndEmptyFilesAreErrors() async throws {
    let project = try project()
    try await project.call("history show").expect(
      1, errors: "expected runs in history.jsonl, found none")
    try await add("view", "bbb2222", in: project).expect(0)
    for (option, name) in [("scenario", "smal"), ("metric", "views-creatd")] {
      try await project.call("history show --\(option) \(name)").expect(
        1, errors: "--\(option): there is no \(option) '\(name)'; did you mean")
    }
    try await add("nowhere", "ccc3333", in: project).expect(1, errors: "nowhere")
  }

  @Test func damagedLinesAreWarnings() async throws {
    let project = try project()
    try await add("view", "bbb2222", in: project).expect(0)
    try project.write("{\"version\":1\n" + project.read("history.jsonl"), to: "history.jsonl")
    try await project.call("history show").expect(
      0, errors: "warning: line 1 of history.jsonl is not a run and is skipped")
  }
}
