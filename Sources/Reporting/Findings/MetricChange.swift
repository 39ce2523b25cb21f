import Harness
import Measurement
import ScenarioModel

/// How a number stands against another one of the same metric.
enum MetricChange {
  /// The ratio to the other number, or the difference where that one is 0 and has no ratio; `nil`
  /// where either is missing.
  static func text(_ result: MetricResult, against other: MetricResult?) -> String? {
    if let ratio = result.ratio(to: other) { return NumberFormat.ratio(ratio) }
    guard let own = result.number, let others = other?.number else {
      return nil
    }
    let difference = own - others
    if difference == 0 { return "the same" }
    let sign = difference < 0 ? "−" : "+"
    return sign + NumberFormat.text(abs(difference), result.metric.unit)
  }

  /// Whether two numbers are written with the same text, or their ratio is written as 1: such a
  /// difference is none that anybody would choose a strategy by.
  static func readsAlike(_ result: MetricResult, _ other: MetricResult) -> Bool {
    isWrittenAlike(result, other)
      || result.ratio(to: other).map { NumberFormat.ratio($0) == NumberFormat.ratio(1) } ?? false
  }

  /// Whether two numbers are written with the same text.
  static func isWrittenAlike(_ result: MetricResult, _ other: MetricResult) -> Bool {
    guard let own = result.number, let others = other.number else {
      return false
    }
    let unit = result.metric.unit
    return NumberFormat.text(own, unit) == NumberFormat.text(others, unit)
  }
}
