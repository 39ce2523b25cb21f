import Foundation
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
  private var times: [PairStatistic: [Revision: [Double]]] = [:]
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
    guard case .candidate(let suspects) = test.decision else { return [] }
    return suspects.filter(statistics.contains)
  }

  mutating func add(_ record: PairRecord.Part) throws {
    pairs.append(try PairStatistics(record))
    for revision in Revision.allCases {
      for statistic in PairStatistic.allCases where plan.part == .frames || !statistic.isOfTail {
        times[statistic, default: [:]][revision, default: []].append(
          record.time(of: statistic, revision))
      }
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

  /// The statistics with a verdict of their own: of builds, which are all alike, the one that decides.
  var statistics: [PairStatistic] {
    plan.part == .builds ? [test.decisive] : PairStatistic.allCases
  }

  /// The width of the widest interval that has to decide yet; infinite before the first look.
  var width: Double {
    [.total, .typical].map { statistic in
      test.effect(of: statistic).map { $0.high - $0.low } ?? .infinity
    }.max() ?? .infinity
  }

  /// Returns the verdicts by the pairs so far: an unconfirmed suspicion is inconclusive.
  ///
  /// - Parameter baseFault: the end of a base that broke in the pair after them.
  func verdicts(_ baseFault: TrialStatus?) -> [MetricVerdict] {
    let fault = baseFault.map { "; then the base broke: \($0)" } ?? ""
    return statistics.map { statistic in
      let outcome: MetricVerdict.Outcome =
        switch test.decision {
        case .candidate(let suspects) where suspects.contains(statistic):
          suspected("not confirmed" + (fault.isEmpty ? " yet" : fault))
        case .improvement(let better) where better.contains(statistic): .improvement
        case _ where test.isWithinMargin(statistic): .pass
        default: .inconclusive(why: "not decided" + fault)
        }
      return verdict(
        outcome, statistic: statistic, effect: test.effect(of: statistic),
        minimumDetectableEffect: test.minimumDetectableEffect(of: statistic),
        confidence: test.confidence,
        suspicion: suspects.contains(statistic) ? .init(statistic) : nil)
    }
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
      metric: statistic.metric(of: plan.part), outcome: outcome,
      method: .pairedSequential(
        MetricVerdict.PairedSequential(
          margin: rule.margin(of: statistic), pairs: test.pairs, confirmingPairs: confirmingPairs,
          confidence: confidence, frames: plan.frames, framesOfCase: plan.framesOfCase,
          waiting: waiting, suspicion: suspicion, statistic: statistic)),
      base: median(statistic, .base), head: median(statistic, .head),
      effect: effect, minimumDetectableEffect: minimumDetectableEffect)
  }

  /// The median of all pairs; `nil` without one.
  private func median(_ statistic: PairStatistic, _ revision: Revision) -> Double? {
    try? SampleSummary(times[statistic]?[revision] ?? []).median
  }
}

extension PairRecord.Part {
  /// The time of a build or frame by a statistic, in nanoseconds.
  fileprivate func time(of statistic: PairStatistic, _ revision: Revision) -> Double {
    switch statistic {
    case .total: meanTime(revision)
    case .typical: typicalTime(revision)
    case .p95: time(of: 0.95, revision)
    case .longest: time(of: 1, revision)
    }
  }
}

extension PairStatistics {
  /// The statistics of a part of a pair. The total is for the whole plan; its expensive slices are
  /// timed more often than the others.
  init(_ record: PairRecord.Part) throws(PairedTestError) {
    let all = try Self(base: record.extrapolated(.base), head: record.extrapolated(.head))
    func ratio(_ share: Double) -> Double? {
      record.plan.part == .builds
        ? nil : log(record.time(of: share, .head) / record.time(of: share, .base))
    }
    self.init(total: all.total, typical: all.typical, p95: ratio(0.95), longest: ratio(1))
  }
}

// MARK: - Metrics

extension Metric {
  /// The metric of a gate for all frames; trials have the percentiles of the frames.
  package static let frameTime = Metric(
    "frame-time", .nanoseconds, .measured, .lowerIsBetter,
    "Wall time of the strategy's and the simulation's work for a frame; the mean of the frames, "
      + "estimated from those that were timed.")
  /// The metric of a gate for typical frames.
  package static let typicalFrameTime = Metric(
    "typical-frame-time", .nanoseconds, .measured, .lowerIsBetter,
    "Wall time of the strategy's and the simulation's work for a frame; the median of those that were "
      + "timed.")
  /// The parts that a gate compares besides the metrics of trials.
  package static let ofGates = [frameTime, typicalFrameTime, instructions]
}

extension PairPart {
  /// The metrics of the times of this part.
  package var metrics: [Metric] {
    self == .builds ? [.buildTime] : PairStatistic.allCases.map { $0.metric(of: self) }
  }
}

extension PairStatistic {
  /// The metric of the statistic of a part.
  package func metric(of part: PairPart) -> Metric {
    switch (part, self) {
    case (.builds, _): .buildTime
    case (.frames, .total): .frameTime
    case (.frames, .typical): .typicalFrameTime
    case (.frames, .p95): .frameTimeP95
    case (.frames, .longest): .frameTimeMax
    }
  }
}
