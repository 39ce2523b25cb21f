import Documents
import Foundation
import Gate
import ScenarioModel

/// The text of changes from a base to a head, for people.
package enum ChangeFormat {
  /// `+5.1 %`, `-12.5 %`, `32.1 x`; with an interval `+5.1 % [4.6, 5.7]`.
  static func text(_ effect: MetricVerdict.Effect) -> String {
    let numbers = [effect.change, effect.low, effect.high]
    guard numbers.allSatisfy(\.isFinite) else { return NumberFormat.notANumber }
    guard effect.low != effect.high else { return change(effect.change) }
    let decimals = decimals(of: numbers)
    let texts = numbers.map { fixed($0 * 100, decimals: decimals) }
    let sign = effect.change > 0 && !texts[0].isZero ? "+" : ""
    return "\(sign)\(texts[0]) % [\(texts[1]), \(texts[2])]"
  }

  /// A change that is known exactly; beyond ten times as much a percentage says little.
  package static func change(_ share: Double) -> String {
    guard share.isFinite else { return NumberFormat.notANumber }
    if share >= 9 { return NumberFormat.ratio(1 + share) }
    let sign = share > 0 ? "+" : share < 0 ? "-" : ""
    return sign + NumberFormat.percent(abs(share))
  }

  /// A value compared with that of the naive strategy, without a judgement: `120 times shorter`,
  /// `6 times fewer`, `40 % less`, `none instead of 110`; `nil` where they are equal.
  package static func factor(
    _ value: Double, against naive: Double, _ metric: Metric
  ) -> String? {
    guard value.isFinite, naive.isFinite, value >= 0, naive >= 0, value != naive else { return nil }
    guard value > 0, naive > 0 else {
      let texts = [value, naive].map { $0 == 0 ? "none" : NumberFormat.text($0, metric.unit) }
      return texts.joined(separator: " instead of ")
    }
    let directions =
      switch metric.unit {
      case .nanoseconds: ("shorter", "longer")
      case .count: ("fewer", "more")
      default: ("less", "more")
      }
    let direction = value < naive ? directions.0 : directions.1
    let ratio = max(value, naive) / min(value, naive)
    // What reads as 2 is written as 2.
    guard ratio < 1.95 else {
      return "\(NumberFormat.factor(min(ratio, 1e15))) times \(direction)"
    }
    let share = abs(value / naive - 1)
    let percent =
      share < 0.01 ? NumberFormat.percent(share) : "\(Int((share * 100).rounded())) %"
    return "\(percent) \(direction)"
  }

  /// The base's and the head's value, `nil` where there is none; with as many digits as it
  /// takes for the two to read differently.
  static func values(
    _ base: Double?, _ head: Double?, _ unit: MetricUnit
  ) -> (base: String?, head: String?) {
    let texts = [base, head].map { $0.map { NumberFormat.text($0, unit) } }
    guard let base, let head, base != head, texts[0] == texts[1] else {
      return (texts[0], texts[1])
    }
    // A number of operations or bytes is known to the last one.
    let isExact = unit == .count || unit == .bytes
    for digits in isExact ? 4..<4 : 4..<10 {
      let longer = [base, head].map { NumberFormat.text($0, unit, digits: digits) }
      if longer[0] != longer[1] { return (longer[0], longer[1]) }
    }
    return (allDigits(base, unit), allDigits(head, unit))
  }

  /// A share that was chosen, not measured, such as a margin: `2 %`, `0.5 %`.
  static func share(_ value: Double) -> String {
    let percent = (value * 100).rounded()
    guard abs(value * 100 - percent) < 1e-9 else { return NumberFormat.percent(value) }
    return "\(NumberFormat.plain(percent)) %"
  }

  /// The ratio of a result to another one of the same metric, or the difference where the other is
  /// 0 and has no ratio; `nil` where either is missing.
  static func ratio(of result: MetricResult, to other: MetricResult?) -> String? {
    if let ratio = result.ratio(to: other) { return NumberFormat.ratio(ratio) }
    guard let own = result.number, let others = other?.number else { return nil }
    let difference = own - others
    if difference == 0 { return "the same" }
    let sign = difference < 0 ? "−" : "+"
    return sign + NumberFormat.text(abs(difference), result.metric.unit)
  }

  private static func allDigits(_ value: Double, _ unit: MetricUnit) -> String {
    let isWhole = value == value.rounded() && abs(value) < 9_007_199_254_740_992
    let digits = isWhole ? NumberFormat.grouped(Int(value)) : "\(value)"
    return unit == .count ? digits : "\(digits) \(unit.rawValue)"
  }

  /// As many digits after the point as the interval is wide enough to give a sense to.
  private static func decimals(of numbers: [Double]) -> Int {
    let width = (numbers[2] - numbers[1]) * 100
    return width >= 20 ? 0 : width >= 0.5 ? 1 : width >= 0.05 ? 2 : 3
  }

  private static func fixed(_ value: Double, decimals: Int) -> String {
    let text = String(format: "%.\(decimals)f", value)
    return text.isZero ? String(text.drop { $0 == "-" }) : text
  }
}

extension String {
  /// Indicates whether it is a number that was rounded to 0.
  fileprivate var isZero: Bool { allSatisfy { "-0.".contains($0) } }
}
