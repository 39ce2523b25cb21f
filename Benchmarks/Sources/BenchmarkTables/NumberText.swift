import Foundation

/// Numbers as the tables show them: three significant digits.
public enum NumberText {
  public static func threeDigits(_ value: Double) -> String {
    let decimals = value < 9.995 ? 2 : value < 99.95 ? 1 : 0
    return value.formatted(
      .number.precision(.fractionLength(decimals)).grouping(.never)
        .locale(Locale(identifier: "en_US_POSIX")))
  }

  /// A duration in the unit that suits it.
  public static func duration(_ nanoseconds: Double) -> String {
    let unit = unit(ofNanoseconds: nanoseconds)
    return "\(threeDigits(nanoseconds / unit.nanoseconds)) \(unit.name)"
  }

  /// The unit that suits a duration, and how many nanoseconds it is.
  static func unit(ofNanoseconds duration: Double) -> (name: String, nanoseconds: Double) {
    switch duration {
    case ..<1e3: ("ns", 1)
    case ..<1e6: ("µs", 1e3)
    case ..<1e9: ("ms", 1e6)
    default: ("s", 1e9)
    }
  }
}
