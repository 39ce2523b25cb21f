import Statistics

/// What fresh pairs say of a suspicion.
///
/// They do not depend on what made the case suspect, so that the chance to confirm by accident is
/// the p-value alone, whatever came before.
public struct PairedTestConfirmation: Hashable, Sendable {
  public let statistic: PairStatistic
  public let rule: PairedTestRule
  /// From the fresh pairs alone, a natural logarithm.
  public let estimate: TrimmedMean
  /// The chance of an estimate this high if the change were the margin.
  public let pValue: Double

  /// How many fresh pairs it rests on.
  public var pairs: Int { estimate.count }

  /// Judges a batch of fresh pairs by the statistic that was suspect.
  ///
  /// O(n log n). Throws where there are fewer than `PairedTestRule.minPairs`, or where a statistic
  /// is not a finite number.
  public init(
    of statistic: PairStatistic, pairs: [PairStatistics], by rule: PairedTestRule
  ) throws(TrimmedMeanError) {
    guard pairs.count >= PairedTestRule.minPairs else {
      throw .tooFewSamples(found: pairs.count, needed: PairedTestRule.minPairs)
    }
    self.statistic = statistic
    self.rule = rule
    estimate = try TrimmedMean(pairs.map { $0[statistic] })
    pValue = estimate.pValue(forAtMost: rule.logarithmicMargin)
  }
}

/// Which of a suite's suspicions are regressions.
///
/// Holm's procedure over all of them: the chance that any of them is called a regression by
/// accident is at most `alpha`, however many cases there were.
public struct ConfirmedCandidates: Hashable, Sendable {
  public enum Outcome: Hashable, Sendable {
    case regression
    /// Fresh pairs did not say so clearly enough: inconclusive.
    case notConfirmed
  }

  /// In the order of the confirmations.
  public let outcomes: [Outcome]
  /// The smallest chance of error at which each would be a regression, in the same order.
  public let adjustedPValues: [Double]

  /// Judges the suspicions of a suite.
  ///
  /// - Parameters:
  ///   - confirmations: one for each suspicion; `nil` where the fresh pairs are missing. Such a
  ///     suspicion is not confirmed, and counts among those that the others are corrected for.
  ///   - alpha: the chance of any false regression in the suite that is accepted.
  public init(_ confirmations: [PairedTestConfirmation?], alpha: Double) {
    let holm = HolmProcedure(pValues: confirmations.map { $0?.pValue ?? 1 }, level: alpha)
    outcomes = holm.isRejected.map { $0 ? .regression : .notConfirmed }
    adjustedPValues = holm.adjustedPValues
  }
}
