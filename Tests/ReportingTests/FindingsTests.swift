import Answers
import Harness
import Reporting
import ScenarioModel
import Testing

/// The findings of a configuration as values.
@Suite struct FindingsTests {
  /// A run of one variant with values by metric, strategy and trial.
  private static func family(
    _ headlines: [Metric], _ strategies: [String] = ["by-foot", "by-train"],
    value: @escaping @Sendable (Metric, String, Int) -> Double
  ) -> LettersFamily {
    var family = LettersFamily(variants: ["calm"])
    family.headlines = headlines
    for metric in headlines where !family.metrics.contains(metric) { family.metrics.append(metric) }
    family.scenarioStrategies = strategies
    // What is not measured must not depend on the trial.
    family.value = { metric, strategy, trial in
      value(metric, strategy, metric.kind.isDeterministic ? 1 : trial)
    }
    return family
  }

  private static func rankings(_ family: LettersFamily) throws -> [Ranking] {
    let (scenario, configuration) = try family.firstConfiguration()
    return scenario.rankings(in: configuration)
  }

  private static let waiting = Metric(
    "waiting", .nanoseconds, .measured, .lowerIsBetter, "The wait.")

  // MARK: - The best strategy

  @Test func theBestStrategyHasItsValueAndItsRatio() throws {
    let family = Self.family([.lettersLost], ["by-foot", "by-train", "stamped"]) {
      _, strategy, _ in ["by-train": 500, "stamped": 700][strategy] ?? 1_000
    }
    let ranking = try #require(try Self.rankings(family).first)
    #expect(ranking.metric == .lettersLost)
    #expect(ranking.strategies == ["by-train"])
    #expect(ranking.value == 500 && ranking.naive == 1_000 && ranking.ratio == 0.5)
    #expect(ranking.comparison == .better)
  }

  /// Values that a reader could not distinguish are a tie of the best.
  @Test(
    arguments: [
      (.lettersRead, [8, 4], ["by-foot"], nil),
      // 19.498 ms and 19.502 ms are written with the same text, 1,001 and 1,004 with a ratio of 1.
      (.deliveryTimeP95, [19_502_000, 19_498_000], ["by-train", "by-foot"], .equal),
      (.lettersLost, [1_004, 1_001], ["by-train", "by-foot"], .equal),
      (.lettersLost, [1_000, 990], ["by-train"], .better),
      (.lettersLost, [1_000, 500, 501, 500], ["by-train", "stamped", "addressed"], .better),
    ] as [(Metric, [Double], [String], MetricComparison?)])
  func theBestStrategiesAreThoseOfTheMetricsDirection(
    metric: Metric, values: [Double], best: [String], comparison: MetricComparison?
  ) throws {
    let strategies = Array(["by-foot", "by-train", "stamped", "addressed"].prefix(values.count))
    let family = Self.family([metric], strategies) { _, strategy, _ in
      strategies.firstIndex(of: strategy).map { values[$0] } ?? 0
    }
    let ranking = try #require(try Self.rankings(family).first)
    #expect(ranking.strategies == best)
    #expect(ranking.comparison == comparison)
  }

  @Test func whereBothAreZeroNeitherIsBetter() throws {
    #expect(try Self.rankings(Self.family([.lettersLost]) { _, _, _ in 0 }).isEmpty)
  }

  // MARK: - Noise

  @Test func aDifferenceWithinTheNoiseIsATie() throws {
    let family = Self.family([Self.waiting]) { _, strategy, trial in
      Double((strategy == "by-train" ? 1_000 : 1_010) + 20 * trial)
    }
    let ranking = try #require(try Self.rankings(family).first)
    #expect(ranking.strategies == ["by-train", "by-foot"])
    #expect(ranking.comparison == .withinNoise)
  }

