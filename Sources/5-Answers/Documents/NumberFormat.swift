import Foundation
import Platform
import ScenarioModel
import Support

/// The text of numbers for people: three significant digits in the largest fitting unit.
///
/// The same number always gives the same text, whatever the locale. Files for programs take
/// ``ExactNumber`` instead.
package enum NumberFormat {
  /// A value of a metric with its unit: `1.23 ms`, `282 MB`, `10,000`, `99.9 %`.
  package static func text(_ value: Double, _ unit: MetricUnit) -> String {
    unit == .fraction ? percent(value) : text(value, in: scaled(value, unit))
  }

  /// A value with more than three digits, for a comparison with a similar one.
  package static func text(_ value: Double, _ unit: MetricUnit, digits: Int) -> String {
    guard value.isFinite else { return notANumber }
    let scaled = scaled(unit == .fraction ? 1 : value, unit)
    let isWhole = value == value.rounded() && scaled.scale == 1 && abs(value) < 1e15
    let number =
      unit == .fraction
      ? "\(significant(value * 100, digits: digits)) %"
      : isWhole ? grouped(Int(value)) : significant(value / scaled.scale, digits: digits)
    return scaled.name.isEmpty ? number : "\(number) \(scaled.name)"
  }

  /// The bounds of an interval in the unit that its median is written in, `1.20–1.31`, or `nil`
  /// where both read the same.
  package static func interval(
    _ low: Double, _ high: Double, around median: Double, _ unit: MetricUnit
  ) -> String? {
    let scaled = scaled(median, unit)
    let ends = [low, high].map { unit == .fraction ? percent($0) : number($0, in: scaled) }
    return ends[0] == ends[1] ? nil : ends.joined(separator: "–")
  }

  /// A multiple: `0.04 x`, `1.00 x`, `12.3 x`.
  package static func ratio(_ value: Double) -> String {
    guard value.isFinite else { return notANumber }
    let magnitude = abs(value)
    if value == 0 { return "0 x" }
    if magnitude < 0.000_1 || magnitude >= 1e9 { return String(format: "%.1e x", value) }
    if magnitude < 0.095 { return "\(significant(value, digits: 2)) x" }
    if magnitude < 9.995 { return String(format: "%.2f x", value) }
    if magnitude < 999.5 { return "\(significant(value, digits: 3)) x" }
    return "\(value < 0 ? "-" : "")\(factor(magnitude)) x"
  }

  /// A factor from 1 to 1e15 in three digits at most, without a 0 behind the point: `2`, `2.5`,
  /// `120`, `2,030,000`.
  package static func factor(_ value: Double) -> String {
    let tenths = (value * 10).rounded() / 10
    if tenths < 10, tenths != tenths.rounded() { return String(format: "%.1f", tenths) }
    // Digits after the third say nothing of a ratio.
    let unit = value < 999.5 ? 1 : pow(10, Double(decimalExponent(of: value, digits: 3) - 2))
    return grouped(Int((value / unit).rounded() * unit))
  }

  /// The values of a column in one unit, in which each keeps three digits: `14.7 ms` and `1,800 ms`;
  /// each in its own where they are too far apart for that.
  package static func column(_ values: [Double], _ unit: MetricUnit) -> [String] {
    let magnitudes = values.map { abs($0) }.filter { $0 > 0 && $0.isFinite }
    guard unit != .fraction, let low = magnitudes.min(), let high = magnitudes.max(),
      let common = units(of: unit).last(where: {
        low >= $0.scale * 0.09995 && $0.scale <= scaled(high, unit).scale
      }), high < common.scale * 99_999.5
    else { return values.map { text($0, unit) } }
    return values.map { text($0, in: common) }
  }

  private typealias ScaledUnit = (name: String, scale: Double)

  /// The largest unit in which three significant digits of the value are at least 1, and one of it in
  /// the metric's own unit.
  private static func scaled(_ value: Double, _ unit: MetricUnit) -> ScaledUnit {
    let units = units(of: unit)
    // 999.6 ns read as 1.00 µs, not as 1,000 ns.
    return units.last { abs(value) >= $0.scale * 0.9995 } ?? units[0]
  }

  /// The units for the values of a metric, the smallest first.
  private static func units(of unit: MetricUnit) -> [ScaledUnit] {
    switch unit {
    case .nanoseconds: [("ns", 1), ("µs", 1e3), ("ms", 1e6), ("s", 1e9)]
    case .bytes: [("B", 1), ("KB", 1e3), ("MB", 1e6), ("GB", 1e9)]
    case .millisecondsPerSecond: [("ms/s", 1)]
    case .points: [("pt", 1)]
    case .meters: [("m", 1), ("km", 1e3)]
    case .count, .fraction, .ratio: [("", 1)]
    }
  }

  private static func text(_ value: Double, in unit: ScaledUnit) -> String {
    let number = number(value, in: unit)
    return unit.name.isEmpty ? number : "\(number) \(unit.name)"
  }

  /// In its own unit a whole number is exact; in a larger one three digits say how exact it is.
  private static func number(_ value: Double, in unit: ScaledUnit) -> String {
    guard value.isFinite else { return notANumber }
    return unit.scale == 1 ? plain(value) : significant(value / unit.scale, digits: 3)
  }

  /// A whole number with its thousands grouped, or another one with three significant digits.
  package static func plain(_ value: Double) -> String {
    guard value.isFinite else { return notANumber }
    if value == value.rounded(), abs(value) < 1e15 { return grouped(Int(value)) }
    return significant(value, digits: 3)
  }

  /// A whole number with commas between its thousands.
  package static func grouped(_ value: Int) -> String {
    let digits = Array(String(value.magnitude))
    var text = ""
    for (index, digit) in digits.enumerated() {
      if index > 0, (digits.count - index).isMultiple(of: 3) { text.append(",") }
      text.append(digit)
    }
    return value < 0 ? "-" + text : text
  }

  /// A share as a percentage that never rounds a loss away: only 1 is `100 %`, only 0 is `0 %`.
  package static func percent(_ fraction: Double) -> String {
    guard fraction.isFinite else { return notANumber }
    if fraction == 0 || fraction == 1 { return fraction == 0 ? "0 %" : "100 %" }
    for decimals in 1...6 {
      let text = String(format: "%.\(decimals)f", fraction * 100)
      guard let shown = Double(text), shown != 0, shown != 100 else { continue }
      return text + " %"
    }
    return fraction < 0.5 ? String(format: "%.1e %%", fraction * 100) : "almost 100 %"
  }

  /// The value of a parameter with its unit.
  package static func quantity(_ value: Double, _ unit: ProfileParameter.Unit) -> String {
    plain(value) + (unit.symbol.isEmpty ? "" : " " + unit.symbol)
  }

  package static let notANumber = "not a finite number"

  private static func significant(_ value: Double, digits: Int) -> String {
    guard value != 0 else { return "0" }
    guard abs(value) >= 0.000_1, abs(value) < 1e15 else {
      return String(format: "%.\(digits - 1)e", value)
    }
    let decimals = max(0, digits - 1 - decimalExponent(of: value, digits: digits))
    if decimals == 0 { return grouped(Int(value.rounded())) }
    return String(format: "%.\(decimals)f", value)
  }

  /// The power of ten of the first digit that a number has after rounding.
  private static func decimalExponent(of value: Double, digits: Int) -> Int {
    let text = String(format: "%.\(digits - 1)e", value)
    return text.lastIndex(of: "e").flatMap { Int(text[text.index(after: $0)...]) } ?? 0
  }
}

