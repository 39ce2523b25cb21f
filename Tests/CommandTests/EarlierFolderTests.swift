import TestSupport
import Testing

/// The folder of a run of an earlier version, which has all files on top.
@Suite(.blocking) struct EarlierFolderTests {
  private static let folder = "Reports/small"

  private func project() throws -> TemporaryFolder {
    let project = try SharedRun.small().copy()
    try project.moveToEarlierPlaces(Self.folder)
    return project
  }

  /// The files of a run of today, with the journal of an earlier one.
  private func filesInPlace() throws -> [String] {
    let run = try SharedRun.small()
    let files = try run.project.files(run.folder).filter { $0 != RunFolderFiles.journal }
    return (files + ["journal.jsonl"]).sorted()
  }

  @Test func itIsReadAndStaysAsItIs() async throws {
    let project = try project()
    #expect(
      try project.names(Self.folder) == [
        "answers.csv", "claims.md", "journal.jsonl", "report.html", "report.md", "results.csv",
        "results.json", "samples.csv", "scenarios", "sensitivity.json", "small-200-all-pins.png",
        "small-200-all-pins.replay.json.gz", "small-200-grid-clusters.png",
        "small-200-grid-clusters.replay.json.gz",
      ])
    let files = try project.files(Self.folder)
    let today = try SharedRun.small().project
    for command in [
      "export Reports/small --format chrome-trace --strategy all-pins",
      "export Reports/small --format otava", "checklist Reports/small",
    ] {
      let outcome = try await project.call(command)
      let expected = try await today.call(command)
      #expect(outcome.code == expected.code && outcome.errors == expected.errors, "\(command)")
      // A time of the file is in one of the formats.
      if !command.contains("otava") { #expect(outcome.output == expected.output, "\(command)") }
    }
    try await project.call("run small --out Reports/small").expect(
      1, errors: "Reports/small holds a finished run")
    #expect(try project.files(Self.folder) == files)
  }

  @Test func itsReportMovesTheFilesToTheirPlaces() async throws {
    let project = try project()
    try await project.call("report Reports/small --publish kept").expect(0)
    let charts = ["small-frame-times.svg", "small-memory.svg"].map { "scenarios/" + $0 }
    #expect(try project.files(Self.folder) == (filesInPlace() + charts).sorted())
    let today = try SharedRun.small().project
    for file in try today.files(Self.folder)
    where ![RunFolderFiles.journal, "report.html"].contains(file) {
      let path = Self.folder + "/" + file
      #expect(try project.data(path) == today.data(path), "\(file)")
    }
    #expect(project.exists("kept/pictures/small-200-all-pins.png"))
  }

  @Test func itGoesOn() throws {
    let project = try project()
    let journal = Self.folder + "/journal.jsonl"
    let kept = try project.read(journal).split(separator: "\n").dropLast().map { $0 + "\n" }
    try project.write(kept.joined(), to: journal)
    try project.run("run small --resume").expect(0, errors: "5 of 6 trials are already recorded")
    #expect(try project.read(journal).hasPrefix(kept.joined()))
    #expect(try project.files(Self.folder) == filesInPlace())
    #expect(
      try RunFolderFiles(project).results.deterministic
        == SharedRun.small().files.results.deterministic)
  }
}
