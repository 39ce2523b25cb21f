/// The mean of samples without their extremes, with what its error may be.
///
/// A fifth of the samples is left out at each end, so that a few stretches in which the machine
/// did something else move neither the estimate nor, much, its error. The standard error rests on
/// the winsorised samples, in which every extreme is replaced by the nearest sample that was kept
/// (Yuen, The two-sample trimmed t for unequal population variances, Biometrika 61, 1974; for one
/// sample: Tukey and McLaughlin, Sankhyā A 25, 1963).
public struct TrimmedMean: Hashable, Sendable {
  /// The share that is left out at each end.
  public static let trim = 0.2
  /// The fewest samples that tell of an error.
  public static let fewestSamples = 2

  /// How many samples there were.
  public let count: Int
  /// How many were left out at each end: g = ⌊0.2·n⌋.
  public let trimmedCount: Int
  /// The mean of those that were kept, in the samples' own unit.
  public let estimate: Double
  /// s_w / ((1 - 2g/n)·√n), where s_w is the standard deviation of the winsorised samples; 0
  /// where these are all the same.
  public let standardError: Double

  /// What the error's distribution, Student's t, has: n - 2g - 1.
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
    let least = ascending[trimmedCount]
    let most = ascending[count - 1 - trimmedCount]
    let winsorised = ascending.map { min(max($0, least), most) }
    let center = Self.mean(ofAscending: winsorised, trimming: 0)
    var squares = 0.0
    for sample in winsorised { squares += (sample - center) * (sample - center) }
    let deviation = (squares / Double(count - 1)).squareRoot()
    let kept = 1 - 2 * Double(trimmedCount) / Double(count)
    standardError = deviation / (kept * Double(count).squareRoot())
  }

  /// The estimate alone, for which one sample is enough.
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

  // Whole numbers, as 0.2·n may come out just below one.
  private static func trimmedCount(of count: Int) -> Int { count / 5 }

  // Adds up differences from the first that is kept: samples that are all the same have exactly
  // themselves as their mean, and so no spread.
  private static func mean(ofAscending samples: [Double], trimming trimmed: Int) -> Double {
    let kept = samples[trimmed..<(samples.count - trimmed)]
    let first = samples[trimmed]
    var sum = 0.0
    for sample in kept { sum += sample - first }
    return first + sum / Double(kept.count)
  }
}
