import Answers
import Harness
import Reporting
import ScenarioModel
import Testing

/// Reports of several variants: equal rows of some of them are one.
@Suite struct VariantReportTests {
  private static let judged = """
    thresholds:
      by-train: ["letters-lost <= 8", { bound: "letters-lost <= 7", variant: strike }, \
    { bound: "letters-lost <= 1", size: 99 }]
    claims:
      - { id: many, says: many are lost, by: a test, strategy: by-train, metric: letters-lost, at-least: 8 }
      - { id: few, says: few are lost, by: a test, variant: calm, strategy: by-train, metric: letters-lost, at-most: 8 }
      - { id: large, says: more are lost, by: a test, size: 99, strategy: by-train, metric: letters-lost, at-least: 9 }
    """

  /// A run in which the letters of `storm` are twice as many as those of `calm` and `strike`.
  private static func results() throws -> RunResults {
    try LettersFamily(
      variants: ["calm", "storm", "strike"], body: judged, factor: { $0 == "storm" ? 2 : 1 },
      sizes: [12, 99]
    ).results(RunSelection(sizes: [12]))
  }

  private static func text() throws -> String { try results().report }

  @Test func thresholdsAndClaimsAreListedOnceForEqualVariants() throws {
    let reader = try MarkdownReader(Self.text())
    let thresholds = try reader.table("## Thresholds")
    #expect(
      thresholds.rows.map { $0[1...].joined(separator: " | ") } == [
        "letters-lost &lt;= 8 | calm and strike, size 12 | 8 | 8 | passed",
        "letters-lost &lt;= 8 | storm, size 12 | 16 | 8 | **failed**",
        "letters-lost &lt;= 7 | strike, size 12 | 8 | 7 | **failed**",
      ])
    let open = try reader.table("## Thresholds that do not hold")
    #expect(open.rows.map { $0[2] } == ["storm, size 12", "strike, size 12"])
    let claims = try reader.table("## Claims")
    #expect(
      claims.rows.map { [$0[0], $0[2], $0[3]] } == [
        ["many", "calm and strike, size 12", "**confirmed, shown by work**"],
        ["", "storm, size 12", "**confirmed, shown by work**"],
        ["few", "calm, size 12", "**confirmed, shown by work**"],
        ["large", "size 99", "**cannot be tested here**"],
      ])
    #expect(claims.rows.last?.last == "size 99 is not in this run")
  }

  @Test func whatWasNotRequestedHasAReason() throws {
    let results = try Self.results()
    let verdict = RunVerdict(results)
    let text = MarkdownReport.whole(results, verdict: verdict)
    #expect(
      text.contains(
        "Not selected in this run:\n\n- `by-train`: letters-lost &lt;= 1: size 99 is not in "
          + "this run\n"))
    let unasked = try results.document.verdict.scenarios[0].notSelected[0]
    #expect(unasked.reason == "size 99 is not in this run")
  }

  @Test func theTerminalShowsEqualVariantsOnce() throws {
    let lines = try Self.results().summary().split(separator: "\n").map(String.init)
    #expect(
      lines.filter { $0.hasPrefix("post") } == [
        "post [calm, strike], size 12, 4 trials", "post [storm], size 12, 4 trials",
      ])
    #expect(
      lines.filter { $0.hasPrefix("failed") } == [
        "failed: post [storm] 12 by-train: letters-lost <= 8: found 16, bound 8",
        "failed: post [strike] 12 by-train: letters-lost <= 7: found 8, bound 7",
      ])
  }

  @Test func aThresholdThatFailsEverywhereIsOneLine() throws {
    let body = "thresholds: { by-train: [\"letters-lost <= 1\"] }"
    let text = try LettersFamily(body: body).results().summary()
    #expect(
      text.contains(
        "failed: post [calm, strike] 12 by-train: letters-lost <= 1: found 8, bound 1\n\nFAILED: 2 "
      ))
  }

  // MARK: - Transcripts

  private static func transcript(_ title: String, _ text: String) -> Transcript {
    Transcript(title: title, entries: [.init(time: 1_000_000, text: text)])
  }

  private static func report(
    _ transcripts: @escaping @Sendable (Case) -> [Transcript]
  ) throws -> String {
    var family = LettersFamily()
    // Only transcripts that show a fault are shown.
    family.inspection = {
      Inspection(
        transcripts: transcripts($0),
        outcomes: [SettingOutcome(setting: "rain", faults: [.init(name: "late", extent: "1 x")])])
    }
    family.factor = { $0 == "calm" ? 1 : 2 }
    return try family.results().report
  }

  private static func folded(_ title: String, _ text: String) -> String {
    "<details>\n<summary>\(title)</summary>\n\n| Time | What happens |\n| ---: | --- |\n"
      + "| 1.00 ms | \(text) |\n\n</details>"
  }

  @Test func allTranscriptsHaveOneTitle() throws {
    let text = try Self.report { [Self.transcript("one letter", "\($0.variant) \($0.strategy)")] }
    #expect(
      text.contains(
        "### Step by step: one letter\n\n"
          + Self.folded("<code>by-foot</code>", "calm by-foot") + "\n\n"
          + Self.folded("<code>by-train</code>", "calm by-train") + "\n\n"))
    #expect(text.contains("strike by-train"))
  }

  @Test func aTranscriptWithoutAFaultIsNotShown() throws {
    var family = LettersFamily()
    family.inspection = {
      Inspection(
        transcripts: [Self.transcript("one letter", $0.strategy)],
        outcomes: [
          SettingOutcome(
            setting: "rain",
            faults: $0.strategy == "by-train" ? [.init(name: "late", extent: "1 x")] : [])
        ])
    }
    let text = try family.results().report
    #expect(text.contains("<code>by-train</code>"))
    #expect(!text.contains("<code>by-foot</code>"))
  }

  @Test func differentTitlesHaveTheirStrategies() throws {
    let text = try Self.report { [Self.transcript("lost | by \($0.strategy)", $0.variant)] }
    #expect(
      text.contains(
        "### Step by step\n\n"
          + Self.folded("<code>by-foot</code>: lost | by by-foot", "calm") + "\n\n"
          + Self.folded("<code>by-train</code>: lost | by by-train", "calm") + "\n\n"))
  }

  @Test func severalTranscriptsOfAStrategyHaveTheirTitles() throws {
    let text = try Self.report {
      $0.strategy == "by-foot" || $0.variant == "calm"
        ? [] : [Self.transcript("first", "a"), Self.transcript("then", "b")]
    }
    let table = "| Time | What happens |\n| ---: | --- |\n| 1.00 ms | "
    #expect(
      text.contains(
        "### Step by step\n\n<details>\n<summary><code>by-train</code>: first; then</summary>\n\n"
          + "**first**\n\n\(table)a |\n\n**then**\n\n\(table)b |\n\n</details>\n\n"))
    #expect(text.split(separator: "### Step by step").count == 2, "only where there is one")
  }
}
