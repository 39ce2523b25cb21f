import Foundation
import Gate
import ScenarioModel
import Support

/// The verdicts of a gate on comparisons whose truth is known.
struct CalibrationResults {
  /// One timed gate, with its confirmation.
  struct TimedGate: Encodable {
    enum Outcome: String, Encodable {
      case pass, improvement, regression, inconclusive
      /// Too few valid pairs.
      case unusable
    }

    let outcome: Outcome
    /// Indicates whether its first pairs made the head suspect.
    let wasSuspected: Bool
    /// Pairs of processes, the confirming ones included.
    let pairs: Int
    let seconds: Double
    /// The estimated change as a share, and its interval; `nil` where there is no estimate.
    let change: Double?
    let changeLow: Double?
    let changeHigh: Double?
    /// The minimum detectable effect as a share; `nil` where it is not known.
    let minimumDetectableEffect: Double?
  }

  /// The kind of the compared numbers.
  enum Tier: String, Encodable {
    case timed, counted, instructions
  }

  /// The comparisons over one change.
  struct Group: Encodable {
    let tier: Tier
    let change: InjectedChange
    /// The replayed scenario.
    let work: String
    let comparisons: Int
    /// The comparisons whose verdict is a regression.
    let regressions: Int
    /// The exact 95 % interval of the share of regressions; without a comparison, every share.
    let regressionShareLow: Double
    let regressionShareHigh: Double
    /// The comparisons of times.
    let gates: [TimedGate]

    init(
      _ tier: Tier, _ change: InjectedChange, work: String, comparisons: Int, regressions: Int,
      gates: [TimedGate] = []
    ) {
      self.tier = tier
      self.change = change
      self.work = work
      self.comparisons = comparisons
      self.regressions = regressions
      self.gates = gates
      let interval =
        comparisons > 0 ? BinomialInterval(successes: regressions, of: comparisons) : nil
      regressionShareLow = interval?.low ?? 0
      regressionShareHigh = interval?.high ?? 1
    }

    func count(of outcome: TimedGate.Outcome) -> Int { gates.count { $0.outcome == outcome } }
  }

  let provenance: Provenance
  /// The load of the machine at the start, in a few words.
  let load: String
  /// The calibrated gate.
  let gate: TimedGateOptions
  let groups: [Group]
  /// The reason why instructions were selected and not compared; `nil` otherwise.
  let instructionsUnavailable: String?
  let seconds: Double

  private var nullGates: [Group] {
    groups.filter { $0.tier == .timed && $0.change == .nothing }
  }

  /// The number of gates over no change, and how many of them have a regression.
  var falseAlarms: (gates: Int, red: Int) {
    let groups = nullGates
    return (
      gates: groups.reduce(0) { $0 + $1.comparisons }, red: groups.reduce(0) { $0 + $1.regressions }
    )
  }

  /// The median minimum detectable effect of the null gates; `nil` where none is known.
  var minimumDetectableEffect: Double? {
    try? SampleSummary(nullGates.flatMap(\.gates).compactMap(\.minimumDetectableEffect)).median
  }

  /// Indicates whether a comparison over no change has a regression.
  var hasFalseAlarms: Bool { groups.contains { $0.change == .nothing && $0.regressions > 0 } }

  /// Indicates whether a comparison did not find a change of a counted number.
  var hasMissedCounts: Bool {
    groups.contains { group in
      guard case .operation = group.change else { return false }
      return group.regressions < group.comparisons
    }
  }

  /// Indicates whether a gate had too few valid pairs for a verdict.
  var hasUnusableGates: Bool { groups.contains { $0.count(of: .unusable) > 0 } }

  /// The smallest margin with which the median null gate passes within its budget; `nil` where no
  /// null gate has an interval.
  ///
  /// Half of the interval, on the logarithmic scale, at as many pairs as the budget allows: the
  /// width of an interval shrinks with the square root of their number. A rule of thumb.
  var smallestUsableMargin: Double? {
    try? SampleSummary(
      nullGates.flatMap(\.gates)
        .compactMap { $0.smallestUsableMargin(budget: gate.secondsPerCase) }
    ).median
  }
}

extension CalibrationResults.TimedGate {
  fileprivate func smallestUsableMargin(budget: Double) -> Double? {
    // The pairs of a suspected gate are two batches, and its interval is of the second.
    guard let changeLow, let changeHigh, !wasSuspected, seconds > 0 else { return nil }
    let halfWidth = (log1p(changeHigh) - log1p(changeLow)) / 2
    guard halfWidth.isFinite else { return nil }
    // As many pairs as the budget allows, up to the maximum of a gate.
    let share = max(seconds / budget, Double(pairs) / Double(TimedPlan.maxPairsAllowed))
    return expm1(halfWidth * min(1, share).squareRoot())
  }
}

// MARK: - Encoding

extension CalibrationResults: Encodable {
  func encode(to encoder: any Encoder) throws {
    try encoder.encode([
      // Raised whenever a reader of an earlier form would misunderstand it.
      "schema": 1, "provenance": provenance, "load": load, "margin": gate.margin,
      "alpha": gate.alpha, "budgetSeconds": gate.secondsPerCase,
      "smallestUsableMargin": smallestUsableMargin, "seconds": seconds, "groups": groups,
      "instructionsUnavailable": instructionsUnavailable,
    ])
  }
}
