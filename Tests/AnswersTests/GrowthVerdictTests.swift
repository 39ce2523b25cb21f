import Answers
import Foundation
import Harness
import ScenarioModel
import Support
import TestSupport
import Testing

/// Bounds on how a metric grows with the size.
@Suite struct GrowthVerdictTests {
  private static func body(
    _ threshold: String, sizes: String = "[10, 100, 1000]", variants: String? = nil
  ) -> String {
    let named = variants.map { "variants: \($0)\n" } ?? ""
    return "\(named)sizes: \(sizes)\nthresholds: { fixed: [\(threshold)] }"
  }

  private static func verdict(
    _ threshold: String, sizes: String = "[10, 100, 1000]", trials: Int = 3,
    answer: (Case, Int) -> RunFixture.Answer
  ) throws -> RunVerdict {
    RunVerdict(
      try RunFixture.results(
        body("\"\(threshold)\"", sizes: sizes), selection: RunSelection(trials: trials),
        answer: answer))
  }

  // MARK: - Counted and modelled

  @Test(arguments: [
    ("growth(load) <= 1", 1.0, true), ("growth(load) < 1", 1, false),
    ("growth(load) >= 1", 1, true), ("growth(load) > 1", 1, false),
    ("growth(load) <= 1.1", 1.2, false), ("growth(load) >= 1.1", 1.2, true),
    ("growth(load) <= 0", 0, true), ("growth(load) < -0.4", -0.5, true),
  ]) func whatIsCountedGrowsExactly(threshold: String, power: Double, passes: Bool) throws {
    let verdict = try Self.verdict(threshold) { scenarioCase, _ in
      .values(["load": 4 * pow(Double(scenarioCase.size), power)])
    }
    let judged = try #require(verdict.thresholds.first)
    #expect(verdict.thresholds.count == 1)
    #expect(judged.outcome == (passes ? .passed : .failed))
    #expect(judged.value == power)
    #expect(judged.growth?.isExact == true)
    let interval = judged.growth?.interval
    #expect(interval?.low == power && interval?.high == power)
    #expect(verdict.exitCode == (passes ? .pass : .failed))
  }

  @Test func itRestsOnAllSizesAndNamesTheSteepestStep() throws {
    // 10 → 10 → 1,000: the line through all three has the slope of its ends.
    let verdict = try Self.verdict("growth(delay) <= 1", sizes: "[1000, 10, 100]") {
      scenarioCase, _ in .values(["delay": scenarioCase.size == 1000 ? 1000 : 10])
    }
    let judged = try #require(verdict.thresholds.first)
    #expect(judged.cases.map(\.size) == [10, 100, 1000])
    #expect(judged.size == nil)
    #expect(judged.variant.isEmpty)
    #expect(judged.scenario == "made-by-hand")
    #expect(judged.value == 1)
    #expect(judged.bound == 1)
    let steepest = judged.growth?.steepest
    #expect(steepest?.from == 100 && steepest?.to == 1000 && steepest?.exponent == 2)
    #expect(judged.outcome == .passed)
  }

  @Test func aMiddleSizeCounts() throws {
    // The ends alone have a power of 1; the heavy middle pair pulls the line.
    let loads = [10: 10.0, 20: 200, 30: 300, 1000: 1000]
    let verdict = try Self.verdict("growth(load) <= 1", sizes: "[10, 20, 30, 1000]") {
      scenarioCase, _ in .values(["load": loads[scenarioCase.size] ?? 0])
    }
    let value = try #require(verdict.thresholds.first?.value)
    #expect(abs(value - 1) > 0.05)
  }

  @Test func oneVerdictForEachVariant() throws {
    let verdict = try RunFixture.verdict(
      Self.body("\"growth(load) <= 1.5\"", variants: "[calm, busy]")
    ) {
      let size = Double($0.size)
      return .values(["load": $0.variant == "calm" ? size : size * size])
    }
    #expect(verdict.thresholds.map(\.variant) == ["calm", "busy"])
    #expect(verdict.thresholds.map(\.outcome) == [.passed, .failed])
    #expect(verdict.thresholds.map(\.value) == [1, 2])
    let restricted = try RunFixture.verdict(
      Self.body("{ bound: \"growth(load) <= 1.5\", variant: calm }", variants: "[calm, busy]")
    ) { .values(["load": pow(Double($0.size), $0.variant == "calm" ? 1 : 2)]) }
    #expect(restricted.thresholds.map(\.variant) == ["calm"])
    #expect(restricted.exitCode == .pass)
  }

  // MARK: - Measured

  /// Up to 10 % to either side of a power law, the same in every test.
  private static func time(_ scenarioCase: Case, _ trial: Int, power: Double) -> Double {
    let noise = [0.95, 1.02, 1.1, 0.9, 1.03, 0.98, 1][(trial + scenarioCase.size / 10) % 7]
    return 1e6 * noise * pow(Double(scenarioCase.size), power)
  }

