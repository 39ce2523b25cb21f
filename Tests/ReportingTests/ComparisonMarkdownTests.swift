import Documents
import Gate
import Reporting
import ScenarioModel
import TestSupport
import Testing

/// A comparison in Markdown; `GoldenTests` has the whole text of one with every status and outcome.
@Suite struct ComparisonMarkdownTests {
  private static func text(_ results: ComparisonResults) -> String {
    ComparisonMarkdown.text(results, verdict: results.verdict)
  }

  private static func tables(_ results: ComparisonResults) throws -> [MarkdownReader.Table] {
    try MarkdownReader(text(results)).tables.filter { $0.header.first != "Scenarios" }
  }

  @Test func theFirstTableHasWhatIsWorseFirst() throws {
    let text = Self.text(.regression)
    #expect(text.hasPrefix("## REGRESSION: 2 of 4 metrics got worse, in 1 of 2 cases\n"))
    #expect(
      text.contains(
        "MapPressure compared base `abc1234` with head `def5678`: side by side on this machine. 2 "
          + "passed, 2 regressions. 2 worse in 1 case, the worst 1,550 x a 2 % change: "
          + "views-created of ten-thousand-pins 10000 grid-clusters. 1 timing judged, by 64 pairs; "
          + "min. detectable change 3.4 %; 1 replayed in part."))
    let table = try #require(try Self.tables(.regression).first)
    #expect(
      table.header == ["Verdict", "Case", "Metric", "Kind", "Base", "Head", "Change", "Note"])
    let name = "`ten-thousand-pins 10000 grid-clusters`"
    #expect(
      table.rows == [
        [
          "**worse**", name, "`views-created`", "counted", "312", "10,000", "32.1 x",
          "1,550 x a 2 % change",
        ],
        [
          "**worse**", name, "`frame-time`", "measured", "1.00 ms", "1.05 ms",
          "+5.1 % [4.6, 5.7]", "2.55 x its margin; in 256 fresh pairs after a suspicion in 64",
        ],
      ])
  }

  @Test func theSeverityIsBeforeTheChanges() throws {
    var results = ComparisonResults.regression
    let all = try MarkdownReader(Self.text(results)).tables[0]
    #expect(
      all.header == [
        "Scenarios", "Change", "Metrics", "Cases", "Geometric mean", "Without a ratio",
      ])
    // The mean of 32.05 and 1.051.
    #expect(all.rows == [["all", "worse", "2", "1", "5.80 x", "0"]])
    results.firstScenarios = ["a", "ten-thousand-pins"]
    #expect(
      try MarkdownReader(Self.text(results)).tables[0].rows.map(\.[0]) == [
        "`a`, `ten-thousand-pins`"
      ])
    results.firstScenarios = ["a"]
    #expect(try MarkdownReader(Self.text(results)).tables[0].rows.map(\.[0]) == ["all others"])
  }

  @Test func acceptedChangesAreApart() throws {
    let text = Self.text(.accepted)
    #expect(text.hasPrefix("## PASSED: no regression in 2 metrics of 1 case\n"))
    #expect(text.contains("<summary>1 accepted change</summary>"))
    let row = try #require(try Self.tables(.accepted).first?.rows.first)
    #expect(row[0] == "accepted")
    #expect(row[7] == "a layer \\| more; accepted until 2026-12-31; 1,550 x a 2 % change")
    #expect(text.contains("1 metric: Single numbers are compared; any change is a regression"))
    let invalid = Self.text(.invalid)
    #expect(
      invalid.hasPrefix(
        "## FAILED: despite no regression in 2 metrics of 1 case; 2 accepted changes no longer "))
    #expect(invalid.contains("- **Warning**: a.yaml:1: "))
  }

  @Test func aPassSaysThatNothingIsWorse() throws {
    let same = ComparisonResults([.compared([.exact(.viewsCreated, 3, 3, .pass)])])
    let text = Self.text(same)
    #expect(text.hasPrefix("## PASSED: no regression in 1 metric of 1 case\n"))
    #expect(text.contains("No metric changed by more than its method tolerates."))
    #expect(
      !Self.text(ComparisonResults([])).contains("No metric changed"),
      "where nothing was compared, nothing can be said")
    #expect(!Self.text(.accepted).contains("No metric changed"))
    // There is no need to compare improvements again.
    #expect(!Self.text(.pass).contains("Commands that compare"))
  }

  @Test(arguments: [
    (1, 1, 12), (30, 30, 12), (80, 20, 12), (20, 5, 1_000), (400, 3, 100), (600, 1, 40),
  ]) func itFitsIntoACommentAndCountsTheRest(cases: Int, metrics: Int, nameLength: Int) throws {
    let results = ComparisonResults.many(cases: cases, metrics: metrics, nameLength: nameLength)
    let text = Self.text(results)
    #expect(text.utf8.count <= 60_000)
    let tables = try MarkdownReader(text).tables
    let worse = tables.filter { $0.header.first == "Verdict" }
    #expect((worse.first?.rows.count ?? 0) <= 25)
    func leftOut(_ noun: String) -> Int {
      text.split(separator: "\n").compactMap { line -> Int? in
        let words = line.split(separator: " ")
        guard words.count > 3, words[1] == "more", words[2].hasPrefix(noun),
          line.contains("see `gate.json`")
        else { return nil }
        return Int(words[0].filter { $0 != "," })
      }.reduce(0, +)
    }
    let all = cases * metrics
    #expect(worse.reduce(0) { $0 + $1.rows.count } + leftOut("row") == all)
    let overview = tables.filter { $0.header.contains("Status") }
    #expect(overview.reduce(0) { $0 + $1.rows.count } + leftOut("case") == cases)
    let numbers = tables.filter {
      $0.header.count == 7 && $0.header.contains("Min. detectable change")
    }
    #expect(numbers.reduce(0) { $0 + $1.rows.count } + leftOut("number") == all)
    let commands = text.split(separator: "\n").count {
      $0.hasPrefix("- ") && $0.contains("gate --base")
    }
    #expect(commands + leftOut("command") == cases)
    // Every part that is opened is closed.
    #expect(count("<details>", in: text) == count("</details>", in: text))
  }

  @Test func manyWarningsAndLongNamesHaveRoom() {
    let long = String(repeating: "<|", count: 10_000)
    let results = ComparisonResults(
      ComparisonResults.many(cases: 50, metrics: 10).cases, refusal: long,
      warnings: Array(repeating: long, count: 500), base: long, head: long)
    let text = Self.text(results)
    #expect(text.utf8.count <= 60_000)
    #expect(text.contains("490 more warnings: see `gate.json`"))
  }

  @Test func namesFromDataStayText() throws {
    let text = Self.text(.evil)
    // The report's own tags, and no others.
    let tags = text.split(separator: "<").dropFirst().map { $0.prefix { $0 != ">" } }
    #expect(Set(tags) == ["details", "/details", "summary", "/summary"])
    #expect(count("</details>", in: text) == count("<details>", in: text))
    let reader = try MarkdownReader(text)
    #expect(reader.headings.count == 1)
    #expect(reader.tables.allSatisfy { $0.rows.allSatisfy { !$0.isEmpty } })
    #expect(!text.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" })
    #expect(!text.contains("\u{202E}"))
  }

  private func count(_ part: String, in text: String) -> Int {
    text.ranges(of: part).count
  }
}
