#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The gamma function, as far as the distributions need it.
///
/// The C library's `lgamma` leaves the sign in a global variable, which threads would race for.
enum GammaFunction {
  /// ln Γ(x) for x > 0, to about 15 digits.
  ///
  /// Stirling's series (NIST Digital Library of Mathematical Functions, 5.11.1) from x = 10 on,
  /// where its first eight terms are all that a `Double` holds; below, Γ(x + 1) = x·Γ(x) leads
  /// there (5.5.1).
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
