import ScenarioModel
import Support

/// The verdict on a run, which decides the exit code of the command.
package struct RunVerdict: Hashable, Sendable {
  package let scenarios: [ScenarioVerdict]
  /// The worst code that applies; an inconclusive one fails only where the user wants that.
  package let exitCode: ToolExitCode

  /// Judges a run. Pure.
  ///
  /// - Parameters:
  ///   - drawn: the draws of the answers; none without an analysis.
  ///   - share: the share of the draws in which the verdict on a claim of a scenario holds; `nil`
  ///     without draws.
  package init(
    _ results: RunResults, drawn: DrawnAnswers = [:],
    holding share: (ClaimVerdict, _ scenario: String) -> Double? = { _, _ in nil }
  ) {
    scenarios = results.scenarios.map { results in
      let name = results.scenario.name
      return ScenarioVerdict(results, drawn: drawn[name] ?? [:]) { share($0, name) }
    }
    // A run without a measurement never passes.
    exitCode = ToolExitCode.worst(of: scenarios.flatMap(\.exitCodes)) ?? .toolError
  }

  /// The verdict on the scenario of a name; `nil` if the run has none.
  package subscript(scenario: String) -> ScenarioVerdict? {
    scenarios.first { $0.scenario == scenario }
  }

  /// The code that the command ends with: nothing that was left unchecked passes where the user wants
  /// an undecided result to fail.
  package func reported(failsOnInconclusive: Bool) -> ToolExitCode {
    let code = exitCode == .pass && !unselectedThresholds.isEmpty ? .inconclusive : exitCode
    return code.reported(failsOnInconclusive: failsOnInconclusive)
  }

  package var unselectedThresholds: [UnselectedThreshold] {
    scenarios.flatMap(\.unselectedThresholds)
  }
  package var cases: [CaseVerdict] { scenarios.flatMap(\.cases) }
  package var thresholds: [ThresholdVerdict] { scenarios.flatMap(\.thresholds) }
  package var claims: [ClaimVerdict] { scenarios.flatMap(\.claims) }
}

extension ScenarioVerdict {
  /// The exit codes of the cases and thresholds.
  ///
  /// A scenario without cases is an error: its thresholds cannot have been kept.
  fileprivate var exitCodes: [ToolExitCode] {
    guard !cases.isEmpty else { return [.toolError] }
    return cases.map(\.exitCode) + thresholds.map { exitCode(of: $0) }
  }

  private func exitCode(of verdict: ThresholdVerdict) -> ToolExitCode {
    switch verdict.outcome {
    case .passed: return .pass
    case .failed: return .failed
    case .inconclusive: return .inconclusive
    case .notDecided:
      // A fault of the threshold's own cases explains more than the undecided threshold.
      let own = cases.filter { verdict.cases.contains($0.scenarioCase) }
      return own.allSatisfy { $0.outcome == .measured } ? .failed : .pass
    }
  }
}

extension CaseVerdict {
  fileprivate var exitCode: ToolExitCode {
    switch outcome {
    case .measured: hasSeenLittle ? .inconclusive : .pass
    case .notDeterministic, .nothingMeasured: .toolError
    case .broken: .caseBroken
    }
  }
}

/// The verdict on a scenario of a run.
package struct ScenarioVerdict: Hashable, Sendable {
  package let scenario: String
  package let cases: [CaseVerdict]
  /// The thresholds of the selected strategies, in each of their cases; a growth in each variant.
  package let thresholds: [ThresholdVerdict]
  /// The thresholds that the selection of the run leaves out.
  package let unselectedThresholds: [UnselectedThreshold]
  /// The sizes up to which each strategy keeps each limit, which decide nothing.
  package let reaches: [LimitReach]
  package let claims: [ClaimVerdict]
  /// The answers, at each size; they decide nothing about a pass.
  package let recommendations: [Recommendation]

  /// Judges the results of a scenario. Pure.
  ///
  /// - Parameters:
  ///   - drawn: the draws of the answers by size; empty without an analysis.
  ///   - share: the share of the draws in which the verdict on a claim holds; `nil` without draws.
  package init(
    _ results: ScenarioResults, drawn: [Int: DrawnCriteria] = [:],
    holding share: (ClaimVerdict) -> Double? = { _ in nil }
  ) {
    var thresholds: [ThresholdVerdict] = []
    var unselected: [UnselectedThreshold] = []
    for threshold in results.scenario.thresholds {
      if let absence = UnselectedThreshold(threshold, in: results) {
        unselected.append(absence)
        continue
      }
      thresholds += ThresholdVerdict.verdicts(on: threshold, by: results)
    }
    scenario = results.scenario.name
    cases = results.cases.map { CaseVerdict($0, minSeen: results.scenario.minSeen) }
    self.thresholds = thresholds
    unselectedThresholds = unselected
    reaches = results.reaches
    claims = results.scenario.claims.flatMap { ClaimVerdict.verdicts(on: $0, by: results) }
      .map { $0.held(in: share($0)) }
    recommendations = results.recommendations(drawn: drawn)
  }
}

