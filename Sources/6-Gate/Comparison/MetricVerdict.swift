import ScenarioModel
import Support

/// The verdict on one metric of a case, from a base to a head.
package struct MetricVerdict: Hashable, Sendable {
  package enum Outcome: Hashable, Sendable {
    /// The metric is not worse by more than the method tolerates.
    case pass
    /// The metric is worse.
    case regression
    /// The metric is better; reported, and never a failure.
    case improvement
    /// The metric is worse by what the base's file of accepted changes allows.
    case accepted(why: String)
    /// The comparison could not decide.
    case inconclusive(why: String)
    /// The comparison did not come to the metric, which is no pass.
    case notJudged(why: String)
    /// Only the head has the metric.
    case new
    /// Only the base has the metric: never a pass.
    case missing(why: String)
    /// Reported, not gated: the metric has no good direction, or its method cannot judge it.
    case notGated(why: String)
  }

  package let metric: Metric
  package private(set) var outcome: Outcome
  package let method: Method
  /// The base's and the head's value in the metric's own unit; `nil` where there is none.
  package let base: Double?
  package let head: Double?
  /// The change from the base to the head; `nil` where there is none, as from 0.
  package let effect: Effect?
  /// The smallest change for the worse that the comparison detects 95 times in 100, as a share of
  /// the base; 0 for exact methods, `nil` where it is not known.
  package let minimumDetectableEffect: Double?
  /// The bound of a criterion, in the metric's own unit, that the base keeps and the head does not;
  /// `nil` where there is none.
  package let crossedBound: Double?

  package init(
    metric: Metric, outcome: Outcome, method: Method, base: Double?, head: Double?,
    effect: Effect? = nil, minimumDetectableEffect: Double? = nil, crossedBound: Double? = nil
  ) {
    self.crossedBound = crossedBound
    self.metric = metric
    self.outcome = outcome
    self.method = method
    self.base = base
    self.head = head
    self.effect = effect
    self.minimumDetectableEffect = minimumDetectableEffect
  }

  /// A change as a share of the base, with its interval: 0.05 is 5 % more.
  package struct Effect: Hashable, Sendable, Codable {
    package let change: Double
    /// The ends of the interval; both equal to the change for exact methods.
    package let low: Double
    package let high: Double

    package init(change: Double, low: Double, high: Double) {
      self.change = change
      self.low = low
      self.high = high
    }
  }

  /// The method of a verdict.
  package enum Method: Hashable, Sendable {
    /// One number against one number; a change for the worse up to the allowance passes.
    case exact(Allowance)
    /// One number against one number; no change passes, not even a better number.
    case mustNotChange
    /// Slices of both programs that alternate in many pairs of fresh processes.
    case pairedSequential(PairedSequential)
    /// The samples of two runs' trials, or of both sides' trials in one run; a change for the worse
    /// up to the margin passes.
    case samples(base: Int, head: Int, margin: Double)
    /// Executed instructions; a change for the worse up to the tolerance passes.
    case instructions(source: String, tolerance: Double)
  }

  /// The numbers of a paired sequential test.
  package struct PairedSequential: Hashable, Sendable, Codable {
    /// A change for the worse up to this share of the base passes.
    package let margin: Double
    /// The number of pairs of processes that the verdict rests on.
    package let pairs: Int
    /// The number of fresh pairs for a suspicion; `nil` where there was none.
    package let confirmingPairs: Int?
    /// The confidence of the interval, such as 0.99.
    package let confidence: Double
    /// The number of replayed frames, and of all frames of the case.
    package let frames: Int
    package let framesOfCase: Int
    /// The share of the slices' wall time in which the programs waited for a processor, and which
    /// the times leave out; `nil` where the system does not count it.
    package let waiting: Double?
    /// The suspicion that fresh pairs have to confirm; `nil` where there was none.
    package let suspicion: Suspicion?
    /// The statistic of the verdict's values and of its change; `nil` in earlier files.
    package let statistic: PairStatistic?

    package init(
      margin: Double, pairs: Int, confirmingPairs: Int?, confidence: Double, frames: Int,
      framesOfCase: Int, waiting: Double? = nil, suspicion: Suspicion? = nil,
      statistic: PairStatistic? = nil
    ) {
      self.statistic = statistic
      self.waiting = waiting
      self.suspicion = suspicion
      self.margin = margin
      self.pairs = pairs
      self.confirmingPairs = confirmingPairs
      self.confidence = confidence
      self.frames = frames
      self.framesOfCase = framesOfCase
    }
  }

  /// A part that looked worse: all suspicions of a comparison are judged together.
  package struct Suspicion: Hashable, Sendable, Codable {
    /// The statistic that looked worse.
    package let statistic: PairStatistic
    /// The p-value of the fresh pairs; `nil` where they are missing.
    package let pValue: Double?

    package init(_ statistic: PairStatistic, pValue: Double? = nil) {
      self.statistic = statistic
      self.pValue = pValue
    }
  }

  /// Compares one finite number with another, both the same in every trial of their sides.
  ///
  /// - Parameters:
  ///   - allowance: the change for the worse that passes.
  ///   - criteria: those of the family.
  init(
    exact metric: Metric, base: Double, head: Double, allowance: Allowance,
    criteria: [Criterion] = []
  ) {
    let crossed = criteria.first {
      $0.metric.name == metric.name && $0.bound != nil && $0.isReached(by: base, best: base)
        && !$0.isReached(by: head, best: head)
    }
    self.init(
      metric: metric,
      outcome: Self.outcome(metric.polarity, base: base, head: head, allowance: allowance),
      method: .exact(allowance), base: base, head: head,
      effect: Effect(exactFrom: base, to: head),
      // A change from 0 is no share of the base.
      minimumDetectableEffect: allowance == .none
        ? 0 : base == 0 ? nil : allowance.change(from: base) / abs(base),
      crossedBound: crossed?.bound)
  }

  /// Compares one finite number with another that must be the same.
  init(unchanging metric: Metric, base: Double, head: Double) {
    self.init(
      metric: metric, outcome: base == head ? .pass : .regression, method: .mustNotChange,
      base: base, head: head, effect: Effect(exactFrom: base, to: head),
      minimumDetectableEffect: 0)
  }

  private static func outcome(
    _ polarity: Polarity, base: Double, head: Double, allowance: Allowance
  ) -> Outcome {
    if base == head { return .pass }
    let isWorse: Bool
    switch polarity {
    case .lowerIsBetter: isWorse = head > base
    case .higherIsBetter: isWorse = head < base
    case .neutral: return .notGated(why: "neither direction of change is good or bad")
    }
    guard isWorse else { return .improvement }
    // 29 of 100 is 29 %, although 0.29 x 100 is a little less than 29 in binary.
    return abs(head - base) > allowance.change(from: base) * (1 + 1e-12) ? .regression : .pass
  }
}