/// The text of numbers for programs: exact, and the same in every locale.
package enum ExactNumber {
  /// Whole numbers plain, others in the shortest form that reads back as the same number; `nil`
  /// for what is not a finite number.
  package static func text(_ value: Double) -> String? {
    guard value.isFinite else { return nil }
    if value == value.rounded(), abs(value) < 9_007_199_254_740_992 { return String(Int(value)) }
    return "\(value)"
  }
}

/// The text of a growth, for people.
package enum GrowthText {
  /// The power, what it may be, and the step where it is steepest:
  /// `power 1.083 (1.02 to 1.14) of the size, 100 to 10,000; steepest from 100 to 1,000: 1.2`.
  package static func text(_ fit: PowerLawFit) -> String {
    let ends = [fit.sizes.first, fit.sizes.last].compactMap(\.self).map(size)
    var text = "power \(power(fit.exponent))"
    if let interval = fit.interval {
      let bounds = [power(interval.low), power(interval.high)]
      if !fit.isExact, bounds[0] != bounds[1] { text += " (\(bounds[0]) to \(bounds[1]))" }
    }
    text += " of the size, \(ends.joined(separator: " to "))"
    // Two sizes have one step, which is the whole.
    if fit.sizes.count > 2 {
      text +=
        "; steepest from \(size(fit.steepest.from)) to \(size(fit.steepest.to)): "
        + power(fit.steepest.exponent)
    }
    return text
  }

  /// Three decimals, without zeros at the end: `1.1`, `1.083`, `0`.
  package static func power(_ exponent: Double) -> String {
    guard exponent.isFinite else { return NumberFormat.notANumber }
    var text = String(format: "%.3f", exponent)
    while text.last == "0" { text.removeLast() }
    if text.last == "." { text.removeLast() }
    return text == "-0" ? "0" : text
  }

  private static func size(_ size: Double) -> String {
    Int(exactly: size).map(NumberFormat.grouped) ?? NumberFormat.plain(size)
  }
}
