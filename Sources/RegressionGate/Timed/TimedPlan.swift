import Harness
import ScenarioModel
import Verdicts

/// What the pairs of a case do, fixed before the first of them.
public struct TimedPlan: Hashable, Sendable {
  /// The parts that are timed, in this order.
  public let slices: [SlicePlan]
  /// The most pairs that the budget allows.
  public let maxPairs: Int

  /// Plans a case by what it costs.
  public init(base: SliceCosts, head: SliceCosts, options: TimedGateOptions) {
    let slices = [
      SlicePlan.builds(base: base, head: head), SlicePlan.frames(base: base, head: head),
    ]
    .compactMap(\.self)
    let arm = slices.reduce(0.0) { $0 + Double($1.cost) }
    // Both arms one after the other, and what the starts take.
    let pair = 2 * arm + Double(base.start) + Double(head.start)
    let affordable = options.secondsPerCase * 1e9 / max(1, pair)
    self.slices = slices
    maxPairs = Int(
      min(Double(Self.maxPairsAllowed), max(Double(PairedTestRule.minPairs), affordable)))
  }

  /// The rule that a part is decided by.
  ///
  /// - Parameter tolerances: the first of the part's metric is its margin, instead of the gate's.
  public func rule(
    of part: SlicePlan, options: TimedGateOptions, tolerances: [Tolerance] = []
  ) throws(PairedTestRuleError) -> PairedTestRule {
    let margin =
      tolerances.first { $0.metric == part.part.metric.name }?.share ?? options.margin
    return try PairedTestRule(
      margin: part.isFine ? margin : max(margin, options.coarseMargin),
      alpha: options.alpha, maxPairs: maxPairs)
  }

  /// Beyond this many, a change that is smaller than the margin is told from the margin anyway.
  public static let maxPairsAllowed = 600
}
