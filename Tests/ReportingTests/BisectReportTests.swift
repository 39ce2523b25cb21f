import Gate
import Harness
import Reporting
import ScenarioModel
import TestSupport
import Testing

/// The reports of a bisect to people and programs.
@Suite struct BisectReportTests {
  /// A bisect of four commits; the second one cannot be compared.
  private func results(skipping skipped: String = "none") async throws -> BisectResults {
    let commits = try ["1a", "2b", "3c", "4d"].map { hash in
      try #require(
        BisectResults.Commit(
          parsing: "\(hash)\u{1F}2026-11-27\u{1F}Ann | Lee\u{1F}<b>Subject</b> of \(hash) | #7"))
    }
    return try await BisectResults(
      good: "0a", bad: commits[3], between: Array(commits.prefix(3)), metric: nil
    ).completed { commit, _ in
      if commit.hash == skipped { return ComparisonResults([], refusal: "no | program") }
      return commit.hash < "2b" ? ComparisonResults.pass : ComparisonResults.regression
    } changed: { _ in
    }
  }

  @Test func theCommitComesFirstAndTextFromDataIsEscaped() async throws {
    let results = try await results()
    #expect(try JSONValue(BisectReport.json(results)).verdict.status == "found")
    let text = BisectReport.document(results, continuing: "").text
    #expect(
      text.hasPrefix("## FOUND: views-created of ten-thousand-pins 10000 grid-clusters is worse"))
    #expect(text.contains("| `2b` | 2026-11-27 | Ann \\| Lee | &lt;b&gt;Subject"))
    #expect(text.contains("312 -&gt; 10,000"))
    // The other number is in the table of all that is worse.
    #expect(text.contains("`frame-time`"))
    #expect(!text.contains("<b>") && !text.contains("To continue"))
    #expect(
      BisectReport.progress(of: results)
        .hasPrefix("[3/3] 1a \"<b>Subject</b> of 1a | #7\": passed"))
  }

  @Test func aRangeNamesWhatWasSkipped() async throws {
    let results = try await results(skipping: "2b")
    let text = BisectReport.document(results, continuing: "").text
    #expect(text.contains("INCONCLUSIVE: ") && text.contains("one of 2 commits on"))
    #expect(text.contains("| skipped | no \\| program |"))
  }

  @Test func anUnfinishedOneSaysHowToContinueAndIsReadAgain() async throws {
    let results = try await results()
    let start = BisectResults(
      good: results.good, bad: results.bad, between: results.between, metric: nil)
    let project = try TemporaryFolder()
    let folder = project.file("Reports")
    let path = folder + "/" + BisectReport.documentFile
    let command = "mappressure bisect a b --resume"
    for state in [results, start] {
      try BisectReport.write(state, continuing: command, to: folder)
      #expect(try start.continuing(fileAt: path).suspects == state.suspects)
    }
    #expect(try project.read("Reports/bisect.md").contains("To continue: `\(command)`"))
    let json = try project.json("Reports/bisect.json")
    #expect(json.verdict.status == "unfinished")
    // A bisect of other commits is not continued, and a foreign file is not replaced.
    let other = BisectResults(good: "0b", bad: results.bad, between: results.between, metric: nil)
    #expect(throws: FinishedRunError.self) { try other.continuing(fileAt: path) }
    try project.write("notes", to: "Reports/bisect.md")
    #expect(throws: ReportingError.foreignFile(path: folder + "/bisect.md")) {
      try BisectReport.write(start, continuing: command, to: folder)
    }
  }
}
