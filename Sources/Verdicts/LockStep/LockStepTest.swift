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

  /// Looks at the pairs so far, in the order in which they ran.
  ///
  /// O(n log n). Throws where a statistic is not a finite number.
  ///
  /// - Parameter isLast: whether there will be no more pairs. The look is then taken wherever it
  ///   is, instead of one that was planned for later, so that there are never more than planned; to
  ///   end where something other than the pairs' own numbers says so costs no error.
  public init(
    _ pairs: [PairStatistics], by rule: LockStepRule, isLast: Bool = false
  ) throws(TrimmedMeanError) {
    let counted = pairs.prefix(rule.greatestPairs)
    self.rule = rule
    self.pairs = counted.count
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
      on: [(.total, total), (.typical, typical)], by: rule,
      isLast: isLast || counted.count == rule.greatestPairs)
  }

  /// The estimate of one statistic; `nil` for fewer than two pairs.
  public subscript(statistic: LockStepStatistic) -> TrimmedMean? {
    switch statistic {
    case .total: total
    case .typical: typical
    }
  }

  private static func decision(
    on estimates: [(statistic: LockStepStatistic, estimate: TrimmedMean)], by rule: LockStepRule,
    isLast: Bool
  ) -> Decision {
    let margin = rule.logarithmicMargin
    let worse =
      estimates
      .filter { $0.estimate.lowerBound(alpha: rule.candidateAlpha) > margin }
      .map { ($0.statistic, $0.estimate.pValue(forAtMost: margin)) }
    // Of two with the same p-value, the total, which comes first.
    if worse.count == 2, worse[1].1 < worse[0].1 { return .candidate([worse[1].0, worse[0].0]) }
    if !worse.isEmpty { return .candidate(worse.map(\.0)) }
    // Where one got better and the other could still be worse, the other decides.
    guard estimates.allSatisfy({ $0.estimate.upperBound(alpha: rule.passAlpha) < margin }) else {
      return isLast ? .exhausted : .goOn
    }
    let better = estimates.filter {
      $0.estimate.upperBound(alpha: rule.candidateAlpha) < -margin
    }
    return better.isEmpty ? .pass : .improvement(better.map(\.statistic))
  }
}
