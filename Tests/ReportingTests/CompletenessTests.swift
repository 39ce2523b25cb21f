import Harness
import Measurement
import Reporting
import ScenarioModel
import Testing
import Verdicts

/// What a report says of how much of the pins in view strategies stand for, where less than all is
/// enough.
@Suite struct CompletenessTests {
  private static let pins = Metric(
    "pin-coverage", .fraction, .counted, .higherIsBetter, "The share of the pins.")

  private static func report(_ shares: [String: Double]) throws -> String {
    var family = LettersFamily(variants: ["calm"])
    family.metrics.append(pins)
    family.headlines = [LettersFamily.deliveryTimeP95]
    family.requirement = ResultRequirement(
      metric: pins, fraction: 0.8, summary: "show at least 80 % of the pins that the best one shows"
    )
    family.scenarioStrategies = family.strategies.map(\.name).filter { shares.keys.contains($0) }
    family.value = { metric, strategy, _ in
      metric == pins ? shares[strategy] ?? 0 : strategy == "by-foot" ? 8 : 4
    }
    let results = try family.results()
    return MarkdownReport.text(results, verdict: RunVerdict(results))
  }

  @Test func everyPinIsSaidWhereEveryPinIsThere() throws {
    let text = try Self.report(["by-foot": 1, "by-train": 1])
    #expect(
      text.contains(
        "\n- Every strategy stands for every pin in view in every frame that was inspected.\n"))
    #expect(!text.contains("Of the pins in view"))
  }

  @Test func whatIsEnoughIsNotSaidToBeAll() throws {
    let text = try Self.report(["by-foot": 0.885, "by-train": 0.99])
    #expect(!text.contains("every pin"))
    #expect(
      text.contains(
        "\n- Of the pins in view in the frames that were inspected `by-foot` stands for 88.5 % and "
          + "`by-train` stands for 99.0 %.\n"))
  }

  @Test func eachShareIsSaidOnceAndWhatIsTooLittleApart() throws {
    let text = try Self.report([
      "by-foot": 1, "by-train": 0.9, "stamped": 0.5, "addressed": 0.9, "unstamped": 0.999_999,
    ])
    let sentences = """
      - `by-foot` stands for every pin in view in every frame that was inspected.
      - Of the pins in view in the frames that were inspected `by-train` and `addressed` stand for \
      90.0 % and `unstamped` stands for 99.9999 %.
      - Only strategies that show at least 80 % of the pins that the best one shows do the job and \
      can be the best by a number. By `pin-coverage` these do not: `stamped` (50.0 %).

      """
    #expect(text.contains(sentences))
    #expect(text.contains("of the strategies that do the job, `by-train` is the best"))
  }
}
