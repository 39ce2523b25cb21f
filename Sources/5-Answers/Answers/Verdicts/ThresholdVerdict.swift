import ScenarioModel
import Support

/// The verdict on a threshold: in one case, or for a growth in one variant at all sizes.
package struct ThresholdVerdict: Hashable, Sendable {
  package enum Outcome: Hashable, Sendable {
    case passed
    case failed
    /// The number may as well be on the other side of the bound: measured again, or more often, it
    /// could be decided.
    case inconclusive(reason: String)
    /// The threshold has no number to judge; never a pass.
    case notDecided(reason: String)
  }

  package let threshold: Threshold
  /// The judged case, or for a growth the cases of one variant, by size.
  package let cases: [Case]
  package let outcome: Outcome
  /// The median of the threshold's metric, in the metric's own unit, or the power of the size that
  /// it grows with; `nil` where there is none.
  package let value: Double?
  /// The bound in the unit of the value; `nil` where it is not known.
  package let bound: Double?
  /// The line whose slope is the growth; `nil` for other thresholds, and where there is none.
  package let growth: PowerLawFit?

  /// The scenario of its cases.
  package var scenario: String { cases.first?.scenario ?? "" }
  /// The variant of its cases; empty where there is one only.
  package var variant: String { cases.first?.variant ?? "" }
  /// The size of its case; `nil` for a growth, which has several.
  package var size: Int? { cases.count == 1 ? cases.first?.size : nil }
}

extension ThresholdVerdict {
  /// Judges a threshold by a scenario's results: in each case of its strategy that its restriction
  /// includes, or for a growth in each variant.
  static func verdicts(
    on threshold: Threshold, by results: ScenarioResults
  ) -> [ThresholdVerdict] {
    let configurations = Set(results.configurations(of: threshold.restriction))
    let cases = results.cases.filter {
      $0.scenarioCase.strategy == threshold.strategy
        && configurations.contains($0.scenarioCase.configuration)
    }
    switch (threshold.subject, threshold.bound) {
    case (.growth, .value(let bound)):
      return cases.map(\.scenarioCase.variant).uniqued().map { variant in
        ThresholdVerdict(
          threshold, bound: bound,
          cases: cases.filter { $0.scenarioCase.variant == variant }
            .sorted { $0.scenarioCase.size < $1.scenarioCase.size },
          growth: results.growth(
            of: threshold.metric, strategy: threshold.strategy, variant: variant))
      }
    case (.median, _), (.growth, .multiple):
      return cases.map { ThresholdVerdict(threshold, of: $0, in: results) }
    }
  }

  /// Judges a threshold in one of its strategy's cases.
  ///
  /// A multiple refers to the other strategy's median at the same variant and size.
  private init(
    _ threshold: Threshold, of result: CaseResult, in results: ScenarioResults
  ) {
    let scenarioCase = result.scenarioCase
    let value = MetricValue(threshold.metric, of: result)
    let bound: MetricValue
    var measured = [result]
    switch threshold.bound {
    case .value(let number):
      bound = .number(number)
    case .multiple(let factor, let strategy):
      let configuration = Configuration(variant: scenarioCase.variant, size: scenarioCase.size)
      bound = results.evidence(threshold.metric, strategy: strategy, in: configuration)
        .multiplied(by: factor)
      measured += [results.result(of: strategy, in: configuration)].compactMap(\.self)
    }
    self.init(
      threshold: threshold, cases: [scenarioCase],
      outcome: Self.outcome(of: value, bound, by: threshold.comparison)
        .excused(by: measured, of: threshold.metric),
      value: value.number, bound: bound.number, growth: nil)
  }

  private static func outcome(
    of value: MetricValue, _ bound: MetricValue, by comparison: Threshold.Comparison
  ) -> Outcome {
    switch (value, bound) {
    case (.number(let value), .number(let bound)):
      comparison.holds(value, bound) ? .passed : .failed
    case (.notAvailable(let reason), _), (_, .notAvailable(let reason)):
      .notDecided(reason: reason)
    }
  }

  private init(
    _ threshold: Threshold, bound: Double, cases: [CaseResult], growth: GrowthEvidence
  ) {
    let outcome: Outcome
    var found: PowerLawFit?
    switch growth {
    case .fit(let fit):
      outcome = Self.outcome(of: fit, bound, by: threshold.comparison)
      found = fit
    case .noFit(let error):
      outcome = .notDecided(reason: "\(threshold.metric) of \(threshold.strategy): \(error)")
    case .missing(let reason):
      outcome = .notDecided(reason: reason)
    }
    self.init(
      threshold: threshold, cases: cases.map(\.scenarioCase),
      outcome: outcome.excused(by: cases, of: threshold.metric), value: found?.exponent,
      bound: bound, growth: found)
  }

  /// Every bound of a growth is one-sided: an interval keeps it where both of its ends do.
  private static func outcome(
    of fit: PowerLawFit, _ bound: Double, by comparison: Threshold.Comparison
  ) -> Outcome {
    guard let interval = fit.interval else {
      return .inconclusive(
        reason: "two values have no spread; run more trials or sizes")
    }
    switch (comparison.holds(interval.low, bound), comparison.holds(interval.high, bound)) {
    case (true, true): return .passed
    case (false, false): return .failed
    default:
      return .inconclusive(reason: "the bound lies within the interval; run more trials or sizes")
    }
  }
}

extension ThresholdVerdict.Outcome {
  /// The outcome, undecided where a time failed while the machine did other work: it says nothing
  /// about the strategy then.
  ///
  /// A threshold that holds on a busy machine holds; counts, models and memory do not depend on it.
  fileprivate func excused(by results: [CaseResult], of metric: String) -> Self {
    guard self == .failed,
      let found = results.compactMap({ $0[metric: metric]?.metric }).first,
      found.kind == .measured, found.unit == .nanoseconds,
      let busy = results.first(where: { $0.load?.isBusy ?? false }), let load = busy.load
    else { return self }
    let shares = [
      load.waiting.map { "waited for a processor \(Int(($0 * 100).rounded())) % of its time" },
      load.stolen.map { "lost \(Int(($0 * 100).rounded())) % of its time to the host" },
    ].compactMap(\.self).joined(separator: " and ")
    return .inconclusive(
      reason: "not decided because the machine was busy: \(busy.scenarioCase.strategy) \(shares); "
        + "measure again on a quieter machine")
  }
}

// MARK: - Coding

extension ThresholdVerdict.Outcome {
  /// The outcome in files.
  package var identifier: String {
    switch self {
    case .passed: "passed"
    case .failed: "failed"
    case .inconclusive: "inconclusive"
    case .notDecided: "not-decided"
    }
  }

  /// The reason of an outcome that is not clear.
  package var reason: String? {
    switch self {
    case .passed, .failed: nil
    case .inconclusive(let reason), .notDecided(let reason): reason
    }
  }
}

extension ThresholdVerdict: Encodable {
  package func encode(to encoder: any Encoder) throws {
    try encoder.encode([
      "expression": threshold.expression, "strategy": threshold.strategy,
      "metric": threshold.metric, "variant": variant, "size": size, "value": value,
      "bound": bound, "growth": growth, "verdict": outcome.identifier, "reason": outcome.reason,
    ])
  }
}
