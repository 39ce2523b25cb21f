import Harness
import ScenarioModel

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
  public init(_ results: RunResults.ScenarioResults) {
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
