import ScenarioModel

/// What a run says in all: what decides the exit code of the command.
public struct RunVerdict: Hashable, Sendable {
  public let scenarios: [ScenarioVerdict]
  /// The worst that applies; what is inconclusive fails only where the user asked for that.
  public let exitCode: ExitStatus

  public init(scenarios: [ScenarioVerdict]) {
    self.scenarios = scenarios
    // Nothing measured is never a pass.
    exitCode = ExitStatus.worst(of: scenarios.flatMap(\.exitCodes)) ?? .toolError
  }

  /// Judges a run. Pure.
  public init(_ results: RunResults) {
    self.init(scenarios: results.scenarios.map { ScenarioVerdict($0) })
  }

  public var cases: [CaseVerdict] { scenarios.flatMap(\.cases) }
  public var thresholds: [ThresholdVerdict] { scenarios.flatMap(\.thresholds) }
  public var claims: [ClaimVerdict] { scenarios.flatMap(\.claims) }
}

extension ScenarioVerdict {
  /// What each case and each threshold contributes to the run's exit code.
  ///
  /// A scenario without cases contributes an error: its thresholds cannot have been kept.
  fileprivate var exitCodes: [ExitStatus] {
    guard !cases.isEmpty else { return [.toolError] }
    return cases.map(\.exitCode) + thresholds.map { exitCode(of: $0) }
  }

  private func exitCode(of verdict: ThresholdVerdict) -> ExitStatus {
    switch verdict.outcome {
    case .passed: return .pass
    case .failed: return .failed
    case .inconclusive: return .inconclusive
    case .notDecided:
      // The fault of the threshold's own cases says more than the threshold that it left open.
      let own = cases.filter { verdict.cases.contains($0.scenarioCase) }
      return own.allSatisfy { $0.outcome == .measured } ? .failed : .pass
    }
  }
}

extension CaseVerdict {
  fileprivate var exitCode: ExitStatus {
    switch outcome {
    case .measured: .pass
    case .notDeterministic, .nothingMeasured: .toolError
    case .broken: .caseBroken
    }
  }
}

/// What a run says of one scenario.
public struct ScenarioVerdict: Hashable, Sendable {
  public let scenario: String
  public let cases: [CaseVerdict]
  /// Every threshold of a selected strategy, in each of its cases; of a growth, in each variant.
  public let thresholds: [ThresholdVerdict]
  /// The thresholds that this run did not ask for.
  public let unselectedThresholds: [UnselectedThreshold]
  public let claims: [ClaimVerdict]

  public init(
    scenario: String, cases: [CaseVerdict], thresholds: [ThresholdVerdict],
    unselectedThresholds: [UnselectedThreshold], claims: [ClaimVerdict]
  ) {
    self.scenario = scenario
    self.cases = cases
    self.thresholds = thresholds
    self.unselectedThresholds = unselectedThresholds
    self.claims = claims
  }

  /// Judges the results of a scenario. Pure.
  public init(_ results: ScenarioResults) {
    var thresholds: [ThresholdVerdict] = []
    var unselected: [UnselectedThreshold] = []
    for threshold in results.scenario.thresholds {
      if let absence = UnselectedThreshold(threshold, in: results) {
        unselected.append(absence)
        continue
      }
      thresholds += ThresholdVerdict.verdicts(on: threshold, by: results)
    }
    self.init(
      scenario: results.scenario.name, cases: results.cases.map { CaseVerdict($0) },
      thresholds: thresholds, unselectedThresholds: unselected,
      claims: results.scenario.claims.flatMap { ClaimVerdict.verdicts(on: $0, by: results) })
  }
}

/// Whether a case can be judged at all.
public struct CaseVerdict: Hashable, Sendable {
  public enum Outcome: Hashable, Sendable {
    /// Every trial completed, and there are numbers.
    case measured
    /// A trial crashed, timed out, ran out of memory or failed.
    case broken
    /// A metric that must be the same in every trial was not: a fault of the tool or of the
    /// strategy's world.
    case notDeterministic
    /// The trials completed and answered with no number at all.
    case nothingMeasured
  }

  public let scenarioCase: Case
  public let outcome: Outcome
  /// What happened, in a few words.
  public let reason: String

  public init(scenarioCase: Case, outcome: Outcome, reason: String) {
    self.scenarioCase = scenarioCase
    self.outcome = outcome
    self.reason = reason
  }

  init(_ result: CaseResult) {
    let outcome: Outcome =
      switch result.status {
      case .broken: .broken
      case .notDeterministic: .notDeterministic
      case .completed:
        result.metrics.contains { $0.number != nil } ? .measured : .nothingMeasured
      }
    self.init(
      scenarioCase: result.scenarioCase, outcome: outcome,
      reason: outcome == .nothingMeasured
        ? "nothing was measured" : result.status.description)
  }
}

/// A threshold that a run did not ask for: it is neither kept nor broken.
public struct UnselectedThreshold: Hashable, Sendable {
  /// What was not asked for.
  public let threshold: Threshold
  /// What the threshold needs and the run has not.
  public let reason: String

  public init(threshold: Threshold, reason: String) {
    self.threshold = threshold
    self.reason = reason
  }

  /// `nil` where the run has a strategy and a world that the threshold speaks of, and two of them
  /// for a growth.
  init?(_ threshold: Threshold, in results: ScenarioResults) {
    var needed = [threshold.strategy]
    if case .multiple(_, let other) = threshold.bound { needed.append(other) }
    let selected = results.strategies
    if let missing = needed.first(where: { !selected.contains($0) }) {
      self.init(threshold: threshold, reason: "\(missing) was not selected in this run")
    } else if let absence = results.absence(of: threshold.restriction) {
      self.init(threshold: threshold, reason: absence)
    } else if threshold.subject == .growth, let lack = results.lackOfSizes {
      self.init(threshold: threshold, reason: lack)
    } else {
      return nil
    }
  }
}

extension ScenarioResults {
  /// Why nothing can grow in this run, or `nil` where it has two sizes or more.
  fileprivate var lackOfSizes: String? {
    let sizes = Set(configurations.map(\.size))
    guard let size = sizes.first, sizes.count == 1 else { return nil }
    return "a growth needs at least two sizes, and this run has \(size) only"
  }
}

// MARK: - Coding

extension RunVerdict: Encodable {
  private enum CodingKeys: String, CodingKey {
    case exitCode, casesMeasured, casesNotMeasured, scenarios
  }

  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encode(exitCode.rawValue, forKey: .exitCode)
    let measured = cases.count { $0.outcome == .measured }
    try values.encode(measured, forKey: .casesMeasured)
    try values.encode(cases.count - measured, forKey: .casesNotMeasured)
    try values.encode(scenarios, forKey: .scenarios)
  }
}

extension ScenarioVerdict: Encodable {
  private enum CodingKeys: String, CodingKey {
    case scenario, thresholds, notSelected, claims
  }

  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encode(scenario, forKey: .scenario)
    try values.encode(thresholds, forKey: .thresholds)
    try values.encode(unselectedThresholds, forKey: .notSelected)
    try values.encode(claims, forKey: .claims)
  }
}

extension UnselectedThreshold: Encodable {
  private enum CodingKeys: String, CodingKey {
    case expression, strategy, metric, reason
  }

  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encode(threshold.expression, forKey: .expression)
    try values.encode(threshold.strategy, forKey: .strategy)
    try values.encode(threshold.metric, forKey: .metric)
    try values.encode(reason, forKey: .reason)
  }
}
