import Answers
import Harness
import ScenarioModel
import TestSupport
import Testing

@Suite struct RunVerdictTests {
  private static let failing = "thresholds: { fixed: [\"load <= 1\"] }"

  @Test(arguments: [(failing, 1.0, ToolExitCode.pass), ("", 2, .pass), (failing, 2, .failed)])
  func aThresholdDecides(body: String, load: Double, code: ToolExitCode) throws {
    let verdict = try RunFixture.verdict(body) { _ in .values(["load": load]) }
    #expect(verdict.exitCode == code && verdict.thresholds.isEmpty == body.isEmpty)
  }

  @Test(arguments: [
    TrialStatus.failed(reason: "no"), .crashed(ending: "signal 5", standardError: ""),
    .timedOut(seconds: 1), .outOfMemory(limit: 1 << 20),
  ]) func aBrokenCaseWinsOverAFailedThreshold(status: TrialStatus) throws {
    let verdict = try RunFixture.verdict(Self.failing) {
      $0.strategy == "other" ? .ended(status) : .values(["load": 2])
    }
    #expect(verdict.thresholds.map(\.outcome) == [.failed])
    #expect(verdict.cases.map(\.outcome) == [.measured, .measured, .broken])
    #expect(verdict.exitCode.rawValue == 3)
  }

  @Test func oneBrokenTrialBreaksItsCase() throws {
    let results = try RunFixture.results(Self.failing) { scenarioCase, trial in
      scenarioCase.strategy == "fixed" && trial == 2
        ? .ended(.timedOut(seconds: 1)) : .values(["load": 0])
    }
    let verdict = RunVerdict(results)
    #expect(verdict.thresholds.first?.outcome != .passed && verdict.exitCode == .caseBroken)
  }

  @Test func aCountThatDiffersIsAnErrorOfTheTool() throws {
    let results = try RunFixture.results(Self.failing) { scenarioCase, trial in
      .values(["load": scenarioCase.strategy == "fixed" ? Double(trial) : 0])
    }
    let verdict = RunVerdict(results)
    let faulty = try #require(verdict.cases.first { $0.outcome == .notDeterministic })
    #expect(faulty.scenarioCase.strategy == "fixed")
    #expect(faulty.reason.contains("load"))
    #expect(verdict.thresholds.first?.outcome != .passed && verdict.exitCode.rawValue == 1)
  }

  @Test func aFailedThresholdWinsOverAnErrorOfTheTool() throws {
    let results = try RunFixture.results(Self.failing) { scenarioCase, trial in
      .values(["load": scenarioCase.strategy == "other" ? Double(trial) : 2])
    }
    #expect(RunVerdict(results).exitCode.rawValue == 2)
  }

  @Test func nothingMeasuredIsNeverAPass() throws {
    let run = try RunFixture.results("") { _ in .values([:]) }
    #expect(RunVerdict(run.with(scenarios: [])).exitCode == .toolError)
    let silent = RunVerdict(run)
    #expect(!silent.cases.isEmpty)
    #expect(silent.cases.allSatisfy { $0.outcome == .nothingMeasured })
    #expect(silent.exitCode == .toolError)
    let empty = run.scenarios.map { ScenarioResults(scenario: $0.scenario, cases: []) }
    #expect(RunVerdict(run.with(scenarios: empty)).exitCode == .toolError)
  }

  @Test func oneSilentCaseAmongMeasuredOnesIsNotAPass() throws {
    let verdict = try RunFixture.verdict("") {
      $0.strategy == "other" ? .values([:]) : .values(["load": 1])
    }
    #expect(verdict.exitCode == .toolError)
  }

  /// A run that measures nothing does not judge a measured number; it judges the others.
  @Test func withoutTrialsThresholdsOnMeasuredNumbersAreNotSelected() throws {
    let results = try RunFixture.results(
      "thresholds: { fixed: [\"build-time <= 1 s\", \"load <= 1\"] }",
      selection: RunSelection(trials: 0)
    ) { _ in .values([:]) }
    let verdict = try #require(RunVerdict(results).scenarios.first)
    #expect(verdict.unselectedThresholds.map(\.threshold.metric) == ["build-time"])
    #expect(verdict.unselectedThresholds.map(\.reason) == ["this run measures nothing"])
    #expect(verdict.thresholds.map(\.threshold.metric) == ["load"])
    #expect(RunVerdict(results).exitCode != .pass)
  }

  /// A run that leaves a threshold unselected passes, unless the user decides that it fails.
  @Test func nothingCheckedIsNoPass() throws {
    let verdict = try RunFixture.verdict(
      "thresholds: { other: [\"load <= 1\"] }", selection: RunSelection(strategies: ["fixed"])
    ) { _ in .values(["load": 1]) }
    #expect(verdict.unselectedThresholds.count == 1)
    #expect(verdict.reported(failsOnInconclusive: false) == .pass)
    #expect(verdict.reported(failsOnInconclusive: true) == .inconclusive)
  }

  @Test func aClaimNeverDecides() throws {
    let body = """
      claims:
        - { id: wrong, says: it is a lot, by: a guide, strategy: naive, metric: load, at-least: 100 }
      """
    let verdict = try RunFixture.verdict(body) { _ in .values(["load": 1]) }
    #expect(verdict.claims.map(\.outcome) == [.refuted])
    #expect(verdict.exitCode == .pass)
  }
}

@Suite struct ToolExitCodeTests {
  /// From the one that counts most: a broken case hides what else is wrong.
  private static let order: [ToolExitCode] = [
    .interrupted, .caseBroken, .failed, .notComparable, .toolError, .inconclusive, .pass,
  ]

  @Test func theOrderHoldsForEveryPairAndNamesAllOfThem() {
    #expect(Set(Self.order) == Set(ToolExitCode.allCases))
    for (index, worse) in Self.order.enumerated() {
      for other in Self.order[index...] {
        #expect(ToolExitCode.worst(of: [worse, other]) == worse)
        #expect(ToolExitCode.worst(of: [other, worse]) == worse)
      }
    }
  }

  @Test func theWorstOfManyIsTheFirstInTheOrder() {
    for index in Self.order.indices {
      #expect(ToolExitCode.worst(of: Self.order[index...].reversed()) == Self.order[index])
    }
    #expect(ToolExitCode.worst(of: []) == nil)
  }

  @Test func theCodesAreThoseThatTheHelpNames() {
    #expect(Self.order.map(\.rawValue) == [130, 3, 2, 5, 1, 7, 0])
  }
}
