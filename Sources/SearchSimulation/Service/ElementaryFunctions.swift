/// Exponential and logarithm from additions, multiplications and divisions only.
///
/// The last digit of a C library's `exp` and `log` differs between machines; these give the same
/// bits on all of them. Their relative errors, against extended precision, are below 2e-16 for the
/// exponential and below 5e-16 for the logarithm.
enum ElementaryFunctions {
  /// ln 2 in two parts: the first has its last 21 bits zero, so that its product with an exponent
  /// is exact (Cody and Waite, "Software Manual for the Elementary Functions", 1980).
  private static let logarithmOf2High = 0x1.62e42feep-1
  private static let logarithmOf2Low = 0x1.a39ef35793c76p-33

  /// e to the power of a number; an exponent beyond ±700 counts as that bound.
  static func exponential(_ exponent: Double) -> Double {
    let x = min(max(exponent, -700), 700)
    let power = (x / (logarithmOf2High + logarithmOf2Low)).rounded()
    let rest = (x - power * logarithmOf2High) - power * logarithmOf2Low
    // The Taylor series of a rest of at most 0.35: its 15th term is below 1e-19.
    var sum = 1.0
    for divisor in stride(from: 14.0, through: 1.0, by: -1.0) { sum = 1 + sum * rest / divisor }
    return Double(sign: .plus, exponent: Int(power), significand: sum)
  }

  /// The natural logarithm of a positive, finite number.
  static func logarithm(_ number: Double) -> Double {
    var power = Double(number.exponent)
    var mantissa = number.significand
    if mantissa > 1.414_213_562_373_095 {
      mantissa /= 2
      power += 1
    }
    // ln m = 2 (s + s³/3 + s⁵/5 + …) with s = (m - 1) / (m + 1), here at most 0.172 in size.
    let s = (mantissa - 1) / (mantissa + 1)
    let square = s * s
    var sum = 0.0
    for divisor in stride(from: 23.0, through: 1.0, by: -2.0) { sum = sum * square + 1 / divisor }
    return power * logarithmOf2High + (2 * s * sum + power * logarithmOf2Low)
  }
}
