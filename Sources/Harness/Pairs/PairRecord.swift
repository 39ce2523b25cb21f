/// What a pair of processes answered.
public struct PairRecord: Hashable, Sendable {
  /// The times of one part's slices, in nanoseconds: wall time without the waiting for a processor.
  public struct Part: Hashable, Sendable {
    public let plan: SlicePlan
    /// Those that were timed, in order.
    public let slices: [SlicePlan.Slice]
    /// The times of the slices, one each.
    public let base: [Int64]
    public let head: [Int64]
    /// How long both programs waited for a processor in these slices, which their times leave out;
    /// `nil` where the system does not tell.
    public let waited: Int64?

    /// 250 years.
    private static let greatestTime = 8e18

    public init(
      plan: SlicePlan, slices: [SlicePlan.Slice], base: [Int64], head: [Int64], waited: Int64? = 0
    ) {
      self.waited = waited
      self.plan = plan
      self.slices = slices
      self.base = base
      self.head = head
    }

    public subscript(arm: PairArm) -> [Int64] { arm == .base ? base : head }

    /// The times, each as many times over as there are slices that its own stands for: together an
    /// estimate of what all slices of the plan take.
    public func extrapolated(_ arm: PairArm) -> [Int64] {
      zip(slices, self[arm]).map { slice, time in
        let whole = (plan.weight(of: slice) * Double(time)).rounded()
        // A time that another program made up may stand for more than there are nanoseconds.
        return max(1, Int64(min(whole, Self.greatestTime)))
      }
    }

    /// What a build or frame of the plan takes on average, in nanoseconds.
    public func meanTime(_ arm: PairArm) -> Double {
      let time = extrapolated(arm).reduce(0.0) { $0 + Double($1) }
      let count = slices.reduce(0.0) { $0 + plan.weight(of: $1) * Double($1.count) }
      return time / max(1, count)
    }
  }

  public let parts: [Part]

  public init(parts: [Part]) {
    self.parts = parts
  }
}
