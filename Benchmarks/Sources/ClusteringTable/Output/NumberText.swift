import Foundation

/// Numbers as the table shows them: three digits that count, with a unit that suits them.
enum NumberText {
  static func text(_ value: Double, _ unit: Contest.Unit) -> String {
    switch unit {
    case .nanoseconds: duration(value)
    case .bytesAPin: "\(threeDigits(value)) B"
    case .allocations: value == value.rounded() ? "\(Int(value))" : threeDigits(value)
    }
  }

  static func duration(_ nanoseconds: Double) -> String {
    switch nanoseconds {
    case ..<1e3: "\(threeDigits(nanoseconds)) ns"
    case ..<1e6: "\(threeDigits(nanoseconds / 1e3)) µs"
    case ..<1e9: "\(threeDigits(nanoseconds / 1e6)) ms"
    default: "\(threeDigits(nanoseconds / 1e9)) s"
    }
  }

  static func threeDigits(_ value: Double) -> String {
    let decimals = value < 9.995 ? 2 : value < 99.95 ? 1 : 0
    return value.formatted(
      .number.precision(.fractionLength(decimals)).grouping(.never)
        .locale(Locale(identifier: "en_US_POSIX")))
  }
}