/// A statistic of a pair.
package enum PairStatistic: String, Hashable, Sendable, Codable, CaseIterable {
  /// All slices together.
  case total
  /// The slices' own ratios, trimmed.
  case typical
  /// The 95th percentile of the frames' times.
  case p95
  /// The time of the slowest frame.
  case longest

  /// Indicates whether this is a statistic of few slices: it varies more, and decides nothing about
  /// the others.
  package var isOfTail: Bool { self == .p95 || self == .longest }
}

extension MetricVerdict.Effect {
  /// The change between two exact numbers; `nil` from 0 to another number, which is no share of 0.
  init?(exactFrom base: Double, to head: Double) {
    if base == head {
      self.init(change: 0, low: 0, high: 0)
    } else if base != 0, ((head - base) / abs(base)).isFinite {
      let change = (head - base) / abs(base)
      self.init(change: change, low: change, high: change)
    } else {
      return nil
    }
  }
}

extension MetricVerdict {
  /// The suspicion that the metric got worse; `nil` where there was none.
  package var suspicion: Suspicion? {
    if case .pairedSequential(let test) = method { test.suspicion } else { nil }
  }

  /// Returns the verdict with another outcome.
  package func with(outcome: Outcome) -> MetricVerdict {
    var verdict = self
    verdict.outcome = outcome
    return verdict
  }

  /// Returns the verdict after all suspicions of a comparison were judged together: a regression,
  /// or no regression any more.
  package func settled(isRegression: Bool) -> MetricVerdict {
    guard case .pairedSequential(let test) = method, test.suspicion != nil else { return self }
    if isRegression { return outcome.isAccepted ? self : with(outcome: .regression) }
    guard outcome == .regression || outcome.isAccepted else { return self }
    return with(
      outcome: .inconclusive(
        why: "suspected in \(test.pairs) pairs, and not confirmed over all shards"))
  }
}

extension [CaseComparison] {
  /// Returns the comparisons after Holm's procedure over all of their suspicions: the chance of any
  /// false regression is at most `alpha`, however many cases and shards there are.
  ///
  /// A suspicion whose fresh pairs are missing is not confirmed, and counts in the correction of
  /// the others.
  package func settled(alpha: Double) -> [CaseComparison] {
    let suspected = indices.flatMap { index in
      self[index].metrics.filter { $0.suspicion != nil }.map { (index, $0) }
    }
    let areRegressions = HolmProcedure(
      pValues: suspected.map { $0.1.suspicion?.pValue ?? 1 }, level: alpha
    ).isRejected
    var settled = self
    for ((index, verdict), isRegression) in zip(suspected, areRegressions) {
      settled[index] = settled[index].adding(verdict.settled(isRegression: isRegression))
    }
    return settled
  }
}

extension MetricVerdict.Outcome {
  /// Indicates whether this is a change for the worse that the base's file accepts.
  package var isAccepted: Bool { if case .accepted = self { true } else { false } }
  /// Indicates whether the metric is worse or better.
  var isChange: Bool { self == .regression || self == .improvement || isAccepted }

  /// Indicates whether the method had two numbers to judge.
  package var isJudged: Bool {
    switch self {
    case .pass, .regression, .improvement, .accepted, .inconclusive: true
    case .notJudged, .new, .missing, .notGated: false
    }
  }
}
