#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Student's t distribution: how far a mean strays, in standard errors that were estimated from
/// the same samples.
public struct StudentDistribution: Hashable, Sendable {
  /// How many samples told of the spread, less those that the estimate itself used up; need not
  /// be whole.
  public let degreesOfFreedom: Double
  private let squares: BetaDistribution

  /// The distribution of a number of degrees of freedom, finite and above 0.
  public init(degreesOfFreedom: Double) {
    precondition(
      degreesOfFreedom > 0 && degreesOfFreedom.isFinite,
      "expected degrees of freedom above 0, found \(degreesOfFreedom)")
    self.degreesOfFreedom = degreesOfFreedom
    squares = BetaDistribution(alpha: degreesOfFreedom / 2, beta: 0.5)
  }

  /// The probability of `t` or less; accurate in all its digits below 0, see
  /// `upperTailProbability(_:)` for those above.
  public func cumulativeProbability(_ t: Double) -> Double {
    upperTailProbability(-t)
  }

  /// The probability of more than `t`, accurate in all its digits however small it is.
  ///
  /// With x = ν/(ν + t²), half of the regularized incomplete beta function of x, ν/2 and ½
  /// (Abramowitz and Stegun, Handbook of Mathematical Functions, 26.7.1 and 26.5.27).
  public func upperTailProbability(_ t: Double) -> Double {
    guard !t.isNaN else { return .nan }
    let square = t * t
    guard square.isFinite else { return t > 0 ? 0 : 1 }
    let sum = degreesOfFreedom + square
    let tails = squares.tails(at: degreesOfFreedom / sum, complement: square / sum)
    return t < 0 ? 1 - tails.lower / 2 : tails.lower / 2
  }

  /// The `t` that a value stays at or below with a given probability.
  ///
  /// For a probability close to 1, `upperQuantile(_:)` of the little that is missing is more
  /// accurate. -∞ for 0 and ∞ for 1.
  public func quantile(_ probability: Double) -> Double {
    precondition(
      (0...1).contains(probability), "expected a probability, found \(probability)")
    return probability < 0.5 ? -positive(tail: probability) : positive(tail: 1 - probability)
  }

  /// The `t` that a value exceeds with a given probability, such as 0.01; negative above 0.5.
  ///
  /// About ten evaluations of the tail.
  public func upperQuantile(_ probability: Double) -> Double {
    precondition(
      (0...1).contains(probability), "expected a probability, found \(probability)")
    return probability > 0.5 ? -positive(tail: 1 - probability) : positive(tail: probability)
  }
}

extension StudentDistribution {
  // (1 + t²/ν)^(-(ν + 1)/2) / (√ν·B(ν/2, ½)).
  private func density(_ t: Double) -> Double {
    let power = -(degreesOfFreedom + 1) / 2 * log1p(t * t / degreesOfFreedom)
    return exp(power - squares.logarithmOfBeta) / degreesOfFreedom.squareRoot()
  }

  // The root t > 0 of tail(t) = tail, for tails up to ½.
  private func positive(tail: Double) -> Double {
    if tail == 0 { return .infinity }
    if tail >= 0.5 { return 0 }
    var low = 0.0
    var high = 1.0
    while upperTailProbability(high) > tail {
      low = high
      high *= 2
      // A tail so small that its t would not fit.
      guard high.isFinite else { return .infinity }
    }
    // Newton's steps on logarithmic axes, where a heavy tail is almost a line; an interval that
    // encloses the root guards them.
    var t = low > 0 ? (low * high).squareRoot() : 0.5
    for _ in 0..<200 {
      let found = upperTailProbability(t)
      if found > tail { low = t } else { high = t }
      var next = t * exp(log(found / tail) * found / (t * density(t)))
      if !(low < next && next < high) { next = low + (high - low) / 2 }
      guard low < next, next < high, abs(next - t) > 4e-16 * t else { return next }
      t = next
    }
    return t
  }
}
