import Answers
import Harness
import ScenarioModel
import TestSupport
import Testing

@Suite struct ThresholdVerdictTests {
  private static func verdict(of expression: String, load: Double) throws -> ThresholdVerdict {
    let verdict = try RunFixture.verdict("thresholds: { fixed: [\"\(expression)\"] }") { _ in
      .values(["load": load])
    }
    return try #require(verdict.thresholds.first)
  }

  @Test(arguments: [
    ("load <= 100", 100.0, true), ("load <= 100", 101, false), ("load < 100", 100, false),
    ("load < 100", 99, true), ("load >= 100", 100, true), ("load >= 100", 99, false),
    ("load > 100", 100, false), ("load > 100", 101, true), ("load == 100", 100, true),
    ("load == 100", 101, false),
  ]) func judgesAValueByItsComparison(expression: String, load: Double, passes: Bool) throws {
    let verdict = try Self.verdict(of: expression, load: load)
    #expect(verdict.outcome == (passes ? .passed : .failed))
    #expect(verdict.value == load && verdict.bound == 100)
  }

  @Test func takesTheMedianOfTheTrials() throws {
    let results = try RunFixture.results("thresholds: { fixed: [\"frame-time-p99 <= 20 ns\"] }") {
      _, trial in .values(["frame-time-p99": [10, 20, 9_000][trial - 1]])
    }
    let verdict = try #require(RunVerdict(results).thresholds.first)
    #expect(verdict.value == 20 && verdict.outcome == .passed)
  }

  /// Too long a time on a busy machine proves nothing about the strategy; a count does, and so does
  /// a time that is short enough all the same.
  @Test(arguments: [
    (MachineLoad(average: 9, stolen: 0, waiting: 0.3), true),
    (MachineLoad(average: 9, stolen: 0.2, waiting: nil), true),
    (MachineLoad(average: 9, stolen: 0.01, waiting: 0.01), false),
    (MachineLoad(average: nil, stolen: nil, waiting: nil), false),
  ]) func onABusyMachineATimeThatIsTooLongIsNotDecided(load: MachineLoad, isBusy: Bool) throws {
    let results = try RunFixture.results(
      """
      thresholds:
        fixed:
          - "frame-time-p99 <= 20 ns"
          - "frame-time-p99 <= 1 x naive"
          - "frame-time-p50 <= 20 ns"
          - "load <= 20"
      """, load: load
    ) { scenarioCase, _ in
      .values(
        scenarioCase.strategy == "fixed"
          ? ["frame-time-p99": 30, "frame-time-p50": 10, "load": 30]
          : ["frame-time-p99": 20, "frame-time-p50": 10, "load": 20])
    }
    let outcomes = RunVerdict(results).thresholds.map(\.outcome)
    for outcome in outcomes.prefix(2) {
      #expect(outcome.identifier == (isBusy ? "inconclusive" : "failed"))
      let isExcused = outcome.reason?.contains("the machine was busy: fixed") ?? false
      #expect(isExcused == isBusy)
    }
    #expect(outcomes.suffix(2) == [.passed, .failed])
  }

  @Test func comparesWithTheOtherStrategyInTheSameVariant() throws {
    let body = """
      variants: [calm, busy]
      sizes: [10, 20]
      thresholds: { fixed: ["load <= 0.5 x naive"] }
      """
    // In each variant and size the naive strategy has another load, and the fixed one exactly half
    // of it, except in one of them.
    let naive = ["calm 10": 100.0, "calm 20": 40, "busy 10": 1_000, "busy 20": 6]
    let verdict = try RunFixture.verdict(body) { scenarioCase in
      let key = "\(scenarioCase.variant) \(scenarioCase.size)"
      let load = naive[key] ?? 0
      guard scenarioCase.strategy == "fixed" else { return .values(["load": load]) }
      return .values(["load": key == "calm 20" ? load / 2 + 1 : load / 2])
    }
    #expect(verdict.thresholds.count == 4)
    for threshold in verdict.thresholds {
      let key = "\(threshold.variant) \(threshold.size ?? 0)"
      #expect(threshold.bound == (naive[key] ?? 0) / 2)
      #expect(threshold.outcome == (key == "calm 20" ? .failed : .passed))
    }
    #expect(verdict.exitCode == .failed)
  }