  /// The median of `by-train` is the smallest, and its trials reach far beyond those of `by-foot`;
  /// those of `stamped` are close together and all smaller.
  @Test func aNoisyBestMedianDoesNotHideABetterStrategy() throws {
    var family = Self.family([Self.waiting], ["by-foot", "by-train", "stamped"]) {
      _, strategy, trial in
      let times = ["by-train": trial < 6 ? 500 : 9_000, "stamped": 1_000]
      return Double((times[strategy] ?? 2_000) + trial)
    }
    family.trials = 6
    let ranking = try #require(try Self.rankings(family).first)
    #expect(ranking.strategies == ["stamped"])
    #expect(ranking.comparison == .better)
  }

  @Test func fewTrialsDecideNoMeasuredDifference() throws {
    var family = Self.family([Self.waiting]) { _, strategy, trial in
      Double((strategy == "by-train" ? 100 : 200) + trial)
    }
    #expect(try !family.remarks().contains { $0.hasPrefix("Fewer than 4 trials") })
    #expect(try Self.rankings(family).first?.comparison == .better)
    family.trials = 3
    #expect(try family.remarks().contains { $0.hasPrefix("Fewer than 4 trials") })
    #expect(try Self.rankings(family).first?.comparison == .undecided)
  }

  // MARK: - Strategies that are not ranked

  @Test(arguments: [(0.8, ["stamped"]), (nil, ["addressed", "stamped"])])
  func aStrategyBelowTheRequirementIsNotRanked(fraction: Double?, below: [String]) throws {
    let shares = ["by-foot": 1, "by-train": 1, "stamped": 0.5, "addressed": 0.9]
    let coverage = Metric(
      "coverage", .fraction, .counted, .higherIsBetter, "The fraction of letters.")
    var family = Self.family(
      [.lettersLost], ["by-foot", "by-train", "stamped", "addressed"]
    ) { metric, strategy, _ in
      metric == coverage
        ? shares[strategy] ?? 0 : ["by-train": 4, "stamped": 1, "addressed": 3][strategy] ?? 8
    }
    family.metrics.append(coverage)
    let requirement = ResultRequirement(
      metric: coverage, fraction: fraction, summary: "deliver the letters")
    family.requirement = requirement
    let values = try family.candidates().belowRequirement
    #expect(Set(values) == Set(below.map { StrategyValue($0, shares[$0] ?? 0) }))
    #expect(
      try family.remarks().contains {
        $0.hasPrefix("Only strategies that deliver the letters are ranked.")
      })
    #expect(
      try Self.rankings(family).first?.strategies == [fraction == nil ? "by-train" : "addressed"])
  }

  @Test func aTerminatedStrategyIsNotRanked() throws {
    let terminations = Metric(
      "terminations", .count, .modelled, .lowerIsBetter, "Terminations.",
      role: .watchdogTermination)
    var ended = 1.0
    func family() -> LettersFamily {
      var family = Self.family([.deliveryTimeP95], ["by-foot", "by-train", "stamped"]) {
        [ended] metric, strategy, _ in
        if metric == terminations { return strategy == "by-train" ? ended : 0 }
        return ["by-train": 2, "stamped": 4][strategy] ?? 8
      }
      family.metrics.append(terminations)
      return family
    }
    #expect(try family().remarks().contains("Not ranked, because the app ended early: `by-train`."))
    #expect(try Self.rankings(family()).first?.strategies == ["stamped"])
    let reader = try MarkdownReader(family().report())
    #expect(
      reader.tables.first { $0.heading == "### Findings" }?.rows.map { $0[2] }
        == ["`stamped`"])
    ended = 0
    #expect(try Self.rankings(family()).first?.strategies == ["by-train"])
  }

  @Test func aBrokenStrategyHasNoFinding() throws {
    var family = Self.family([.lettersLost]) { _, strategy, _ in strategy == "by-train" ? 4 : 8 }
    family.status = { $0.strategy == "by-foot" ? .timedOut(seconds: 30) : .completed }
    #expect(try Self.rankings(family).isEmpty)
    #expect(try family.remarks().allSatisfy { $0.hasPrefix("Fewer than 4 trials") })
    family.status = { $0.strategy == "by-train" ? .timedOut(seconds: 30) : .completed }
    #expect(try Self.rankings(family).first?.strategies == ["by-foot"])
  }
}
