import TestSupport
import Testing

/// `report --publish` through the real executable.
@Suite(.blocking) struct PublishTests {
  @Test func onlyWhatPeopleReadIsPublished() async throws {
    let project = try SharedRun.small().copy()
    let outcome = try await project.call("report Reports/small --publish kept").expect(0)
    #expect(outcome.output.hasSuffix("Published: kept\n"))
    #expect(
      try project.files("kept") == [
        "claims.md", "data/answers.csv", "pictures/small-200-all-pins.png",
        "pictures/small-200-grid-clusters.png", "report.html", "report.md", "results.csv",
      ])
    // No link leads to a file that is not there.
    let report = try project.read("kept/report.md")
    let links = report.matches(of: /\]\((?<file>[^)#:]+)\)/).map { String($0.file) }
    #expect(links.contains("claims.md"))
    for link in links { #expect(project.exists("kept/" + link), "\(link)") }
    #expect(try !project.read("kept/report.html").contains("href=\"scenarios/"))
    let original = try project.read("Reports/small/results.csv")
    #expect(try project.read("kept/results.csv") == original)
  }

  @Test(.exhaustive) func theAnalysisIsPublishedAsTables() throws {
    let project = try SharedRun.small().copy()
    try project.run("sensitivity --run Reports/small --people 2 --seeds 2 --quiet").expect(0)
    try project.run("report Reports/small --publish kept").expect(0)
    let answers = try CSVFile(project.read("kept/data/answers.csv")).records
    #expect(answers.contains { $0["kind"] == "recommendation" && Int($0["draws"] ?? "") ?? 0 > 0 })
    let seeds = try CSVFile(project.read("kept/data/seeds.csv")).records
    #expect(seeds.contains { $0["metric"] == "pin-coverage" && $0["seeds"] == "2" })
    #expect(try project.read("kept/report.md").contains("(data/answers.csv)"))
  }

  /// Such a run cannot be repeated.
  @Test func aRunWithChangesIsNotPublished() async throws {
    let project = try SharedRun.small().copy()
    func publish() async throws -> Tool.Outcome {
      try await project.call("report Reports/small --publish kept")
    }
    let journal = try project.read("Reports/small/data/journal.jsonl")
    let commit = try #require(journal.firstMatch(of: /"commit":"(?<commit>[^"]*)"/)).commit
    try project.write(
      journal.replacing("\"commit\":\"\(commit)\"", with: "\"commit\":\"abc+changes\""),
      to: "Reports/small/data/journal.jsonl")
    try await publish().expect(
      1, errors: "found one of abc+changes; commit the changes and run again")
    #expect(!project.exists("kept"))
    try project.write(journal, to: "Reports/small/data/journal.jsonl")
    try await publish().expect(0)
  }

  @Test func aFolderWithFilesIsNotTouched() async throws {
    let project = try SharedRun.small().copy()
    try project.makeFolder("kept")
    try project.write("mine", to: "kept/notes.txt")
    try await project.call("report Reports/small --publish kept").expect(
      1, errors: "expected an empty folder, or none yet, at kept")
    #expect(try project.names("kept") == ["notes.txt"])
  }
}
