import Foundation

/// Student's t distribution: the deviation of a mean, in standard errors that were estimated from
/// the same samples.
package struct StudentDistribution: Hashable, Sendable {
  /// The number of samples less the number of estimated parameters; need not be whole.
  package let degreesOfFreedom: Double
  private let squares: BetaDistribution

  /// Creates the distribution of a number of degrees of freedom, finite and above 0.
  package init(degreesOfFreedom: Double) {
    precondition(
      degreesOfFreedom > 0 && degreesOfFreedom.isFinite,
      "expected degrees of freedom above 0, found \(degreesOfFreedom)")
    self.degreesOfFreedom = degreesOfFreedom
    squares = BetaDistribution(alpha: degreesOfFreedom / 2, beta: 0.5)
  }

  /// Returns the probability of `t` or less.
  ///
  /// Accurate in all its digits below 0; above, see `upperTailProbability(_:)`.
  package func cumulativeProbability(_ t: Double) -> Double {
    upperTailProbability(-t)
  }

  /// Returns the probability of more than `t`, accurate in all its digits however small it is.
  ///
  /// With x = ν/(ν + t²), half of the regularized incomplete beta function of x, ν/2 and ½
  /// (Abramowitz and Stegun, Handbook of Mathematical Functions, 26.7.1 and 26.5.27).
  package func upperTailProbability(_ t: Double) -> Double {
    guard !t.isNaN else { return .nan }
    let square = t * t
    guard square.isFinite else { return t > 0 ? 0 : 1 }
    let sum = degreesOfFreedom + square
    let tails = squares.tails(at: degreesOfFreedom / sum, complement: square / sum)
    return t < 0 ? 1 - tails.lower / 2 : tails.lower / 2
  }

  /// Returns the `t` that a value stays at or below with a given probability; -∞ for 0, ∞ for 1.
  ///
  /// For a probability close to 1, `upperQuantile(_:)` of its complement is more accurate.
  package func quantile(_ probability: Double) -> Double {
    precondition(
      (0...1).contains(probability), "expected a probability, found \(probability)")
    return probability < 0.5 ? -positive(tail: probability) : positive(tail: 1 - probability)
  }

  /// Returns the `t` that a value exceeds with a given probability, such as 0.01; negative above
  /// 0.5.
  ///
  /// About ten evaluations of the tail.
  package func upperQuantile(_ probability: Double) -> Double {
    0 - quantile(probability)
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
      // The t of so small a tail exceeds a `Double`.
      guard high.isFinite else { return .infinity }
    }
    // Newton's method on logarithmic axes, where a heavy tail is almost a line, within an interval
    // that encloses the root.
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

/// The beta distribution, from which Student's t and exact binomial intervals follow.
package struct BetaDistribution: Hashable, Sendable {
  /// The first shape parameter.
  package let alpha: Double
  /// The second shape parameter.
  package let beta: Double
  /// ln B(α, β).
  let logarithmOfBeta: Double

  /// Creates the distribution of two shape parameters, both finite and above 0.
  package init(alpha: Double, beta: Double) {
    precondition(
      alpha > 0 && alpha.isFinite && beta > 0 && beta.isFinite,
      "expected finite shape parameters above 0, found \(alpha) and \(beta)")
    self.alpha = alpha
    self.beta = beta
    logarithmOfBeta =
      GammaFunction.logarithm(of: alpha) + GammaFunction.logarithm(of: beta)
      - GammaFunction.logarithm(of: alpha + beta)
  }

  /// Returns the probability of `x` or less: the regularized incomplete beta function.
  ///
  /// O(√max(α, β)) steps.
  package func cumulativeProbability(_ x: Double) -> Double {
    tails(at: x, complement: 1 - x).lower
  }

  /// Returns the `x` that a value stays at or below with a given probability.
  ///
  /// Bisects until no number is left between the ends: 60 evaluations for most numbers, up to about
  /// 1,100 for the smallest.
  package func quantile(_ probability: Double) -> Double {
    precondition(
      (0...1).contains(probability), "expected a probability, found \(probability)")
    if probability == 0 { return 0 }
    if probability == 1 { return 1 }
    var low = 0.0
    var high = 1.0
    while true {
      let middle = low + (high - low) / 2
      guard low < middle, middle < high else { return middle }
      if cumulativeProbability(middle) < probability { low = middle } else { high = middle }
    }
  }
}

extension BetaDistribution {
  /// Returns the probabilities of `x` or less and of more; the smaller is accurate in all its
  /// digits.
  ///
  /// - Parameter complement: 1 - x, which the caller may know to more digits than a subtraction
  ///   gives.
  func tails(at x: Double, complement: Double) -> (lower: Double, upper: Double) {
    guard x > 0 else { return (0, 1) }
    guard complement > 0 else { return (1, 0) }
    let logarithm = x < 0.5 ? log(x) : log1p(-complement)
    let complementLogarithm = complement < 0.5 ? log(complement) : log1p(-x)
    let power = exp(alpha * logarithm + beta * complementLogarithm - logarithmOfBeta)
    // Each fraction converges quickly on one side of the mean.
    if x < (alpha + 1) / (alpha + beta + 2) {
      let lower = power / alpha / Self.continuedFraction(alpha, beta, at: x)
      return (lower, 1 - lower)
    } else {
      let upper = power / beta / Self.continuedFraction(beta, alpha, at: complement)
      return (1 - upper, upper)
    }
  }

  /// 1 + d₁/(1 + d₂/(1 + …)) of the incomplete beta function (NIST Digital Library of Mathematical
  /// Functions, 8.17.22 and 8.17.23), by the modified method of Lentz (Thompson and Barnett,
  /// Coulomb and Bessel functions of complex arguments and order, 1986).
  private static func continuedFraction(_ a: Double, _ b: Double, at x: Double) -> Double {
    // Replaces a denominator of 0.
    let tiny = 1e-300
    var value = 1.0
    var ratio = 1.0
    var inverse = 0.0
    for step in 1...100_000 {
      let m = Double(step / 2)
      let coefficient =
        step.isMultiple(of: 2)
        ? m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m))
        : -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))
      inverse = 1 + coefficient * inverse
      if inverse == 0 { inverse = tiny }
      inverse = 1 / inverse
      ratio = 1 + coefficient / ratio
      if ratio == 0 { ratio = tiny }
      value *= ratio * inverse
      if abs(ratio * inverse - 1) < 3e-16 { break }
    }
    return value
  }
}

/// The part of the gamma function that the distributions need.
///
/// The C library's `lgamma` writes the sign to a global variable, which is a data race.
private enum GammaFunction {
  /// ln Γ(x) for x > 0, to about 15 digits.
  ///
  /// Stirling's series (NIST Digital Library of Mathematical Functions, 5.11.1) from x = 10 on,
  /// where its first eight terms are as accurate as a `Double`; below 10, with Γ(x + 1) = x·Γ(x)
  /// (5.5.1).
  static func logarithm(of x: Double) -> Double {
    var x = x
    var product = 1.0
    while x < 10 {
      product *= x
      x += 1
    }
    var series = 0.0
    for coefficient in stirlingCoefficients.reversed() {
      series = series / (x * x) + coefficient
    }
    return (x - 0.5) * log(x) - x + 0.5 * log(2 * Double.pi) + series / x - log(product)
  }

  // B₂ₖ / (2k·(2k - 1)), with Bernoulli's numbers.
  private static let stirlingCoefficients: [Double] = [
    1.0 / 12, -1.0 / 360, 1.0 / 1260, -1.0 / 1680, 1.0 / 1188, -691.0 / 360_360, 1.0 / 156,
    -3617.0 / 122_400,
  ]
}
