/// Numbers with two decimals, as load averages are written, without Foundation.
enum Hundredths {
  /// `1.05`; for numbers from 0 to beyond what any machine has.
  static func text(_ value: Double) -> String {
    guard value.isFinite, value >= 0, value < 1e12 else { return "\(value)" }
    let hundredths = Int((value * 100).rounded())
    let (whole, rest) = hundredths.quotientAndRemainder(dividingBy: 100)
    return "\(whole).\(rest < 10 ? "0" : "")\(rest)"
  }
}
