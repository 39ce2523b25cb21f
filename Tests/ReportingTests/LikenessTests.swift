import Harness
import Measurement
import Reporting
import ScenarioModel
import Testing
import Verdicts

/// What a report makes of numbers that read the same, or nearly so.
@Suite struct LikenessTests {
  private typealias Values = @Sendable (Metric, String) -> Double

  private static func report(
    _ headlines: [Metric], strategies: [String] = ["by-foot", "by-train"], value: @escaping Values
  ) throws -> String {
    var family = LettersFamily(variants: ["calm"])
    family.headlines = headlines
    family.scenarioStrategies = strategies
    family.value = { metric, strategy, _ in value(metric, strategy) }
    let results = try family.results()
    return MarkdownReport.text(results, verdict: RunVerdict(results))
  }

  private static func rows(_ text: String) throws -> [[String]] {
    try MarkdownReader(text).tables
      .first { $0.heading == "## Which strategy is best by which number" }?.rows ?? []
  }

  /// 19.498 ms against 19.502 ms.
  @Test func whatReadsTheSameIsNotBetter() throws {
    let text = try Self.report([LettersFamily.deliveryTimeP95]) { _, strategy in
      strategy == "by-train" ? 19_498_000 : 19_502_000
    }
    #expect(!text.contains("is the best"))
    #expect(
      text.contains(
        "- No other strategy is better than `by-foot` by `delivery-time-p95` (at best 19.5 ms "
          + "against 19.5 ms, the same).\n"))
    let row = try #require(try Self.rows(text).first)
    #expect(row.suffix(4) == ["`by-foot` and `by-train`", "19.5 ms", "19.5 ms", "the same"])
  }

  @Test func aRatioThatReadsAsOneIsNotBetter() throws {
    let text = try Self.report([LettersFamily.lettersLost]) { _, strategy in
      strategy == "by-train" ? 1_001 : 1_004
    }
    #expect(!text.contains("is the best"))
    #expect(
      text.contains(
        "by `letters-lost` (at best 1,001 against 1,004, nearly the same).\n"))
    #expect(
      text.contains(
        "- `by-train` is not better than `by-foot` by `letters-lost` (1,001 against 1,004, nearly "
          + "the same).\n"))
    #expect(try Self.rows(text).first?.last == "1.00 x")
  }

  @Test func aSmallDifferenceThatCanBeReadIsOne() throws {
    let text = try Self.report([LettersFamily.lettersLost]) { _, strategy in
      strategy == "by-train" ? 990 : 1_000
    }
    #expect(text.contains("`by-train` is the best: 990 against 1,000 of `by-foot` (0.99 x)."))
  }

  @Test func whatIsNearTheBestStandsBesideIt() throws {
    let text = try Self.report(
      [LettersFamily.lettersLost], strategies: ["by-foot", "by-train", "stamped", "addressed"]
    ) { _, strategy in
      ["by-train": 500, "stamped": 501, "addressed": 500][strategy] ?? 1_000
    }
    #expect(
      text.contains(
        "`by-train` is the best: 500 against 1,000 of `by-foot` (0.50 x); `addressed` has the same; "
          + "`stamped` has nearly the same.\n"))
  }

  // MARK: - Where strategies are worse

  @Test func strategiesThatAreWorseAlikeStandInOneSentence() throws {
    let text = try Self.report(
      [LettersFamily.lettersLost, LettersFamily.lettersRead, LettersFamily.deliveryTimeP95],
      strategies: ["by-foot", "by-train", "stamped", "addressed"]
    ) { metric, strategy in
      guard strategy != "by-foot" else { return 8 }
      switch metric.name {
      case "letters-lost": return 9
      // All the same letters are read, which says nothing beside what is worse.
      case "letters-read": return 8
      default: return strategy == "addressed" ? 8 : 4
      }
    }
    #expect(
      text.contains(
        "\n- `by-train` and `stamped` are worse than `by-foot` by `letters-lost` (9 against 8).\n"))
    // It is better by nothing, so that all is said.
    #expect(
      text.contains(
        "\n- `addressed` is not better than `by-foot` by `letters-lost` (9 against 8), "
          + "`letters-read` (the same) and `delivery-time-p95` (the same).\n"))
  }

  @Test func whatIsBetterAndNowhereWorseNeedsNoSentence() throws {
    let text = try Self.report([LettersFamily.lettersLost, LettersFamily.deliveryTimeP95]) {
      metric, strategy in
      metric == LettersFamily.lettersLost || strategy == "by-foot" ? 8 : 4
    }
    #expect(!text.contains("- `by-train` is"))
  }
}
