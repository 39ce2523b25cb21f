import Statistics

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

extension MetricVerdict.Effect {
  /// The change that an estimate of a natural logarithm stands for, eᶿ - 1, with the interval that
  /// leaves a chance of `tail` at each end.
  public init(_ estimate: TrimmedMean, tail: Double) {
    self.init(
      change: expm1(estimate.estimate), low: expm1(estimate.lowerBound(alpha: tail)),
      high: expm1(estimate.upperBound(alpha: tail)))
  }
}

extension LockStepTest {
  /// The change of a statistic, with an interval that encloses it with a confidence of 1 - α at all
  /// looks together; `nil` for fewer than two pairs.
  public func effect(of statistic: LockStepStatistic) -> MetricVerdict.Effect? {
    self[statistic].map { MetricVerdict.Effect($0, tail: rule.candidateAlpha) }
  }

  /// The smallest change for the worse that a statistic would have shown at this look 95 times in
  /// 100, as a share of the base; `nil` for fewer than two pairs.
  ///
  /// The margin, the reach of the bound that suspects, and Student's t at 95 % once more for the
  /// estimate's own error: about the margin and two half-widths.
  public func smallestEffect(of statistic: LockStepStatistic) -> Double? {
    self[statistic].map { Self.smallestEffect($0, margin: rule, alpha: rule.candidateAlpha) }
  }

  fileprivate static func smallestEffect(
    _ estimate: TrimmedMean, margin rule: LockStepRule, alpha: Double
  ) -> Double {
    expm1(rule.logarithmicMargin + estimate.reach(alpha: alpha) + estimate.reach(alpha: 0.05))
  }
}

extension LockStepConfirmation {
  /// The change by the fresh pairs alone, with an interval of a confidence of 1 - α.
  public var effect: MetricVerdict.Effect {
    MetricVerdict.Effect(estimate, tail: rule.alpha / 2)
  }

  /// The smallest change for the worse that these pairs would have confirmed 95 times in 100, as a
  /// share of the base, were it the suite's only suspicion.
  public var smallestEffect: Double {
    LockStepTest.smallestEffect(estimate, margin: rule, alpha: rule.alpha)
  }
}