/// The result of a case before its numbers are judged.
package struct CaseVerdict: Hashable, Sendable {
  package enum Outcome: Hashable, Sendable {
    /// Every trial completed and gave numbers.
    case measured
    /// A trial crashed, timed out, ran out of memory or failed.
    case broken
    /// A metric that must be the same in every trial was not: a fault of the tool, the strategy or
    /// its environment.
    case notDeterministic
    /// The trials completed without a number.
    case nothingMeasured
  }

  package let scenarioCase: Case
  package let outcome: Outcome
  /// The status in a few words.
  package let reason: String
  /// The fraction of the data that the replay looked at; `nil` if it is not known.
  package let seen: Double?

  /// Indicates whether the replay looked at less of the data than it is meant to, so that its
  /// numbers say nothing of the rest.
  package let hasSeenLittle: Bool
}

extension CaseVerdict {
  /// - Parameter minSeen: the smallest fraction of the data that the replay is meant to look at.
  package init(_ result: CaseResult, minSeen: Double) {
    let seen = result.metrics.first { $0.metric.role == .dataSeen }?.number
    let outcome: Outcome =
      switch result.status {
      case .broken: .broken
      case .notDeterministic: .notDeterministic
      case .completed:
        result.metrics.contains { $0.number != nil } && seen != 0 ? .measured : .nothingMeasured
      }
    self.init(
      scenarioCase: result.scenarioCase, outcome: outcome,
      reason: outcome == .nothingMeasured
        ? seen == 0
          ? "no pin was ever in view: let the camera look at the data, or use another path"
          : "nothing was measured" : result.status.description, seen: seen,
      hasSeenLittle: seen.map { $0 < minSeen } ?? false)
  }
}

/// A threshold that the selection of a run leaves out: it neither holds nor fails.
package struct UnselectedThreshold: Hashable, Sendable {
  package let threshold: Threshold
  /// The strategy, variant or size that the run lacks.
  package let reason: String
}

extension UnselectedThreshold {
  /// `nil` where the run has the strategies and a configuration of the threshold, and two sizes for
  /// a growth.
  init?(_ threshold: Threshold, in results: ScenarioResults) {
    var needed = [threshold.strategy]
    if case .multiple(_, let other) = threshold.bound { needed.append(other) }
    let selected = results.strategies
    if let missing = needed.first(where: { !selected.contains($0) }) {
      self.init(threshold: threshold, reason: "\(missing) was not selected in this run")
    } else if let absence = results.absence(of: threshold.restriction) {
      self.init(threshold: threshold, reason: absence)
    } else if results.scenario.measuresNothing(of: threshold.metric) {
      self.init(threshold: threshold, reason: "this run measures nothing")
    } else if threshold.subject == .growth,
      let lack = results.lackOfSizes ?? results.foreignSizes
    {
      self.init(threshold: threshold, reason: lack)
    } else {
      return nil
    }
  }
}

extension ScenarioDescription {
  /// Returns whether a metric is missing because the run has no measured trials.
  fileprivate func measuresNothing(of metric: String) -> Bool {
    trials == 0 && self.metric(metric) == nil
      && Metric.namesOfEveryMeasurement.contains(metric)
  }
}

extension ScenarioResults {
  /// The reason why the run has no growth; `nil` where it has two sizes or more.
  fileprivate var lackOfSizes: String? {
    let sizes = Set(configurations.map(\.size))
    guard let size = sizes.first, sizes.count == 1 else { return nil }
    return "a growth needs at least two sizes, but this run has only \(size)"
  }
}

// MARK: - Coding

extension RunVerdict: Encodable {
  package func encode(to encoder: any Encoder) throws {
    let measured = cases.count { $0.outcome == .measured }
    let others = cases.count - measured
    try encoder.encode([
      "exitCode": exitCode.rawValue, "casesMeasured": measured, "casesNotMeasured": others,
      "scenarios": scenarios,
    ])
  }
}

extension ScenarioVerdict: Encodable {
  package func encode(to encoder: any Encoder) throws {
    try encoder.encode([
      "scenario": scenario, "recommendations": recommendations.isEmpty ? nil : recommendations,
      "thresholds": thresholds, "notSelected": unselectedThresholds,
      "limits": reaches.isEmpty ? nil : reaches, "claims": claims,
    ])
  }
}

extension UnselectedThreshold: Encodable {
  package func encode(to encoder: any Encoder) throws {
    try encoder.encode([
      "expression": threshold.expression, "strategy": threshold.strategy,
      "metric": threshold.metric, "reason": reason,
    ])
  }
}
