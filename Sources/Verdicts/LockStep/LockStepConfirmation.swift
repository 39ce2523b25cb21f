import Statistics

/// What fresh pairs say of a suspicion.
///
/// They do not depend on what made the case suspect, so that the chance to confirm by accident is
/// the p-value alone, whatever came before.
public struct LockStepConfirmation: Hashable, Sendable {
  public let statistic: LockStepStatistic
  public let rule: LockStepRule
  /// From the fresh pairs alone, a natural logarithm.
  public let estimate: TrimmedMean
  /// The chance of an estimate this high if the change were the margin.
  public let pValue: Double

  /// How many fresh pairs it rests on.
  public var pairs: Int { estimate.count }

  /// Judges a batch of fresh pairs by the statistic that was suspect.
  ///
  /// O(n log n). Throws where there are fewer than `LockStepRule.fewestPairs`, or where a statistic
  /// is not a finite number.
  public init(
    of statistic: LockStepStatistic, pairs: [PairStatistics], by rule: LockStepRule
  ) throws(TrimmedMeanError) {
    guard pairs.count >= LockStepRule.fewestPairs else {
      throw .tooFewSamples(found: pairs.count, needed: LockStepRule.fewestPairs)
    }
    self.statistic = statistic
    self.rule = rule
    estimate = try TrimmedMean(pairs.map { $0[statistic] })
    pValue = estimate.pValue(forAtMost: rule.logarithmicMargin)
  }
}
