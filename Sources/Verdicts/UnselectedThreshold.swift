import Harness
import ScenarioModel

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
  init?(_ threshold: Threshold, in results: RunResults.ScenarioResults) {
    var needed = [threshold.strategy]
    if case .multiple(_, let other) = threshold.bound { needed.append(other) }
    let selected = results.selectedStrategies
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

extension RunResults.ScenarioResults {
  /// Why nothing can grow in this run, or `nil` where it has two sizes or more.
  fileprivate var lackOfSizes: String? {
    let sizes = Set(worlds.map(\.size))
    guard let size = sizes.first, sizes.count == 1 else { return nil }
    return "a growth needs at least two sizes, and this run has \(size) only"
  }
}
