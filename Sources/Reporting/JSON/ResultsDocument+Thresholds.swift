import Statistics
import Verdicts

extension ResultsDocument.ThresholdEntry {
  init(_ verdict: ThresholdVerdict) {
    let isGrowth = verdict.threshold.subject == .growth
    self.init(
      expression: verdict.threshold.expression, strategy: verdict.threshold.strategy,
      metric: verdict.threshold.metric, variant: verdict.variant, size: verdict.size,
      value: isGrowth ? nil : verdict.value,
      bound: isGrowth ? nil : verdict.bound.flatMap { $0.isFinite ? $0 : nil },
      growth: verdict.growth.flatMap { fit in
        verdict.bound.map { ResultsDocument.Growth(fit, bound: $0) }
      },
      verdict: verdict.outcome.word, reason: verdict.outcome.reason)
  }

  /// A threshold that the run did not ask for.
  init(_ unselected: UnselectedThreshold) {
    let threshold = unselected.threshold
    self.init(
      expression: threshold.expression, strategy: threshold.strategy, metric: threshold.metric,
      variant: threshold.restriction.variant, size: threshold.restriction.size, value: nil,
      bound: nil, growth: nil, verdict: "not-selected", reason: unselected.reason)
  }
}

extension ResultsDocument.Growth {
  fileprivate init(_ fit: PowerLawFit, bound: Double) {
    self.init(
      exponent: fit.exponent, low: fit.interval?.low, high: fit.interval?.high, bound: bound,
      sizes: fit.sizes, medians: fit.medians, residualSpread: fit.residualSpread,
      steepest: ResultsDocument.GrowthStep(
        from: fit.steepest.from, to: fit.steepest.to, exponent: fit.steepest.exponent))
  }
}
