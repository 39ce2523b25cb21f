import Harness
import Measurement

/// How a number stands against another one of the same metric.
enum MetricChange {
  /// The ratio to the other number, or the difference where that one is 0 and has no ratio; `nil`
  /// where either is missing.
  static func text(_ result: MetricResult, against other: MetricResult?) -> String? {
    if let ratio = result.ratio(to: other) { return NumberFormat.ratio(ratio) }
    guard let own = result.finiteSummary?.median, let others = other?.finiteSummary?.median else {
      return nil
    }
    let difference = own - others
    if difference == 0 { return "the same" }
    let sign = difference < 0 ? "−" : "+"
    return sign + NumberFormat.text(abs(difference), result.metric.unit)
  }
}
