import Gate
import ScenarioModel

// Parts of comparisons made by hand, whose numbers are easy to check.

extension Metric {
  package static let viewsCreated = Metric(
    "views-created", .count, .counted, .lowerIsBetter, "Views that were made.")
  package static let pinCoverage = Metric(
    "pin-coverage", .fraction, .counted, .higherIsBetter, "Pins that are stood for.")
  package static let hitchTimeRatio = Metric(
    "hitch-time-ratio", .millisecondsPerSecond, .modelled, .lowerIsBetter, "Time lost.")
  /// The metric of a gate for all frames, in fewer words.
  package static let timeOfFrames = Metric(
    Metric.frameTime.name, .nanoseconds, .measured, .lowerIsBetter, "Time of a frame.")
}

extension Case {
  package static func sample(
    _ strategy: String = "grid-clusters", scenario: String = "ten-thousand-pins",
    variant: String = "", size: Int = 10_000
  ) -> Case { Case(scenario: scenario, variant: variant, size: size, strategy: strategy) }
}

extension MetricVerdict {
  /// A verdict on one number compared with one number.
  package static func exact(
    _ metric: Metric, _ base: Double?, _ head: Double?, _ outcome: Outcome,
    crossedBound: Double? = nil
  ) -> MetricVerdict {
    var effect: Effect?
    if let base, let head, base != 0 {
      let change = (head - base) / base
      effect = Effect(change: change, low: change, high: change)
    }
    return MetricVerdict(
      metric: metric, outcome: outcome, method: .exact(metric.allowance()), base: base, head: head,
      effect: effect, minimumDetectableEffect: 0, crossedBound: crossedBound)
  }

  /// A verdict on times of pairs, 5.1 % longer.
  package static func timed(
    _ outcome: Outcome, of metric: Metric = .timeOfFrames, change: Double = 0.051,
    low: Double = 0.046, high: Double = 0.057, pairs: Int = 64, confirmingPairs: Int? = nil,
    frames: Int = 60, suspicion: Suspicion? = nil
  ) -> MetricVerdict {
    MetricVerdict(
      metric: metric, outcome: outcome,
      method: .pairedSequential(
        PairedSequential(
          margin: 0.02, pairs: pairs, confirmingPairs: confirmingPairs, confidence: 0.99,
          frames: frames, framesOfCase: 600, waiting: 0.01, suspicion: suspicion)),
      base: 1_000_000, head: 1_051_000, effect: Effect(change: change, low: low, high: high),
      minimumDetectableEffect: 0.034)
  }
}

extension CaseComparison {
  /// A case that was compared.
  package static func compared(
    _ metrics: [MetricVerdict], of scenarioCase: Case = .sample(), load: MachineLoad? = nil
  ) -> CaseComparison {
    CaseComparison(scenarioCase: scenarioCase, status: .compared, metrics: metrics, load: load)
  }

  /// A case with a status and without metrics.
  package static func status(
    _ status: Status, of scenarioCase: Case = .sample()
  ) -> CaseComparison { CaseComparison(scenarioCase: scenarioCase, status: status) }
}
