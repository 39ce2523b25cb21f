import Harness
import Scenarios

/// What became of one threshold in one case.
public struct ThresholdVerdict: Hashable, Sendable {
  public enum Outcome: Hashable, Sendable {
    case passed
    case failed
    /// There is no number to judge; never a pass.
    case notDecided(reason: String)
  }

  public let threshold: Threshold
  public let scenarioCase: Case
  public let outcome: Outcome
  /// The median of the threshold's metric, in the metric's own unit; `nil` where there is none.
  public let value: Double?
  /// What the value is compared with, in the same unit; `nil` where it is not known.
  public let bound: Double?

  public init(
    threshold: Threshold, scenarioCase: Case, outcome: Outcome, value: Double?, bound: Double?
  ) {
    self.threshold = threshold
    self.scenarioCase = scenarioCase
    self.outcome = outcome
    self.value = value
    self.bound = bound
  }
}

extension ThresholdVerdict {
  /// Judges a threshold in one of its strategy's cases.
  ///
  /// A multiple is one of the other strategy's median at the same variant and size.
  init(
    _ threshold: Threshold, of result: CaseResult, in results: RunResults.ScenarioResults
  ) {
    let scenarioCase = result.scenarioCase
    let value = Evidence(threshold.metric, of: result)
    let bound: Evidence
    switch threshold.bound {
    case .value(let number):
      bound = .number(number)
    case .multiple(let factor, let strategy):
      let world = World(variant: scenarioCase.variant, size: scenarioCase.size)
      bound = results.evidence(threshold.metric, strategy: strategy, in: world)
        .multiplied(by: factor)
    }
    self.init(
      threshold: threshold, scenarioCase: scenarioCase,
      outcome: Self.outcome(of: value, bound, by: threshold.comparison),
      value: value.number, bound: bound.number)
  }

  private static func outcome(
    of value: Evidence, _ bound: Evidence, by comparison: Threshold.Comparison
  ) -> Outcome {
    switch (value, bound) {
    case (.number(let value), .number(let bound)):
      comparison.holds(value, bound) ? .passed : .failed
    case (.missing(let reason), _), (_, .missing(let reason)):
      .notDecided(reason: reason)
    }
  }
}
