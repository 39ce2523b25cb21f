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
  /// leaves a chance at each end.
  public init(_ estimate: TrimmedMean, lowerTail: Double, upperTail: Double) {
    self.init(
      change: expm1(estimate.estimate), low: expm1(estimate.lowerBound(alpha: lowerTail)),
      high: expm1(estimate.upperBound(alpha: upperTail)))
  }
}

extension LockStepTest {
  /// The change of a statistic, with the interval that decided; `nil` for fewer than two pairs.
  ///
  /// Its lower end is the bound that suspects, its upper end the one that passes, or where it got
  /// better, the one that says so.
  public func effect(of statistic: LockStepStatistic) -> MetricVerdict.Effect? {
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
    case .pass, .exhausted, .goOn: passAlpha
    }
  }

  /// The smallest change for the worse that a statistic would have shown at this look 95 times in
  /// 100, as a share of the base; `nil` for fewer than two pairs.
  ///
  /// The margin, the reach of the bound that suspects, and Student's t at 95 % once more for the
  /// estimate's own error: about the margin and two half-widths.
  public func smallestEffect(of statistic: LockStepStatistic) -> Double? {
    self[statistic].map { Self.smallestEffect($0, margin: rule, alpha: candidateAlpha) }
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
    MetricVerdict.Effect(estimate, lowerTail: rule.alpha / 2, upperTail: rule.alpha / 2)
  }

  /// How surely ``effect`` encloses the change.
  public var confidence: Double { 1 - rule.alpha }

  /// The smallest change for the worse that these pairs would have confirmed 95 times in 100, as a
  /// share of the base, were it the suite's only suspicion.
  public var smallestEffect: Double {
    LockStepTest.smallestEffect(estimate, margin: rule, alpha: rule.alpha)
  }
}
