/// One of the two programs of a comparison.
public enum Revision: String, Hashable, Sendable, Codable, CaseIterable {
  /// The program that the other is compared with.
  case base
  /// The program that is judged.
  case head

  /// The other one of the two.
  public var other: Revision { self == .base ? .head : .base }
}

/// The random order of everything in a pair; a fixed order would favour one program.
public struct PairSchedule: Hashable, Sendable {
  /// The order of one part's slices.
  public struct Part: Hashable, Sendable {
    /// The slices of the part.
    public let plan: SlicePlan
    /// The timed slices, in order.
    public let slices: [SlicePlan.Slice]
    /// The program with the first untimed slice; the other follows.
    public let firstUntimed: Revision
    /// The program of each turn; each program has as many turns as there are slices.
    public let turns: [Revision]
  }

  /// The processor that both programs run on; `nil` if the system chooses.
  public let processor: Int?
  /// The program that starts first.
  public let firstStarted: Revision
  /// The extra bytes of each program's environment variables, which move its stack.
  public let basePadding: Int
  /// The number of bytes by which the head's environment is longer.
  public let headPadding: Int
  /// The parts, in the order in which they are timed.
  public let parts: [Part]

  /// The maximum of extra bytes: one less than a page.
  public static let paddings = 0..<4_096

  /// Draws an order.
  ///
  /// Slices alternate in groups of four, base, head, head, base or the reverse, at random: a drift
  /// during a group affects both programs alike.
  ///
  /// - Parameter processors: the numbers of the processors that the programs may run on, if they
  ///   can be chosen.
  public init(
    _ plans: [SlicePlan], processors: [Int] = [],
    using generator: inout some RandomNumberGenerator
  ) {
    processor = processors.randomElement(using: &generator)
    firstStarted = Self.revision(using: &generator)
    basePadding = Int.random(in: Self.paddings, using: &generator)
    headPadding = Int.random(in: Self.paddings, using: &generator)
    var parts: [Part] = []
    for plan in plans {
      let slices = plan.drawn(using: &generator)
      parts.append(
        Part(
          plan: plan, slices: slices, firstUntimed: Self.revision(using: &generator),
          turns: Self.turns(slices.count, using: &generator)))
    }
    self.parts = parts
  }

  /// The extra bytes of the environment variables of a program.
  public func padding(_ revision: Revision) -> Int { revision == .base ? basePadding : headPadding }

  private static func revision(using generator: inout some RandomNumberGenerator) -> Revision {
    Bool.random(using: &generator) ? .base : .head
  }

  private static func turns(
    _ slices: Int, using generator: inout some RandomNumberGenerator
  ) -> [Revision] {
    var turns: [Revision] = []
    for slice in stride(from: 0, to: slices, by: 2) {
      let first = revision(using: &generator)
      turns += [first, first.other]
      if slice + 1 < slices { turns += [first.other, first] }
    }
    return turns
  }
}

/// The times from a pair of processes.
public struct PairRecord: Hashable, Sendable {
  /// The times of one part's slices, in nanoseconds: wall time without waiting for a processor.
  public struct Part: Hashable, Sendable {
    /// The slices of the part.
    public let plan: SlicePlan
    /// The timed slices, in order.
    public let slices: [SlicePlan.Slice]
    /// The times of the base's slices.
    public let base: [Int64]
    /// The times of the head's slices.
    public let head: [Int64]
    /// The time that both programs waited for a processor in these slices, which is not in their
    /// times; `nil` if the system does not report it.
    public let waited: Int64?

    /// 250 years.
    private static let maxTime = 8e18

    /// Creates the times of a part.
    public init(
      plan: SlicePlan, slices: [SlicePlan.Slice], base: [Int64], head: [Int64], waited: Int64? = 0
    ) {
      self.waited = waited
      self.plan = plan
      self.slices = slices
      self.base = base
      self.head = head
    }

    /// The times of a program's slices.
    public subscript(revision: Revision) -> [Int64] { revision == .base ? base : head }

    /// The times, each weighted by the number of slices that it represents; their sum is an
    /// estimate for all slices of the plan.
    public func extrapolated(_ revision: Revision) -> [Int64] {
      zip(slices, self[revision]).map { slice, time in
        let whole = (plan.weight(of: slice) * Double(time)).rounded()
        // A time from another program can be any number: the product may overflow.
        return max(1, Int64(min(whole, Self.maxTime)))
      }
    }

    /// The mean time of a build or frame of the plan, in nanoseconds.
    public func meanTime(_ revision: Revision) -> Double {
      let time = extrapolated(revision).reduce(0.0) { $0 + Double($1) }
      let count = slices.reduce(0.0) { $0 + plan.weight(of: $1) * Double($1.count) }
      return time / max(1, count)
    }

    /// The median among the slices of the time of a build or frame, in nanoseconds.
    public func typicalTime(_ revision: Revision) -> Double {
      let times = zip(slices, self[revision]).map { Double($1) / Double(max(1, $0.count)) }.sorted()
      return times.isEmpty ? 0 : times[times.count / 2]
    }

    /// The time that a share of the plan's builds or frames do not exceed, in nanoseconds: 0.95 for the
    /// 95th percentile, 1 for the slowest of those that were timed.
    ///
    /// The frames of a slice have its mean.
    public func time(of share: Double, _ revision: Revision) -> Double {
      let times = zip(slices, self[revision]).map { slice, time in
        (
          time: Double(time) / Double(max(1, slice.count)),
          weight: plan.weight(of: slice) * Double(slice.count)
        )
      }.sorted { $0.time < $1.time }
      var left = share * times.reduce(0) { $0 + $1.weight } * (1 - 1e-12)
      for (time, weight) in times {
        left -= weight
        if left <= 0 { return time }
      }
      return times.last?.time ?? 0
    }
  }

  /// The parts, in the order in which they were timed.
  public let parts: [Part]
}
