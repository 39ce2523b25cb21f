import Harness
import Measurement
import Verdicts

/// One part of a case on its way to a verdict.
struct TimedPart {
  let plan: SlicePlan
  let rule: LockStepRule
  private(set) var pairs: [PairStatistics] = []
  private(set) var test: LockStepTest
  /// Nanoseconds of a build or frame, of each pair.
  private var baseTimes: [Double] = []
  private var headTimes: [Double] = []

  init(plan: SlicePlan, rule: LockStepRule) throws {
    self.plan = plan
    self.rule = rule
    test = try LockStepTest([], by: rule)
  }

  var isDecided: Bool { test.decision != .goOn }

  /// What looks worse, the clearest first; empty where nothing does.
  var suspects: [LockStepStatistic] {
    if case .candidate(let statistics) = test.decision { statistics } else { [] }
  }

  mutating func add(_ record: PairRecord.Part) throws {
    pairs.append(try PairStatistics(base: record.base, head: record.head))
    baseTimes.append(Self.mean(record.base, of: record.count))
    headTimes.append(Self.mean(record.head, of: record.count))
    guard rule.looks.contains(pairs.count) else { return }
    test = try LockStepTest(pairs, by: rule)
  }

  private static func mean(_ times: [Int64], of count: Int) -> Double {
    times.reduce(0.0) { $0 + Double($1) } / Double(max(1, count))
  }

  /// The verdict by the pairs so far: a suspicion that nothing has confirmed is inconclusive.
  var verdict: MetricVerdict {
    switch test.decision {
    case .pass: verdict(.pass, .total)
    case .improvement(let statistics): verdict(.improvement, statistics.first ?? .total)
    case .candidate(let statistics):
      verdict(
        .inconclusive(why: "suspected in \(test.pairs) pairs, and not confirmed yet"),
        statistics.first ?? .total)
    case .exhausted, .goOn:
      verdict(.inconclusive(why: "not decided in \(test.pairs) pairs"), .total)
    }
  }

  private func verdict(
    _ outcome: MetricVerdict.Outcome, _ statistic: LockStepStatistic
  ) -> MetricVerdict {
    verdict(
      outcome, effect: test.effect(of: statistic),
      smallestEffect: test.smallestEffect(of: statistic), confirmingPairs: nil)
  }

  /// The verdict after fresh pairs were to confirm a suspicion.
  func verdict(
    _ outcome: ConfirmedCandidates.Outcome, by confirmation: LockStepConfirmation
  ) -> MetricVerdict {
    let effect: MetricVerdict.Outcome =
      switch outcome {
      case .regression: .regression
      case .notConfirmed:
        .inconclusive(
          why: "suspected in \(test.pairs) pairs, and not confirmed in \(confirmation.pairs) "
            + "fresh ones")
      }
    return verdict(
      effect, effect: confirmation.effect, smallestEffect: confirmation.smallestEffect,
      confirmingPairs: confirmation.pairs)
  }

  private func verdict(
    _ outcome: MetricVerdict.Outcome, effect: MetricVerdict.Effect?, smallestEffect: Double?,
    confirmingPairs: Int?
  ) -> MetricVerdict {
    MetricVerdict(
      metric: plan.part.metric, outcome: outcome,
      method: .lockStep(
        MetricVerdict.LockStep(
          margin: rule.margin, pairs: test.pairs, confirmingPairs: confirmingPairs,
          confidence: 1 - rule.alpha, frames: plan.frames, framesOfCase: plan.framesOfCase)),
      base: Self.median(baseTimes), head: Self.median(headTimes), effect: effect,
      smallestEffect: smallestEffect)
  }

  private static func median(_ values: [Double]) -> Double? {
    guard !values.isEmpty else { return nil }
    let ascending = values.sorted()
    let middle = ascending.count / 2
    return ascending.count.isMultiple(of: 2)
      ? (ascending[middle - 1] + ascending[middle]) / 2 : ascending[middle]
  }
}
