/// One of the two programs of a comparison.
public enum PairArm: String, Hashable, Sendable, Codable, CaseIterable {
  /// The program that the other is compared with.
  case base
  /// The program that is judged.
  case head

  /// The one that it is compared with.
  public var other: PairArm { self == .base ? .head : .base }
}

/// What is timed of a case.
public enum PairPart: String, Hashable, Sendable, Codable, CaseIterable {
  /// Making the strategy.
  case builds
  /// The replay's frames.
  case frames
}

/// The order of everything in a pair that has an order, drawn at random: a fixed one would favour
/// a program.
public struct PairSchedule: Hashable, Sendable {
  /// The order of one part's slices.
  public struct Part: Hashable, Sendable {
    /// The slices of the part.
    public let plan: SlicePlan
    /// The slices that are timed, in order.
    public let slices: [SlicePlan.Slice]
    /// Which program has the first untimed slice; the other follows.
    public let firstUntimed: PairArm
    /// Whose turn it is, slice by slice: each program as often as there are slices.
    public let turns: [PairArm]
  }

  /// The processor that both programs run on; `nil`: whichever the system chooses.
  public let processor: Int?
  /// Which program is started first.
  public let firstStarted: PairArm
  /// How many bytes each program's environment is longer, which moves its stack.
  public let basePadding: Int
  /// The number of bytes by which the head's environment is longer.
  public let headPadding: Int
  /// In the order in which they are timed.
  public let parts: [Part]
  /// Which program exits first.
  public let firstEnded: PairArm

  /// The longest addition to an environment is a byte less than a page.
  public static let paddings = 0..<4_096

  /// Draws an order.
  ///
  /// Slices alternate in quads of base, head, head, base or the other way round, by a coin: what
  /// drifts during a quad meets both programs alike.
  ///
  /// - Parameter processors: the numbers of those that the programs may run on, if they can be
  ///   chosen.
  public init(
    _ plans: [SlicePlan], processors: [Int] = [],
    using generator: inout some RandomNumberGenerator
  ) {
    processor = processors.randomElement(using: &generator)
    firstStarted = Self.arm(using: &generator)
    basePadding = Int.random(in: Self.paddings, using: &generator)
    headPadding = Int.random(in: Self.paddings, using: &generator)
    var parts: [Part] = []
    for plan in plans {
      let slices = plan.drawn(using: &generator)
      parts.append(
        Part(
          plan: plan, slices: slices, firstUntimed: Self.arm(using: &generator),
          turns: Self.turns(slices.count, using: &generator)))
    }
    self.parts = parts
    firstEnded = Self.arm(using: &generator)
  }

  /// How many bytes the environment of a program is longer.
  public func padding(_ arm: PairArm) -> Int { arm == .base ? basePadding : headPadding }

  private static func arm(using generator: inout some RandomNumberGenerator) -> PairArm {
    Bool.random(using: &generator) ? .base : .head
  }

  private static func turns(
    _ slices: Int, using generator: inout some RandomNumberGenerator
  ) -> [PairArm] {
    var turns: [PairArm] = []
    for slice in stride(from: 0, to: slices, by: 2) {
      let first = arm(using: &generator)
      turns += [first, first.other]
      if slice + 1 < slices { turns += [first.other, first] }
    }
    return turns
  }
}

/// What a pair of processes answered.
public struct PairRecord: Hashable, Sendable {
  /// The times of one part's slices, in nanoseconds: wall time without the waiting for a processor.
  public struct Part: Hashable, Sendable {
    /// The slices of the part.
    public let plan: SlicePlan
    /// Those that were timed, in order.
    public let slices: [SlicePlan.Slice]
    /// The times of the base's slices.
    public let base: [Int64]
    /// The times of the head's slices.
    public let head: [Int64]
    /// How long both programs waited for a processor in these slices, which their times leave out;
    /// `nil` where the system does not tell.
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
    public subscript(arm: PairArm) -> [Int64] { arm == .base ? base : head }

    /// The times, each as many times over as there are slices that its own stands for: together an
    /// estimate of what all slices of the plan take.
    public func extrapolated(_ arm: PairArm) -> [Int64] {
      zip(slices, self[arm]).map { slice, time in
        let whole = (plan.weight(of: slice) * Double(time)).rounded()
        // A time that another program made up may stand for more than there are nanoseconds.
        return max(1, Int64(min(whole, Self.maxTime)))
      }
    }

    /// What a build or frame of the plan takes on average, in nanoseconds.
    public func meanTime(_ arm: PairArm) -> Double {
      let time = extrapolated(arm).reduce(0.0) { $0 + Double($1) }
      let count = slices.reduce(0.0) { $0 + plan.weight(of: $1) * Double($1.count) }
      return time / max(1, count)
    }
  }

  /// The parts, in the order in which they were timed.
  public let parts: [Part]

  /// Creates a record.
  public init(parts: [Part]) {
    self.parts = parts
  }
}
