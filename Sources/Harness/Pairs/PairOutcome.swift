import ScenarioModel

/// How a pair of processes, or a single one of them, ended.
public enum PairOutcome<Answer: Sendable>: Sendable {
  case completed(Answer)
  /// A worker of this program did not answer to the end.
  case broken(PairArm, TrialStatus)
  /// The two programs did not do the same work.
  case notComparable(why: String)
}

extension PairOutcome: Equatable where Answer: Equatable {}
