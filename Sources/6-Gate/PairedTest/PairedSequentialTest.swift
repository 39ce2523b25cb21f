import Foundation
import Support

/// A paired sequential test: the decision on the pairs so far under a rule.
///
/// Decides at the rule's looks only, and continues between them. Leaves out pairs beyond the last
/// look.
package struct PairedSequentialTest: Hashable, Sendable {
  package enum Decision: Hashable, Sendable {
    /// More pairs are needed.
    case `continue`
    /// No statistic is known to have got worse by more than its margin, and the two of all slices have
    /// not.
    case pass
    /// A pass in which the named statistics got better by more than the margin.
    case improvement([PairStatistic])
    /// The named statistics look worse by more than the margin, the clearest first; fresh pairs
    /// have to confirm it.
    case candidate([PairStatistic])
    /// The last look did not decide either.
    case undecided
  }

  package let rule: PairedTestRule
  /// The number of pairs that the decision rests on.
  package let pairs: Int
  /// The estimates, natural logarithms; none below two pairs.
  private var estimates: [PairStatistic: TrimmedMean] = [:]
  package private(set) var decision = Decision.`continue`
  /// The number of looks whose chances of error this look uses: its own, and at an early last look
  /// also the chances of the looks that will not come.
  let shares: Double

  /// Looks at the pairs so far, in the order in which they ran.
  ///
  /// O(n log n). Throws where a statistic is not a finite number.
  ///
  /// - Parameter isLast: `true` where no more pairs will come. The look is then taken at any count,
  ///   in place of all later looks and with their chances to err: the sum over all looks stays α.
  ///   The end costs no error as long as it does not depend on the pairs' own numbers.
  package init(
    _ pairs: [PairStatistics], by rule: PairedTestRule, isLast: Bool = false
  ) throws(TrimmedMeanError) {
    let counted = pairs.prefix(rule.maxPairs)
    self.rule = rule
    self.pairs = counted.count
    let taken = rule.looks.count { $0 < counted.count }
    shares = isLast ? Double(max(1, rule.looks.count - taken)) : 1
    guard counted.count >= TrimmedMean.fewestSamples else { return }
    for statistic in PairStatistic.allCases {
      let values = counted.compactMap { $0[statistic] }
      if values.count == counted.count { estimates[statistic] = try TrimmedMean(values) }
    }
    guard isLast && counted.count >= rule.firstLook || rule.looks.contains(counted.count) else {
      return
    }
    decision = decided(isLast: isLast || counted.count == rule.maxPairs)
  }

  /// The chance to err at this look in passing.
  package var passAlpha: Double { shares * rule.passAlpha }
  /// The chance to err at this look by one statistic in suspecting.
  package var candidateAlpha: Double { shares * rule.candidateAlpha }

  /// The estimate of one statistic, a natural logarithm; `nil` below two pairs, and for the tail
  /// statistics of builds.
  package subscript(statistic: PairStatistic) -> TrimmedMean? { estimates[statistic] }

  private func decided(isLast: Bool) -> Decision {
    let main: [PairStatistic] = [.total, .typical]
    let worse = worse(of: main)
    let isOpen = worse.isEmpty && !main.allSatisfy(isWithinMargin)
    // The tail of too few pairs, which the two of all slices end, decides nothing but itself.
    if isOpen && !isLast { return .`continue` }
    let suspects = worse + self.worse(of: [.p95, .longest])
    if !suspects.isEmpty { return .candidate(suspects) }
    // Where one got better and the other may still be worse, the other decides.
    guard !isOpen else { return .undecided }
    let better = PairStatistic.allCases.filter { statistic in
      estimates[statistic].map {
        $0.upperBound(alpha: candidateAlpha) < -rule.logarithmicMargin(of: statistic)
      } ?? false
    }
    return better.isEmpty ? .pass : .improvement(better)
  }

  /// The statistics that got worse by more than their margins, the clearest first; of two with the same
  /// p-value, the first.
  private func worse(of statistics: [PairStatistic]) -> [PairStatistic] {
    let worse = statistics.compactMap { statistic -> (PairStatistic, Double)? in
      let margin = rule.logarithmicMargin(of: statistic)
      guard let estimate = estimates[statistic],
        estimate.lowerBound(alpha: candidateAlpha) > margin
      else { return nil }
      return (statistic, estimate.pValue(forAtMost: margin))
    }
    return worse.count == 2 && worse[1].1 < worse[0].1
      ? [worse[1].0, worse[0].0] : worse.map(\.0)
  }

  /// Returns whether a statistic is known not to have got worse by more than its margin.
  package func isWithinMargin(_ statistic: PairStatistic) -> Bool {
    estimates[statistic].map {
      $0.upperBound(alpha: passAlpha) < rule.logarithmicMargin(of: statistic)
    } ?? false
  }
}

