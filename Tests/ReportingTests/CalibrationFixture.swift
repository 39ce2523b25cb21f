import RegressionGate
import Verdicts

/// What a calibration found out, made up: numbers that are easy to check.
struct CalibrationFixture {
  var nullGates: [CalibrationResults.TimedGate] =
    (1...20).map { gate(.pass, pairs: 16, change: Double($0 - 10) / 1_000) }
  var slowerGates: [CalibrationResults.TimedGate] = [
    gate(.regression, pairs: 80, change: 0.048), gate(.regression, pairs: 80, change: 0.05),
    gate(.regression, pairs: 144, change: 0.054), gate(.inconclusive, pairs: 400, change: 0.03),
  ]
  var exact: [CalibrationResults.ExactGroup] = [
    CalibrationResults.ExactGroup(
      tier: .counted, change: .nothing, work: "known-work", comparisons: 1_000, regressions: 0),
    CalibrationResults.ExactGroup(
      tier: .counted, change: .operation("one allocation"), work: "known-work",
      comparisons: 1_000, regressions: 1_000),
  ]
  var instructionsUnavailable: String?
  var load = "load 0.1 at its beginning"

  static func gate(
    _ outcome: CalibrationResults.TimedGate.Outcome, pairs: Int = 16, change: Double? = 0
  ) -> CalibrationResults.TimedGate {
    CalibrationResults.TimedGate(
      outcome: outcome, wasSuspected: outcome == .regression, pairs: pairs,
      seconds: Double(pairs) / 4,
      effect: change.map {
        MetricVerdict.Effect(change: $0, low: $0 - 0.01, high: $0 + 0.01)
      },
      minimumDetectableEffect: change.map { _ in 0.024 })
  }

  var results: CalibrationResults {
    get throws {
      CalibrationResults(
        provenance: try ReportFixture().provenance("Test <b>CPU"), load: load, margin: 0.02,
        alpha: 0.01, budget: 30,
        timed: [
          CalibrationResults.TimedGroup(change: .nothing, work: "known-work", gates: nullGates),
          CalibrationResults.TimedGroup(
            change: .work(percent: 5), work: "known-work", gates: slowerGates),
        ].filter { !$0.gates.isEmpty }, exact: exact,
        instructionsUnavailable: instructionsUnavailable, seconds: 1_234.5)
    }
  }
}
