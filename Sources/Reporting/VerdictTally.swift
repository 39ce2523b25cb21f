import Verdicts

/// How many verdicts of a run fell which way.
struct VerdictTally {
  let cases: Int
  let measured: Int
  let thresholds: Int
  let passed: Int
  let failed: Int
  /// Numbers that may be on either side of their bound.
  let inconclusive: Int
  let notDecided: Int
  /// Thresholds that the run did not ask for.
  let unselected: Int

  init(_ verdict: RunVerdict) {
    let outcomes = verdict.thresholds.map(\.outcome)
    cases = verdict.cases.count
    measured = verdict.cases.count { $0.outcome == .measured }
    thresholds = outcomes.count
    passed = outcomes.count { $0 == .passed }
    failed = outcomes.count { $0 == .failed }
    inconclusive = outcomes.count { if case .inconclusive = $0 { true } else { false } }
    notDecided = thresholds - passed - failed - inconclusive
    unselected = verdict.scenarios.reduce(0) { $0 + $1.unselectedThresholds.count }
  }
}