// MARK: - The reported numbers

extension PairedSequentialTest {
  /// The statistic whose numbers stand for the decision.
  ///
  /// For a suspicion or an improvement, the first that it names. Otherwise the statistic whose
  /// upper bound, which must be below the margin for a pass, is highest; of two alike, and below
  /// two pairs, the total.
  package var decisive: PairStatistic {
    switch decision {
    case .candidate(let named), .improvement(let named): return named.first ?? .total
    case .pass, .undecided, .`continue`:
      guard let total = self[.total], let typical = self[.typical] else { return .total }
      return typical.upperBound(alpha: passAlpha) > total.upperBound(alpha: passAlpha)
        ? .typical : .total
    }
  }

  /// Returns the change of a statistic, with the interval that decided; `nil` below two pairs.
  ///
  /// The lower end is the bound that suspects; the upper end is the bound that passes, or for an
  /// improvement the one that shows it.
  package func effect(of statistic: PairStatistic) -> MetricVerdict.Effect? {
    self[statistic].map {
      MetricVerdict.Effect($0, lowerTail: candidateAlpha, upperTail: upperTail)
    }
  }

  /// The confidence of the interval of ``effect(of:)``, all looks together.
  package var confidence: Double {
    1 - (rule.candidateAlpha + upperTail / shares) * Double(rule.looks.count)
  }

  private var upperTail: Double {
    switch decision {
    case .candidate, .improvement: candidateAlpha
    case .pass, .undecided, .`continue`: passAlpha
    }
  }

  /// Returns the smallest change for the worse that this look detects in a statistic 95 times in
  /// 100, as a share of the base; `nil` below two pairs.
  ///
  /// The margin, the reach of the bound that suspects, and Student's t at 95 % once more for the
  /// estimate's own error: about the margin and two half-widths.
  package func minimumDetectableEffect(of statistic: PairStatistic) -> Double? {
    self[statistic].map {
      rule.minimumDetectableEffect(of: statistic, by: $0, alpha: candidateAlpha)
    }
  }
}

extension PairedTestRule {
  fileprivate func minimumDetectableEffect(
    of statistic: PairStatistic, by estimate: TrimmedMean, alpha: Double
  ) -> Double {
    expm1(
      logarithmicMargin(of: statistic) + estimate.reach(alpha: alpha)
        + estimate.reach(alpha: 0.05))
  }
}

extension MetricVerdict.Effect {
  /// The change eᶿ - 1 of an estimate θ of a natural logarithm, with the interval that leaves a
  /// chance at each end.
  fileprivate init(_ estimate: TrimmedMean, lowerTail: Double, upperTail: Double) {
    self.init(
      change: expm1(estimate.estimate), low: expm1(estimate.lowerBound(alpha: lowerTail)),
      high: expm1(estimate.upperBound(alpha: upperTail)))
  }
}

// MARK: - Confirmation

/// A test of a suspicion by fresh pairs.
///
/// Fresh pairs do not depend on those that caused the suspicion, so that the chance to confirm by
/// accident is the p-value alone.
package struct PairedTestConfirmation: Hashable, Sendable {
  package let statistic: PairStatistic
  package let rule: PairedTestRule
  /// The estimate from the fresh pairs alone, a natural logarithm.
  package let estimate: TrimmedMean
  /// The chance of an estimate this high if the change were the margin.
  package let pValue: Double

  /// The number of fresh pairs.
  package var pairs: Int { estimate.count }

  /// Judges a batch of fresh pairs by the suspected statistic.
  ///
  /// O(n log n). Throws where there are fewer than `PairedTestRule.minPairs`, or where a statistic
  /// is not a finite number.
  package init(
    of statistic: PairStatistic, pairs: [PairStatistics], by rule: PairedTestRule
  ) throws(TrimmedMeanError) {
    guard pairs.count >= PairedTestRule.minPairs else {
      throw .tooFewSamples(found: pairs.count, needed: PairedTestRule.minPairs)
    }
    self.statistic = statistic
    self.rule = rule
    estimate = try TrimmedMean(pairs.compactMap { $0[statistic] })
    pValue = estimate.pValue(forAtMost: rule.logarithmicMargin(of: statistic))
  }

  /// The change by the fresh pairs alone, with an interval of a confidence of 1 - α.
  package var effect: MetricVerdict.Effect {
    MetricVerdict.Effect(estimate, lowerTail: rule.alpha / 2, upperTail: rule.alpha / 2)
  }

  /// The confidence of the interval of ``effect``.
  package var confidence: Double { 1 - rule.alpha }

  /// The smallest change for the worse that these pairs confirm 95 times in 100, as a share of the
  /// base, for the only suspicion of a suite.
  package var minimumDetectableEffect: Double {
    rule.minimumDetectableEffect(of: statistic, by: estimate, alpha: rule.alpha)
  }
}
