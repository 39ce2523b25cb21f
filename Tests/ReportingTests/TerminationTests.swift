import Harness
import Measurement
import Reporting
import ScenarioModel
import Testing
import Verdicts

/// What a report says of strategies whose app the watchdog ended.
@Suite struct TerminationTests {
  /// A family whose `by-train` is twice as good by everything, and whose app does not live.
  private static func family(_ metric: String, ended: Double) -> LettersFamily {
    var family = LettersFamily(variants: ["calm"])
    family.scenarioStrategies = ["by-foot", "by-train", "stamped"]
    family.metrics.append(
      Metric(metric, .count, .modelled, .lowerIsBetter, "Whether the app was ended."))
    family.headlines = [LettersFamily.deliveryTimeP95]
    family.value = { asked, strategy, _ in
      if asked.name == metric { return strategy == "by-train" ? ended : 0 }
      return ["by-train": 2, "stamped": 4][strategy] ?? 8
    }
    return family
  }

  private static func report(_ family: LettersFamily) throws -> String {
    let results = try family.results()
    return MarkdownReport.text(results, verdict: RunVerdict(results))
  }

  @Test(arguments: ["watchdog-terminations"])
  func whatWasEndedIsNeverTheBest(metric: String) throws {
    let text = try Self.report(Self.family(metric, ended: 1))
    #expect(
      text.contains(
        "- The watchdog ended the app under `by-train`, which kept the main thread for too long. "
          + "It is never the best by a number, as an app that is gone does nothing more.\n"))
    #expect(
      text.contains(
        "- By `delivery-time-p95` (modelled), of the strategies that keep the app alive, `stamped` "
          + "is the best: 4 ns against 8 ns of `by-foot` (0.50 x).\n"))
    let table = try #require(
      MarkdownReader(text).tables.first {
        $0.heading == "## Which strategy is best by which number"
      })
    #expect(table.rows.map { $0[3] } == ["`stamped`"])
    #expect(
      text.contains(
        "- The watchdog ended the app under `by-train` in `post`, calm, size 12: that takes no part "
          + "either.\n"))
  }

  @Test func whatWentOnToTheEndMayBe() throws {
    let text = try Self.report(Self.family("watchdog-terminations", ended: 0))
    #expect(!text.contains("The watchdog"))
    #expect(text.contains("- By `delivery-time-p95` (modelled) `by-train` is the best: 2 ns"))
  }
}
