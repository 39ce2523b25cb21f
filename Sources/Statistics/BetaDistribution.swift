#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The beta distribution: Student's t and exact binomial intervals are made from it.
public struct BetaDistribution: Hashable, Sendable {
  /// The first shape parameter.
  public let alpha: Double
  /// The second shape parameter.
  public let beta: Double
  /// ln B(α, β).
  let logarithmOfBeta: Double

  /// The distribution of two shape parameters, both finite and above 0.
  public init(alpha: Double, beta: Double) {
    precondition(
      alpha > 0 && alpha.isFinite && beta > 0 && beta.isFinite,
      "expected finite shape parameters above 0, found \(alpha) and \(beta)")
    self.alpha = alpha
    self.beta = beta
    logarithmOfBeta =
      GammaFunction.logarithm(of: alpha) + GammaFunction.logarithm(of: beta)
      - GammaFunction.logarithm(of: alpha + beta)
  }

  /// The probability of `x` or less, also known as the regularized incomplete beta function.
  ///
  /// About √max(α, β) steps.
  public func cumulativeProbability(_ x: Double) -> Double {
    tails(at: x, complement: 1 - x).lower
  }

  /// The `x` that a value stays at or below with a given probability.
  ///
  /// Halves the interval until no number is left between its ends: up to about 1,100 evaluations
  /// for the smallest of numbers, 60 for most.
  public func quantile(_ probability: Double) -> Double {
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
  /// The probabilities of `x` or less and of more, the smaller of which is accurate in all its
  /// digits; `complement` is 1 - x, which the caller may know better than a subtraction would.
  func tails(at x: Double, complement: Double) -> (lower: Double, upper: Double) {
    guard x > 0 else { return (0, 1) }
    guard complement > 0 else { return (1, 0) }
    let logarithm = x < 0.5 ? log(x) : log1p(-complement)
    let complementLogarithm = complement < 0.5 ? log(complement) : log1p(-x)
    let power = exp(alpha * logarithm + beta * complementLogarithm - logarithmOfBeta)
    // Each fraction converges on its own side of about the mean.
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
    // Stands for a denominator of 0, which the method must not divide by.
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
