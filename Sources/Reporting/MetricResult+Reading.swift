import Harness
import Measurement
import Statistics

extension MetricResult {
  /// The summary where every number in it can be written down.
  var finiteSummary: SampleSummary? {
    guard let summary, summary.minimum.isFinite, summary.maximum.isFinite else { return nil }
    return summary
  }

  /// The interval of the median: for what is the same in every trial, the median itself.
  var interval: (low: Double, high: Double)? {
    guard let summary = finiteSummary else { return nil }
    return metric.kind.isDeterministic
      ? (summary.median, summary.median) : (summary.low, summary.high)
  }

  /// Why there is no number, or `nil` where there is one.
  var missingReason: String? {
    if finiteSummary != nil { return nil }
    switch outcome {
    case .summary: return "the samples are not all finite numbers"
    case .notAvailable(let reason): return reason
    }
  }

  /// Whether there was nothing to count: of two such results neither is better.
  var isZero: Bool { finiteSummary.map { $0.minimum == 0 && $0.maximum == 0 } ?? false }

  /// The median divided by another's; `nil` where either is missing or the other is 0.
  func ratio(to other: MetricResult?) -> Double? {
    guard let median = finiteSummary?.median, let divisor = other?.finiteSummary?.median,
      divisor != 0
    else { return nil }
    let ratio = median / divisor
    return ratio.isFinite ? ratio : nil
  }
}
