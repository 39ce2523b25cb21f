import Harness
import ScenarioModel

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
        result.metrics.contains { $0.median != nil } ? .measured : .nothingMeasured
      }
    self.init(
      scenarioCase: result.scenarioCase, outcome: outcome,
      reason: outcome == .nothingMeasured
        ? "nothing was measured" : result.status.description)
  }
}
