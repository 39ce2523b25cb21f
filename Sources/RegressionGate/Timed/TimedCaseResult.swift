import ScenarioModel
import Verdicts

/// What became of the times of one case.
public struct TimedCaseResult: Hashable, Sendable {
  /// The case's status, and a verdict on each part of it.
  ///
  /// Before the confirmations, what is suspected is inconclusive.
  public let comparison: CaseComparison
  /// Pairs of processes that were run, the confirming ones not counted.
  public let pairs: Int
  /// Whether these made the head suspect of being slower.
  public let isSuspected: Bool
  /// Fresh pairs of processes that were run because of that.
  public let confirmingPairs: Int
  /// Seconds of wall time, all processes together.
  public let seconds: Double

  public init(
    comparison: CaseComparison, pairs: Int, isSuspected: Bool, confirmingPairs: Int,
    seconds: Double
  ) {
    self.comparison = comparison
    self.pairs = pairs
    self.isSuspected = isSuspected
    self.confirmingPairs = confirmingPairs
    self.seconds = seconds
  }
}
