import Harness
import Scenarios
import Statistics

extension ThresholdVerdict {
  /// Judges a threshold by a scenario's results: in each case of its strategy that it speaks of, or
  /// for a growth in each variant.
  static func verdicts(
    on threshold: Threshold, by results: RunResults.ScenarioResults
  ) -> [ThresholdVerdict] {
    let cases = results.cases
      .filter { $0.scenarioCase.strategy == threshold.strategy }
      .filter { threshold.restriction.includes($0.scenarioCase) }
    switch (threshold.subject, threshold.bound) {
    case (.growth, .value(let bound)):
      return cases.map(\.scenarioCase.variant).uniqued().map { variant in
        ThresholdVerdict(
          threshold, bound: bound,
          cases: cases.map(\.scenarioCase).filter { $0.variant == variant }
            .sorted { $0.size < $1.size },
          growth: results.growth(
            of: threshold.metric, strategy: threshold.strategy, variant: variant))
      }
    case (.median, _), (.growth, .multiple):
      return cases.map { ThresholdVerdict(threshold, of: $0, in: results) }
    }
  }

  // MARK: - Medians

  /// Judges a threshold in one of its strategy's cases.
  ///
  /// A multiple is one of the other strategy's median at the same variant and size.
  private init(
    _ threshold: Threshold, of result: CaseResult, in results: RunResults.ScenarioResults
  ) {
    let scenarioCase = result.scenarioCase
    let value = Evidence(threshold.metric, of: result)
    let bound: Evidence
    switch threshold.bound {
    case .value(let number):
      bound = .number(number)
    case .multiple(let factor, let strategy):
      let world = World(variant: scenarioCase.variant, size: scenarioCase.size)
      bound = results.evidence(threshold.metric, strategy: strategy, in: world)
        .multiplied(by: factor)
    }
    self.init(
      threshold: threshold, cases: [scenarioCase],
      outcome: Self.outcome(of: value, bound, by: threshold.comparison),
      value: value.number, bound: bound.number)
  }

  private static func outcome(
    of value: Evidence, _ bound: Evidence, by comparison: Threshold.Comparison
  ) -> Outcome {
    switch (value, bound) {
    case (.number(let value), .number(let bound)):
      comparison.holds(value, bound) ? .passed : .failed
    case (.missing(let reason), _), (_, .missing(let reason)):
      .notDecided(reason: reason)
    }
  }

  // MARK: - Growths

  private init(_ threshold: Threshold, bound: Double, cases: [Case], growth: GrowthEvidence) {
    let outcome: Outcome
    var found: PowerLawFit?
    switch growth {
    case .fit(let fit):
      outcome = Self.outcome(of: fit, bound, by: threshold.comparison)
      found = fit
    case .unfit(let error):
      outcome = .notDecided(reason: "\(threshold.metric) of \(threshold.strategy): \(error)")
    case .missing(let reason):
      outcome = .notDecided(reason: reason)
    }
    self.init(
      threshold: threshold, cases: cases, outcome: outcome, value: found?.exponent, bound: bound,
      growth: found)
  }

  /// Every bound of a growth is one-sided, so that an interval whose ends keep it keeps it whole.
  private static func outcome(
    of fit: PowerLawFit, _ bound: Double, by comparison: Threshold.Comparison
  ) -> Outcome {
    guard let interval = fit.interval else {
      return .inconclusive(
        reason: "two values leave no spread to tell by; run more trials or sizes")
    }
    switch (comparison.holds(interval.low, bound), comparison.holds(interval.high, bound)) {
    case (true, true): return .passed
    case (false, false): return .failed
    default:
      return .inconclusive(reason: "the bound lies within the interval; run more trials or sizes")
    }
  }
}
