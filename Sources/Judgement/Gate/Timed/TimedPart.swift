import Harness
import ScenarioModel
import Support

/// One part of a case on its way to a verdict.
struct TimedPart {
  let plan: SlicePlan
  let rule: PairedTestRule
  private(set) var pairs: [PairStatistics] = []
  private(set) var test: PairedSequentialTest
  /// The time of a build or frame in each pair, by each statistic, in nanoseconds.
  private var times: [PairStatistic: [PairArm: [Double]]] = [:]
  /// The time of all timed slices, and the time that both programs waited for a processor in them,
  /// in nanoseconds.
  private var timed = 0.0
  private var waited: Double? = 0

  init(plan: SlicePlan, rule: PairedTestRule) throws {
    self.plan = plan
    self.rule = rule
    test = try PairedSequentialTest([], by: rule)
  }

  /// The share of the slices' wall time in which the programs waited for a processor; `nil` where
  /// the system does not count it, or nothing was timed.
  var waiting: Double? { waited.flatMap { timed + $0 > 0 ? $0 / (timed + $0) : nil } }

  var isDecided: Bool { test.decision != .`continue` }

  /// The suspected statistics, the clearest first.
  var suspects: [PairStatistic] {
    if case .candidate(let statistics) = test.decision { statistics } else { [] }
  }

  mutating func add(_ record: PairRecord.Part) throws {
    pairs.append(try PairStatistics(record))
    for arm in PairArm.allCases {
      times[.total, default: [:]][arm, default: []].append(record.meanTime(arm))
      times[.typical, default: [:]][arm, default: []].append(record.typicalTime(arm))
    }
    timed += (record.base + record.head).reduce(0.0) { $0 + Double($1) }
    waited = waited.flatMap { sum in record.waited.map { sum + Double($0) } }
    guard rule.looks.contains(pairs.count) else { return }
    test = try PairedSequentialTest(pairs, by: rule)
  }

  /// Decides by the pairs so far, as no more will come.
  mutating func end() throws {
    guard !isDecided else { return }
    test = try PairedSequentialTest(pairs, by: rule, isLast: true)
  }

  /// Returns the verdict by the pairs so far: an unconfirmed suspicion is inconclusive.
  ///
  /// - Parameter baseFault: the end of a base that broke in the pair after them.
  func verdict(_ baseFault: TrialStatus?) -> MetricVerdict {
    let fault = baseFault.map { "; then the base broke: \($0)" } ?? ""
    let outcome: MetricVerdict.Outcome =
      switch test.decision {
      case .pass: .pass
      case .improvement: .improvement
      case .candidate: suspected("not confirmed" + (fault.isEmpty ? " yet" : fault))
      case .undecided, .`continue`:
        .inconclusive(why: "not decided" + fault)
      }
    return verdict(
      outcome, statistic: test.decisive, effect: test.effect(of: test.decisive),
      minimumDetectableEffect: test.minimumDetectableEffect(of: test.decisive),
      confidence: test.confidence, suspicion: suspects.first.map { .init($0) })
  }

  /// Returns the outcome of a suspicion that is not confirmed.
  func suspected(_ rest: String) -> MetricVerdict.Outcome {
    .inconclusive(why: "suspected in \(test.pairs) pairs, and \(rest)")
  }

  /// Returns the verdict after the fresh pairs of a suspicion, until all suspicions are judged
  /// together.
  func verdict(by confirmation: PairedTestConfirmation) -> MetricVerdict {
    verdict(
      suspected("not confirmed in \(confirmation.pairs) fresh ones"),
      statistic: confirmation.statistic, effect: confirmation.effect,
      minimumDetectableEffect: confirmation.minimumDetectableEffect,
      confidence: confirmation.confidence, confirmingPairs: confirmation.pairs,
      suspicion: .init(confirmation.statistic, pValue: confirmation.pValue))
  }

  private func verdict(
    _ outcome: MetricVerdict.Outcome, statistic: PairStatistic, effect: MetricVerdict.Effect?,
    minimumDetectableEffect: Double?, confidence: Double, confirmingPairs: Int? = nil,
    suspicion: MetricVerdict.Suspicion?
  ) -> MetricVerdict {
    MetricVerdict(
      metric: plan.part.metric, outcome: outcome,
      method: .pairedSequential(
        MetricVerdict.PairedSequential(
          margin: rule.margin, pairs: test.pairs, confirmingPairs: confirmingPairs,
          confidence: confidence, frames: plan.frames, framesOfCase: plan.framesOfCase,
          waiting: waiting, suspicion: suspicion, statistic: statistic)),
      base: median(statistic, .base), head: median(statistic, .head),
      effect: effect, minimumDetectableEffect: minimumDetectableEffect)
  }

  /// The median of all pairs; `nil` without one.
  private func median(_ statistic: PairStatistic, _ arm: PairArm) -> Double? {
    try? SampleSummary(times[statistic]?[arm] ?? []).median
  }
}
