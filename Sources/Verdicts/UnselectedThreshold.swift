import Harness
import Scenarios

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

  /// `nil` where the run has a strategy and a world that the threshold speaks of.
  init?(_ threshold: Threshold, in results: RunResults.ScenarioResults) {
    var needed = [threshold.strategy]
    if case .multiple(_, let other) = threshold.bound { needed.append(other) }
    let selected = results.selectedStrategies
    if let missing = needed.first(where: { !selected.contains($0) }) {
      self.init(threshold: threshold, reason: "\(missing) was not selected in this run")
    } else if let absence = results.absence(of: threshold.restriction) {
      self.init(threshold: threshold, reason: absence)
    } else {
      return nil
    }
  }
}