  @Test func withoutANumberThereIsNoPass() throws {
    let answers: KeyValuePairs<String, RunFixture.Answer> = [
      "load of fixed is not available: the meter is gone":
        .notAvailable("load", reason: "the meter is gone"),
      "load of fixed is not a finite number": .values(["load": .infinity, "kept": 1]),
    ]
    for (reason, answer) in answers {
      let verdict = try RunFixture.verdict("thresholds: { fixed: [\"load >= 0\"] }") { _ in answer }
      let threshold = try #require(verdict.thresholds.first)
      #expect(threshold.outcome == .notDecided(reason: reason) && threshold.value == nil)
      #expect(verdict.exitCode == .failed)
    }
  }

  @Test func aMetricThatNoTrialAnsweredIsNeverAPass() throws {
    let verdict = try RunFixture.verdict("thresholds: { fixed: [\"load >= 0\"] }") { _ in
      .values(["kept": 1])
    }
    #expect(verdict.thresholds.first?.outcome != .passed && verdict.exitCode == .failed)
  }

  @Test func aBrokenStrategyToCompareWithDecidesNothing() throws {
    let verdict = try RunFixture.verdict("thresholds: { fixed: [\"load <= 2 x naive\"] }") {
      $0.strategy == "naive" ? .ended(.timedOut(seconds: 3)) : .values(["load": 1])
    }
    let threshold = try #require(verdict.thresholds.first)
    #expect(threshold.outcome == .notDecided(reason: "naive: timed out after 3 s (trial 1)"))
    #expect(threshold.value == 1 && threshold.bound == nil)
    #expect(verdict.exitCode == .caseBroken)
  }

  @Test func anUnselectedStrategyIsNotRequired() throws {
    let body = """
      thresholds:
        other: ["load <= 0"]
        fixed: ["load <= 1 x other", "load <= 5"]
      """
    let verdict = try RunFixture.verdict(
      body, selection: RunSelection(strategies: ["fixed"])
    ) { _ in .values(["load": 5]) }
    #expect(verdict.thresholds.map(\.threshold.expression) == ["load <= 5"])
    let unselected = try #require(verdict.scenarios.first).unselectedThresholds
    #expect(unselected.map(\.threshold.expression) == ["load <= 0", "load <= 1 x other"])
    #expect(unselected.allSatisfy { $0.reason == "other was not selected in this run" })
    #expect(verdict.exitCode == .pass)
  }

  // MARK: - Some variants and sizes only

  private static let choices = "variants: [calm, busy]\nsizes: [10, 20]\n"

  /// In the variant `busy` at size 20 the bound is broken, and everywhere else kept.
  private static func restricted(_ threshold: String, sizes: [Int]? = nil) throws -> RunVerdict {
    try RunFixture.verdict(
      choices + "thresholds: { fixed: [\(threshold)] }", selection: RunSelection(sizes: sizes)
    ) { .values(["load": $0.variant == "busy" && $0.size == 20 ? 9 : 1]) }
  }

  @Test(arguments: [
    ("\"load <= 5\"", ["calm 10", "calm 20", "busy 10", "busy 20"], false),
    ("{ bound: \"load <= 5\" }", ["calm 10", "calm 20", "busy 10", "busy 20"], false),
    ("{ bound: \"load <= 5\", variant: calm }", ["calm 10", "calm 20"], true),
    ("{ bound: \"load <= 5\", variant: busy }", ["busy 10", "busy 20"], false),
    ("{ bound: \"load <= 5\", size: 10 }", ["calm 10", "busy 10"], true),
    ("{ bound: \"load <= 5\", variant: busy, size: 20 }", ["busy 20"], false),
    ("{ bound: \"load <= 1 x naive\", variant: busy, size: 20 }", ["busy 20"], true),
  ]) func isJudgedInTheVariantsItIsFor(threshold: String, cases: [String], passes: Bool) throws {
    let verdict = try Self.restricted(threshold)
    let found = verdict.thresholds.flatMap(\.cases).map { "\($0.variant) \($0.size)" }
    #expect(found == cases)
    #expect(verdict.exitCode == (passes ? .pass : .failed))
  }

  @Test func aSizeThatWasNotRunIsNotRequired() throws {
    let verdict = try Self.restricted(
      "{ bound: \"load <= 5\", variant: busy, size: 20 }", sizes: [10])
    #expect(verdict.thresholds.isEmpty)
    let unselected = try #require(verdict.scenarios.first?.unselectedThresholds)
    #expect(unselected.map(\.reason) == ["size 20 is not in this run"])
    #expect(verdict.exitCode == .pass)
  }
}
