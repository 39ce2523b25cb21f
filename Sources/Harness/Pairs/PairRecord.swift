/// What a pair of processes answered.
public struct PairRecord: Hashable, Sendable {
  /// The times of one part's slices, in nanoseconds of wall time and in the plan's order.
  public struct Part: Hashable, Sendable {
    public let plan: SlicePlan
    /// How many builds or frames all slices of an arm had.
    public let count: Int
    public let base: [Int64]
    public let head: [Int64]

    public init(plan: SlicePlan, count: Int, base: [Int64], head: [Int64]) {
      self.plan = plan
      self.count = count
      self.base = base
      self.head = head
    }
  }

  public let parts: [Part]

  public init(parts: [Part]) {
    self.parts = parts
  }
}

/// How a pair of processes, or a single one of them, ended.
public enum PairOutcome<Answer: Sendable>: Sendable {
  case completed(Answer)
  /// A worker of this program did not answer to the end.
  case broken(PairArm, TrialStatus)
  /// The two programs did not do the same work.
  case notComparable(why: String)
}

extension PairOutcome: Equatable where Answer: Equatable {}
