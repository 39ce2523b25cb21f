import Harness
import Reporting
import ScenarioModel
import TestSupport
import Testing

@Suite struct MarkdownReportTests {
  static let judged = """
    thresholds:
      hierarchical-clusters: ["max-live-views <= 50", "frame-time-p99 <= 0.25 x all-pins"]
    claims:
      - { id: spike, says: memory spikes, by: a test, strategy: all-pins, metric: peak-live-bytes, at-least: 200 MB }
      - { id: linear, says: memory is linear, by: a test, strategy: all-pins, metric: bytes-allocated, growth: [0.9, 1.1] }
    """

  @Test func beginsWithTheVerdict() throws {
    let text = try ReportFixture(body: Self.judged).results().report
    let lines = text.split(separator: "\n")
    #expect(lines[0] == "# MapPressure report: Show many pins")
    // At 10,000 pins the clusters have 100 views.
    #expect(lines[1].hasPrefix("**FAILED: 1 threshold failed"))
    #expect(
      text.contains(
        "Thresholds: 3 passed, 1 failed, 0 not decided, 0 inconclusive, 0 not selected."))
    #expect(
      text.contains(
        "Statements: 1 confirmed, 0 refuted, 1 confirmed in part, 0 open, 0 not decided"))
  }

  @Test func everyTableIsWhole() throws {
    let reader = try MarkdownReader(ReportFixture(body: Self.judged).results().report)
    #expect(reader.tables.count > 20)
    #expect(reader.headings.contains("## Size 10,000"))
  }

  @Test func eachKindHasTablesOfItsOwn() throws {
    let results = try ReportFixture().results()
    let reader = try MarkdownReader(results.report)
    let headings: [(MetricKind, String)] = [
      (.measured, "### Measured on this machine"), (.counted, "### Counted"),
      (.modelled, "### Modelled with `iphone-simulator`: not a device measurement"),
    ]
    for (kind, heading) in headings {
      let columns = reader.tables.filter { $0.heading == heading }.flatMap { $0.header.dropFirst() }
      let names = results.scenarios[0].scenario.metrics.filter { $0.kind == kind }.map(\.name)
      // Once for each of the two sizes.
      #expect(columns.sorted() == (names + names).sorted())
    }
  }

  @Test func theNaiveStrategyComesFirstAndTheOthersAreRatiosToIt() throws {
    let reader = try MarkdownReader(ReportFixture().results().report)
    let tables = reader.tables.filter { $0.header.contains("frame-time-p99") }
    #expect(tables.count == 2)
    for table in tables {
      #expect(
        table.rows.map(\.first)
          == ["`all-pins`", "`visible-region-scan`", "`hierarchical-clusters`"])
    }
    let large = try #require(tables.last)
    #expect(large.cell("`all-pins`", "frame-time-p99") == "30.8 ms [30.0–31.5]")
    #expect(large.cell("`hierarchical-clusters`", "frame-time-p99") == "308 µs [300–315] (0.010 x)")
  }

  @Test func saysThatModelledIsNotMeasured() throws {
    let text = try ReportFixture().results().report
    #expect(text.contains("**Modelled numbers come from the profile `iphone-simulator`"))
    #expect(text.contains("are not a device measurement.**"))
    #expect(text.contains("create-marker-view"))
  }

  @Test func saysWhereItWasMade() throws {
    let reader = try MarkdownReader(ReportFixture().results().report)
    let table = try reader.table("## Provenance")
    #expect(table.cell("CPU", "Value") == "Test CPU, x86\\_64")
    #expect(table.cell("Commit", "Value") == "`abcdef123456`")
    #expect(table.cell("Command", "Value") == "`mappressure run many-pins`")
    #expect(try ReportFixture().results().report.contains("\n- seeds: pins 42, camera 7\n"))
  }

  @Test func namesTheSeedsThatWereUsed() throws {
    let fixture = ReportFixture(selection: RunSelection(seed: 99))
    let text = try fixture.results().report
    #expect(text.contains("seeds: pins 99, camera 99"))
    #expect(!text.contains("seed 42"))
  }

  @Test func showsEachPictureWithItsCaption() throws {
    let reader = try MarkdownReader(ReportFixture().results().report)
    let tables = reader.tables.filter { $0.heading == "### Pictures" }
    #expect(tables.count == 2)
    #expect(
      tables.first?.rows == [
        [
          "![a map](../pictures/1000-all-pins.png)",
          "![a map](../pictures/1000-visible-region-scan.png)",
          "![a map](../pictures/1000-hierarchical-clusters.png)",
        ], ["a map", "a map", "a map"],
      ])
  }

  @Test func claimsHaveTheirNumbers() throws {
    let reader = try MarkdownReader(ReportFixture(body: Self.judged).results().report)
    let table = try reader.table("## Claims")
    #expect(table.rows.count == 3)
    #expect(
      table.rows[0][3...] == [
        "**refuted, shown by work**",
        "peak-live-bytes (measured) of all-pins must be at least 200 MB; found: 30.8 MB",
      ])
    #expect(table.rows[1][3] == "**confirmed, shown by work**")
    #expect(
      table.rows[2].last
        == "bytes-allocated (modelled) of all-pins must grow as the size to the power of "
        + "0.900 to 1.10; found: 1 (40.0 MB at 1,000, 400 MB at 10,000)")
  }

  @Test func brokenCasesAreAtTheTop() throws {
    let fixture = ReportFixture(body: Self.judged).replacing(
      "all-pins", size: 10_000,
      .crashed(ending: "signal 4", standardError: "Fatal | error\n<b>"))
    let text = try fixture.results().report
    let reader = try MarkdownReader(text)
    #expect(text.contains("**BROKEN: 1 of 6 cases did not complete"))
    let table = try reader.table("## Cases without a result")
    #expect(
      table.rows == [
        ["many-pins 10000 all-pins", "crashed: signal 4: Fatal \\| error &lt;b&gt; (trial 1)"]
      ])
    let open = try reader.table("## Thresholds that do not hold")
    #expect(open.rows.last?.last?.hasPrefix("**not decided**: all-pins: crashed") ?? false)
    #expect(text.contains("`all-pins` (**crashed**)"))
  }

  @Test func aMissingNumberHasItsReason() throws {
    let long = "this process does not allocate through jemalloc; link it before the C library"
    let fixture = ReportFixture().setting([
      "peak-live-bytes": .notAvailable(reason: long),
      "peak-resident-bytes": .notAvailable(reason: "no | file"),
    ])
    let text = try fixture.results().report
    let tables = try MarkdownReader(text).tables.filter { $0.header.contains("peak-live-bytes") }
    #expect(tables.count == 2)
    for table in tables {
      #expect(table.cell("`all-pins`", "peak-live-bytes") == "not available (note 1)")
      #expect(table.cell("`all-pins`", "peak-resident-bytes") == "not available: no \\| file")
    }
    #expect(text.contains("- Note 1: not available: \(long)"))
  }

  @Test func nothingFromDataIsMarkup() throws {
    let hostile =
      "a|b `c` *d* _e_ [f](javascript:g) <script>h</script> &lt; \\| #i ~~j~~ ![k](l)\n\n# m"
    let fixture = ReportFixture(
      title: hostile, body: Self.judged, command: hostile, processor: hostile, caption: hostile
    ).replacing("visible-region-scan", .failed(reason: hostile))
    let text = try fixture.results().report
    let reader = try MarkdownReader(text)
    #expect(!text.contains("<script"))
    // Without the escaped brackets no link is left.
    #expect(!text.replacing("\\]", with: "").contains("](javascript"))
    #expect(!reader.headings.contains { $0.hasPrefix("# m") })
    let tags = text.split(separator: "<", omittingEmptySubsequences: false).dropFirst()
    #expect(
      tags.allSatisfy { tag in
        ["details>", "summary>", "/details>", "/summary>"].contains { tag.hasPrefix($0) }
      })
    // What is escaped reads back as it was, on one line.
    let title = try #require(text.split(separator: "\n").first)
    #expect(
      title == "# MapPressure report: a\\|b \\`c\\` \\*d\\* \\_e\\_ \\[f\\](javascript:g) "
        + "&lt;script&gt;h&lt;/script&gt; &amp;lt; \\\\\\| \\#i \\~\\~j\\~\\~ \\!\\[k\\](l) \\# m")
  }

  @Test func aVariantIsNotMarkup() throws {
    let reader = try MarkdownReader(
      LettersFamily(variants: ["a|b", "# c\n| d |"]).results().report)
    #expect(reader.headings.contains("## A\\|b, size 12"))
    #expect(reader.headings.contains("## \\# c \\| d \\|, size 12"))
  }

  @Test func aPictureCannotLeaveTheFolder() throws {
    let fixture = ReportFixture { key in
      guard key.kind == .inspection else { return nil }
      return TrialRecord(
        key: key, status: .completed,
        pictures: [.init(file: "../x) ![y](https://z/ä.png", frame: 0, caption: "c")])
    }
    #expect(
      try fixture.results().report.contains(
        "![c](../pictures/..%2Fx%29%20%21%5By%5D%28https%3A%2F%2Fz%2F%C3%A4.png)"))
  }
}
