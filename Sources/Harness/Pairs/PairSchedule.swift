import PinData

/// The order of everything in a pair that has an order, drawn at random: a fixed one would favour
/// a program.
public struct PairSchedule: Hashable, Sendable {
  /// The order of one part's slices.
  public struct Part: Hashable, Sendable {
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
