import Statistics

/// What the pairs so far say under a rule.
///
/// Decides at the rule's looks only: between them, the answer is to go on. Pairs beyond the last
/// look are left out of it.
public struct LockStepTest: Hashable, Sendable {
  public enum Decision: Hashable, Sendable {
    /// Too early to tell.
    case goOn
    /// Neither statistic got worse by more than the margin.
    case pass
    /// A pass that says more: what is named got better by more than the margin.
    case improvement([LockStepStatistic])
    /// What is named looks worse by more than the margin, the clearest first; fresh pairs have to
    /// confirm it.
    case candidate([LockStepStatistic])
    /// The last look could not tell either.
    case exhausted
  }

  public let rule: LockStepRule
  /// How many pairs the decision rests on.
  public let pairs: Int
  /// The estimate from all slices together, a natural logarithm; `nil` for fewer than two pairs.
  public let total: TrimmedMean?
  /// The estimate from the slices' own ratios, a natural logarithm; `nil` for fewer than two
  /// pairs.
  public let typical: TrimmedMean?
  public let decision: Decision
  /// How many looks' chances to err this look may use: its own, and where it is the last one before
  /// its time those of the looks that will not come.
  let shares: Double

  /// Looks at the pairs so far, in the order in which they ran.
  ///
  /// O(n log n). Throws where a statistic is not a finite number.
  ///
  /// - Parameter isLast: whether there will be no more pairs. The look is then taken wherever it
  ///   is, in place of all that were planned for later, and with their chances to err too: the sum
  ///   over all looks stays α. To end where something other than the pairs' own numbers says so
  ///   costs no error.
  public init(
    _ pairs: [PairStatistics], by rule: LockStepRule, isLast: Bool = false
  ) throws(TrimmedMeanError) {
    let counted = pairs.prefix(rule.greatestPairs)
    self.rule = rule
    self.pairs = counted.count
    let taken = rule.looks.count { $0 < counted.count }
    shares = isLast ? Double(max(1, rule.looks.count - taken)) : 1
    guard counted.count >= TrimmedMean.fewestSamples else {
      total = nil
      typical = nil
      decision = .goOn
      return
    }
    let total = try TrimmedMean(counted.map(\.total))
    let typical = try TrimmedMean(counted.map(\.typical))
    self.total = total
    self.typical = typical
    guard isLast && counted.count >= rule.firstLook || rule.looks.contains(counted.count) else {
      decision = .goOn
      return
    }
    decision = Self.decision(
      on: [(.total, total), (.typical, typical)], by: rule, shares: shares,
      isLast: isLast || counted.count == rule.greatestPairs)
  }

  /// The chance to err at this look in passing.
  public var passAlpha: Double { shares * rule.passAlpha }
  /// The chance to err at this look by one statistic in suspecting.
  public var candidateAlpha: Double { shares * rule.candidateAlpha }

  /// The estimate of one statistic; `nil` for fewer than two pairs.
  public subscript(statistic: LockStepStatistic) -> TrimmedMean? {
    switch statistic {
    case .total: total
    case .typical: typical
    }
  }

  private static func decision(
    on estimates: [(statistic: LockStepStatistic, estimate: TrimmedMean)], by rule: LockStepRule,
    shares: Double, isLast: Bool
  ) -> Decision {
    let margin = rule.logarithmicMargin
    let (candidateAlpha, passAlpha) = (shares * rule.candidateAlpha, shares * rule.passAlpha)
    let worse =
      estimates
      .filter { $0.estimate.lowerBound(alpha: candidateAlpha) > margin }
      .map { ($0.statistic, $0.estimate.pValue(forAtMost: margin)) }
    // Of two with the same p-value, the total, which comes first.
    if worse.count == 2, worse[1].1 < worse[0].1 { return .candidate([worse[1].0, worse[0].0]) }
    if !worse.isEmpty { return .candidate(worse.map(\.0)) }
    // Where one got better and the other could still be worse, the other decides.
    guard estimates.allSatisfy({ $0.estimate.upperBound(alpha: passAlpha) < margin }) else {
      return isLast ? .exhausted : .goOn
    }
    let better = estimates.filter {
      $0.estimate.upperBound(alpha: candidateAlpha) < -margin
    }
    return better.isEmpty ? .pass : .improvement(better.map(\.statistic))
  }
}