  @Test(arguments: [
    ("growth(frame-time-p95) <= 1.1", 1.0, "passed", ToolExitCode.pass),
    ("growth(frame-time-p95) <= 1.1", 1.2, "failed", .failed),
    ("growth(frame-time-p95) <= 1.1", 1.1, "inconclusive", .inconclusive),
    ("growth(frame-time-p95) >= 1.1", 1.0, "failed", .failed),
    ("growth(frame-time-p95) >= 1.1", 1.2, "passed", .pass),
    ("growth(frame-time-p95) > 1.1", 1.1, "inconclusive", .inconclusive),
  ]) func whatIsMeasuredNeedsItsWholeInterval(
    threshold: String, power: Double, outcome: String, code: ToolExitCode
  ) throws {
    let verdict = try Self.verdict(threshold, trials: 6) { scenarioCase, trial in
      .values(["frame-time-p95": Self.time(scenarioCase, trial, power: power)])
    }
    let judged = try #require(verdict.thresholds.first)
    let interval = try #require(judged.growth?.interval)
    #expect(judged.growth?.isExact == false)
    #expect(interval.low < interval.high)
    #expect(interval.low...interval.high ~= power)
    #expect(judged.outcome.identifier == outcome)
    #expect(verdict.exitCode == code)
  }

  // By hand: six trials at three sizes, against the fit of the same numbers.
  @Test func everyTrialCounts() throws {
    let verdict = try Self.verdict("growth(frame-time-p95) <= 9", trials: 6) {
      scenarioCase, trial in
      .values(["frame-time-p95": Self.time(scenarioCase, trial, power: 1)])
    }
    let fit = try PowerLawFit(
      samples: [10, 100, 1000].map { size in
        let scenarioCase = Case(
          scenario: "made-by-hand", variant: "", size: size, strategy: "fixed")
        return (size: Double(size), costs: (1...6).map { Self.time(scenarioCase, $0, power: 1) })
      })
    #expect(verdict.thresholds.first?.growth == fit)
  }

  @Test func twoMeasuredValuesDecideNothing() throws {
    let verdict = try Self.verdict("growth(frame-time-p95) <= 9", sizes: "[10, 100]", trials: 1) {
      scenarioCase, _ in .values(["frame-time-p95": Double(scenarioCase.size)])
    }
    let judged = try #require(verdict.thresholds.first)
    #expect(judged.value == 1 && judged.outcome.identifier == "inconclusive")
    #expect(judged.outcome.reason?.contains("run more trials") == true)
    #expect(verdict.exitCode == .inconclusive)
  }

  @Test func whatIsFailedCountsBeforeWhatIsInconclusive() throws {
    let verdict = try RunFixture.verdict(
      "sizes: [10, 100]\nthresholds: { fixed: [\"growth(frame-time-p95) <= 1\", \"load <= 0\"] }",
      selection: RunSelection(trials: 1)
    ) { .values(["frame-time-p95": Double($0.size), "load": 1]) }
    #expect(verdict.exitCode == .failed)
  }

  // MARK: - No growth

  /// One size has no growth; a missing strategy is the first reason.
  @Test(arguments: [
    (RunSelection(sizes: [100]), "a growth needs at least two sizes, but this run has only 100"),
    (
      RunSelection(strategies: ["naive"], sizes: [100]), "fixed was not selected in this run"
    ),
  ]) func whatWasNotSelectedIsNotJudged(selection: RunSelection, reason: String) throws {
    let verdict = try RunFixture.verdict(
      Self.body("\"growth(load) <= 1\""), selection: selection
    ) { _ in .values(["load": 1]) }
    #expect(verdict.thresholds.isEmpty)
    let unselected = try #require(verdict.scenarios.first?.unselectedThresholds)
    #expect(unselected.map(\.reason) == [reason])
    #expect(verdict.exitCode == .pass)
  }

  @Test func whatIsZeroHasNoGrowth() throws {
    let verdict = try Self.verdict("growth(load) <= 1") { scenarioCase, _ in
      .values(["load": scenarioCase.size == 100 ? 0 : 5])
    }
    #expect(
      verdict.thresholds.map(\.outcome) == [
        .notDecided(
          reason: "load of fixed: expected every cost to be above 0, as growth is defined only for "
            + "such costs; found 0 at size 100")
      ])
    #expect(verdict.exitCode == .failed)
  }

  @Test func aBrokenCaseLeavesItOpen() throws {
    let verdict = try Self.verdict("growth(load) <= 1") { scenarioCase, _ in
      scenarioCase.size == 100 && scenarioCase.strategy == "fixed"
        ? .ended(.timedOut(seconds: 3)) : .values(["load": 1])
    }
    #expect(
      verdict.thresholds.map(\.outcome)
        == [.notDecided(reason: "fixed: timed out after 3 s (trial 1)")])
    // The case's own fault is the better reason.
    #expect(verdict.exitCode == .caseBroken)
  }

  @Test func anUnansweredMetricIsNeverAPass() throws {
    let verdict = try Self.verdict("growth(load) <= 1") { _, _ in .values(["kept": 1]) }
    #expect(verdict.thresholds.map(\.value) == [nil])
    #expect(verdict.thresholds.first?.outcome != .passed && verdict.exitCode == .failed)
  }
}
