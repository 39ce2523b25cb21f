/// The mean of samples without their extremes, with its standard error.
///
/// A fifth of the samples is left out at each end, so that a few disturbed samples do not change
/// the estimate and hardly change its error. The standard error is that of the winsorised samples,
/// in which every extreme is replaced by the nearest sample that was kept (Yuen, The two-sample
/// trimmed t for unequal population variances, Biometrika 61, 1974; for one sample: Tukey and
/// McLaughlin, Sankhyā A 25, 1963).
public struct TrimmedMean: Hashable, Sendable {
  /// The minimum number of samples for a standard error.
  public static let fewestSamples = 2

  /// The number of samples.
  public let count: Int
  /// The number of samples that were left out at each end: g = ⌊0.2·n⌋.
  public let trimmedCount: Int
  /// The mean of the samples that were kept, in their own unit.
  public let estimate: Double
  /// s_w / ((1 - 2g/n)·√n), where s_w is the standard deviation of the winsorised samples; 0
  /// where these are all the same.
  public let standardError: Double

  /// The degrees of freedom of the estimate's t distribution: n - 2g - 1.
  public var degreesOfFreedom: Int { count - 2 * trimmedCount - 1 }

  /// Estimates from samples in any order.
  ///
  /// O(n log n). Throws where there are fewer than two samples, or one that is not finite.
  public init(_ samples: some Sequence<Double>) throws(TrimmedMeanError) {
    let ascending = try Self.ascending(samples)
    guard ascending.count >= Self.fewestSamples else {
      throw .tooFewSamples(found: ascending.count, needed: Self.fewestSamples)
    }
    count = ascending.count
    trimmedCount = Self.trimmedCount(of: ascending.count)
    estimate = Self.mean(ofAscending: ascending, trimming: trimmedCount)
    let lowest = ascending[trimmedCount]
    let highest = ascending[count - 1 - trimmedCount]
    let winsorised = ascending.map { min(max($0, lowest), highest) }
    let center = Self.mean(ofAscending: winsorised, trimming: 0)
    var squares = 0.0
    for sample in winsorised { squares += (sample - center) * (sample - center) }
    let deviation = (squares / Double(count - 1)).squareRoot()
    let kept = 1 - 2 * Double(trimmedCount) / Double(count)
    standardError = deviation / (kept * Double(count).squareRoot())
  }

  /// Returns the estimate alone, for which one sample is enough.
  ///
  /// O(n log n). Throws where there is no sample, or one that is not finite.
  public static func estimate(
    of samples: some Sequence<Double>
  ) throws(TrimmedMeanError) -> Double {
    let ascending = try ascending(samples)
    guard !ascending.isEmpty else { throw .tooFewSamples(found: 0, needed: 1) }
    return mean(ofAscending: ascending, trimming: trimmedCount(of: ascending.count))
  }

  private static func ascending(
    _ samples: some Sequence<Double>
  ) throws(TrimmedMeanError) -> [Double] {
    let ascending = samples.sorted()
    guard ascending.allSatisfy(\.isFinite) else { throw .notFinite }
    return ascending
  }

  // In integers: 0.2·n may be rounded to just below a whole number.
  private static func trimmedCount(of count: Int) -> Int { count / 5 }

  // Adds up differences from the first kept sample, so that the mean of equal samples is exactly
  // that sample and their spread is 0.
  private static func mean(ofAscending samples: [Double], trimming trimmed: Int) -> Double {
    let kept = samples[trimmed..<(samples.count - trimmed)]
    let first = samples[trimmed]
    var sum = 0.0
    for sample in kept { sum += sample - first }
    return first + sum / Double(kept.count)
  }
}

extension TrimmedMean {
  /// Returns the one-sided lower confidence bound of the population's trimmed mean at level 1 - α:
  /// θ - t·SE with Student's t at 1 - α.
  ///
  /// The estimate itself where the samples have no spread.
  public func lowerBound(alpha: Double) -> Double {
    estimate - reach(alpha: alpha)
  }

  /// Returns the one-sided upper confidence bound of the population's trimmed mean at level 1 - α:
  /// θ + t·SE with Student's t at 1 - α.
  ///
  /// The estimate itself where the samples have no spread.
  public func upperBound(alpha: Double) -> Double {
    estimate + reach(alpha: alpha)
  }

  /// Returns the distance of the bounds of `alpha` from the estimate, in the samples' unit.
  ///
  /// `alpha` is above 0 and below 1.
  public func reach(alpha: Double) -> Double {
    precondition(alpha > 0 && alpha < 1, "expected a chance between 0 and 1, found \(alpha)")
    guard standardError > 0 else { return 0 }
    return distribution.upperQuantile(alpha) * standardError
  }

  /// Returns the one-sided p-value of the hypothesis that the population's trimmed mean is at most
  /// `bound`: the probability of an estimate this high or higher if it were `bound`.
  ///
  /// Less than α exactly where `lowerBound(alpha: α)` is above `bound`. Where the samples have no
  /// spread, 0 if the estimate is above the bound, else 1.
  public func pValue(forAtMost bound: Double) -> Double {
    guard standardError > 0 else { return estimate > bound ? 0 : 1 }
    return distribution.upperTailProbability((estimate - bound) / standardError)
  }

  private var distribution: StudentDistribution {
    StudentDistribution(degreesOfFreedom: Double(degreesOfFreedom))
  }
}

/// The reason why samples have no trimmed mean.
public enum TrimmedMeanError: Error, Hashable, Sendable {
  /// There were fewer samples than the estimate, or its error, needs.
  case tooFewSamples(found: Int, needed: Int)
  /// A sample was NaN or infinite, which has no mean.
  case notFinite
}

extension TrimmedMeanError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .tooFewSamples(let found, let needed):
      "expected \(needed) samples or more, found \(found)"
    case .notFinite:
      "expected every sample to be a finite number, found one that is not; "
        + "leave out what was not measured"
    }
  }
}
