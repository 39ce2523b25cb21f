import Statistics

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// What the pairs so far say under a rule.
///
/// Decides at the rule's looks only: between them, the answer is to go on. Pairs beyond the last
/// look are left out of it.
public struct PairedSequentialTest: Hashable, Sendable {
  public enum Decision: Hashable, Sendable {
    /// Too early to tell.
    case `continue`
    /// Neither statistic got worse by more than the margin.
    case pass
    /// A pass that says more: what is named got better by more than the margin.
    case improvement([PairStatistic])
    /// What is named looks worse by more than the margin, the clearest first; fresh pairs have to
    /// confirm it.
    case candidate([PairStatistic])
    /// The last look could not tell either.
    case undecided
  }

  public let rule: PairedTestRule
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
    _ pairs: [PairStatistics], by rule: PairedTestRule, isLast: Bool = false
  ) throws(TrimmedMeanError) {
    let counted = pairs.prefix(rule.maxPairs)
    self.rule = rule
    self.pairs = counted.count
    let taken = rule.looks.count { $0 < counted.count }
    shares = isLast ? Double(max(1, rule.looks.count - taken)) : 1
    guard counted.count >= TrimmedMean.fewestSamples else {
      total = nil
      typical = nil
      decision = .`continue`
      return
    }
    let total = try TrimmedMean(counted.map(\.total))
    let typical = try TrimmedMean(counted.map(\.typical))
    self.total = total
    self.typical = typical
    guard isLast && counted.count >= rule.firstLook || rule.looks.contains(counted.count) else {
      decision = .`continue`
      return
    }
    decision = Self.decision(
      on: [(.total, total), (.typical, typical)], by: rule, shares: shares,
      isLast: isLast || counted.count == rule.maxPairs)
  }

  /// The chance to err at this look in passing.
  public var passAlpha: Double { shares * rule.passAlpha }
  /// The chance to err at this look by one statistic in suspecting.
  public var candidateAlpha: Double { shares * rule.candidateAlpha }

  /// The estimate of one statistic; `nil` for fewer than two pairs.
  public subscript(statistic: PairStatistic) -> TrimmedMean? {
    switch statistic {
    case .total: total
    case .typical: typical
    }
  }

  private static func decision(
    on estimates: [(statistic: PairStatistic, estimate: TrimmedMean)], by rule: PairedTestRule,
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
      return isLast ? .undecided : .`continue`
    }
    let better = estimates.filter {
      $0.estimate.upperBound(alpha: candidateAlpha) < -margin
    }
    return better.isEmpty ? .pass : .improvement(better.map(\.statistic))
  }
}

extension PairedSequentialTest {
  /// The statistic whose numbers stand for the decision.
  ///
  /// What a suspicion or an improvement rests on is the first that it names. Anything else is
  /// decided by the statistic that could still be worst: the one whose upper bound, which a pass
  /// needs below the margin, is highest; of two alike, and for fewer than two pairs, the total.
  public var decisive: PairStatistic {
    switch decision {
    case .candidate(let named), .improvement(let named): named.first ?? .total
    case .pass, .undecided, .`continue`: worst
    }
  }

  private var worst: PairStatistic {
    guard let total, let typical else { return .total }
    return typical.upperBound(alpha: passAlpha) > total.upperBound(alpha: passAlpha)
      ? .typical : .total
  }
}

extension MetricVerdict.Effect {
  /// The change that an estimate of a natural logarithm stands for, eᶿ - 1, with the interval that
  /// leaves a chance at each end.
  public init(_ estimate: TrimmedMean, lowerTail: Double, upperTail: Double) {
    self.init(
      change: expm1(estimate.estimate), low: expm1(estimate.lowerBound(alpha: lowerTail)),
      high: expm1(estimate.upperBound(alpha: upperTail)))
  }
}

extension PairedSequentialTest {
  /// The change of a statistic, with the interval that decided; `nil` for fewer than two pairs.
  ///
  /// Its lower end is the bound that suspects, its upper end the one that passes, or where it got
  /// better, the one that says so.
  public func effect(of statistic: PairStatistic) -> MetricVerdict.Effect? {
    self[statistic].map {
      MetricVerdict.Effect($0, lowerTail: candidateAlpha, upperTail: upperTail)
    }
  }

  /// How surely ``effect(of:)`` encloses the change, all looks together.
  public var confidence: Double {
    1 - (rule.candidateAlpha + upperTail / shares) * Double(rule.bonferroniCount)
  }

  private var upperTail: Double {
    switch decision {
    case .candidate, .improvement: candidateAlpha
    case .pass, .undecided, .`continue`: passAlpha
    }
  }

  /// The smallest change for the worse that a statistic would have shown at this look 95 times in
  /// 100, as a share of the base; `nil` for fewer than two pairs.
  ///
  /// The margin, the reach of the bound that suspects, and Student's t at 95 % once more for the
  /// estimate's own error: about the margin and two half-widths.
  public func minimumDetectableEffect(of statistic: PairStatistic) -> Double? {
    self[statistic].map { Self.minimumDetectableEffect($0, margin: rule, alpha: candidateAlpha) }
  }

  fileprivate static func minimumDetectableEffect(
    _ estimate: TrimmedMean, margin rule: PairedTestRule, alpha: Double
  ) -> Double {
    expm1(rule.logarithmicMargin + estimate.reach(alpha: alpha) + estimate.reach(alpha: 0.05))
  }
}

extension PairedTestConfirmation {
  /// The change by the fresh pairs alone, with an interval of a confidence of 1 - α.
  public var effect: MetricVerdict.Effect {
    MetricVerdict.Effect(estimate, lowerTail: rule.alpha / 2, upperTail: rule.alpha / 2)
  }

  /// How surely ``effect`` encloses the change.
  public var confidence: Double { 1 - rule.alpha }

  /// The smallest change for the worse that these pairs would have confirmed 95 times in 100, as a
  /// share of the base, were it the suite's only suspicion.
  public var minimumDetectableEffect: Double {
    PairedSequentialTest.minimumDetectableEffect(estimate, margin: rule, alpha: rule.alpha)
  }
}
