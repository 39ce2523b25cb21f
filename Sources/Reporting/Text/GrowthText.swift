import Foundation
import Statistics

/// How a growth is written for people.
enum GrowthText {
  /// The power, what it may be, and the step where it is steepest:
  /// `power 1.083 (1.02 to 1.14) of the size, 100 to 10,000; steepest from 100 to 1,000: 1.2`.
  static func text(_ fit: PowerLawFit) -> String {
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
  static func power(_ exponent: Double) -> String {
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
