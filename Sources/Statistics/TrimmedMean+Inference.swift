extension TrimmedMean {
  /// What the population's trimmed mean is above, but for a chance of `alpha`: θ - t·SE with
  /// Student's t at 1 - α.
  ///
  /// The estimate itself where the samples have no spread.
  public func lowerBound(alpha: Double) -> Double {
    estimate - reach(alpha: alpha)
  }

  /// What the population's trimmed mean is below, but for a chance of `alpha`: θ + t·SE with
  /// Student's t at 1 - α.
  ///
  /// The estimate itself where the samples have no spread.
  public func upperBound(alpha: Double) -> Double {
    estimate + reach(alpha: alpha)
  }

  /// The distance of the bounds of `alpha` from the estimate, in the samples' unit.
  ///
  /// `alpha` is above 0 and below 1.
  public func reach(alpha: Double) -> Double {
    precondition(alpha > 0 && alpha < 1, "expected a chance between 0 and 1, found \(alpha)")
    guard standardError > 0 else { return 0 }
    return distribution.upperQuantile(alpha) * standardError
  }

  /// The chance of an estimate this high or higher if the population's trimmed mean were `bound`:
  /// the one-sided p-value of "it is at most `bound`".
  ///
  /// Less than α exactly where `lowerBound(alpha: α)` is above `bound`. Where the samples have no
  /// spread, 0 if the estimate is above the bound, else 1.
  public func pValue(forAtMost bound: Double) -> Double {
    guard standardError > 0 else { return estimate > bound ? 0 : 1 }
    return distribution.upperTailProbability((estimate - bound) / standardError)
  }

  /// The chance of an estimate this low or lower if the population's trimmed mean were `bound`:
  /// the one-sided p-value of "it is at least `bound`".
  ///
  /// Less than α exactly where `upperBound(alpha: α)` is below `bound`. Where the samples have no
  /// spread, 0 if the estimate is below the bound, else 1.
  public func pValue(forAtLeast bound: Double) -> Double {
    guard standardError > 0 else { return estimate < bound ? 0 : 1 }
    return distribution.upperTailProbability((bound - estimate) / standardError)
  }

  private var distribution: StudentDistribution {
    StudentDistribution(degreesOfFreedom: Double(degreesOfFreedom))
  }
}
