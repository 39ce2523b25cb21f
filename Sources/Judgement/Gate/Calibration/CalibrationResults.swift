import Foundation
import Harness
import ScenarioModel
import Support

/// The verdicts of a gate on comparisons whose truth is known.
package struct CalibrationResults: Sendable {
  /// One timed gate, with its confirmation.
  package struct TimedGate: Hashable, Sendable {
    package enum Outcome: String, Hashable, Sendable, Codable, CaseIterable {
      case pass
      case improvement
      case regression
      case inconclusive
      /// Too few valid pairs.
      case unusable
    }

    package let outcome: Outcome
    /// `true` where its first pairs made the head suspect.
    package let wasSuspected: Bool
    /// Pairs of processes, the confirming ones included.
    package let pairs: Int
    package let seconds: Double
    /// The estimated change as a share; `nil` where there is no estimate.
    package let effect: MetricVerdict.Effect?
    /// The minimum detectable effect as a share; `nil` where it is not known.
    package let minimumDetectableEffect: Double?

    package init(
      outcome: Outcome, wasSuspected: Bool, pairs: Int, seconds: Double,
      effect: MetricVerdict.Effect?, minimumDetectableEffect: Double?
    ) {
      self.outcome = outcome
      self.wasSuspected = wasSuspected
      self.pairs = pairs
      self.seconds = seconds
      self.effect = effect
      self.minimumDetectableEffect = minimumDetectableEffect
    }
  }

  /// The timed gates over one change.
  package struct TimedGroup: Hashable, Sendable {
    package let change: InjectedChange
    /// The replayed scenario.
    package let work: String
    package let gates: [TimedGate]

    package init(change: InjectedChange, work: String, gates: [TimedGate]) {
      self.change = change
      self.work = work
      self.gates = gates
    }

    package func count(of outcome: TimedGate.Outcome) -> Int {
      gates.count { $0.outcome == outcome }
    }
  }

  /// The comparisons of counted numbers over one change.
  package struct ExactGroup: Hashable, Sendable {
    /// The kind of the compared numbers.
    package enum Tier: String, Hashable, Sendable, Codable {
      case counted
      case instructions
    }

    package let tier: Tier
    package let change: InjectedChange
    package let work: String
    package let comparisons: Int
    /// The comparisons whose verdict is a regression.
    package let regressions: Int

    package init(
      tier: Tier, change: InjectedChange, work: String, comparisons: Int, regressions: Int
    ) {
      self.tier = tier
      self.change = change
      self.work = work
      self.comparisons = comparisons
      self.regressions = regressions
    }
  }

  package let provenance: Provenance
  /// The load of the machine at the start, in a few words.
  package let load: String
  /// The largest change for the worse that passes, as a share of the base.
  package let margin: Double
  /// The accepted chance of a false regression in a gate.
  package let alpha: Double
  /// The seconds of a gate's pairs, without those of confirmations.
  package let budget: Double
  package let timed: [TimedGroup]
  package let exact: [ExactGroup]
  /// The reason why instructions were selected and not compared; `nil` otherwise.
  package let instructionsUnavailable: String?
  package let seconds: Double

  package init(
    provenance: Provenance, load: String, margin: Double, alpha: Double, budget: Double,
    timed: [TimedGroup], exact: [ExactGroup], instructionsUnavailable: String?, seconds: Double
  ) {
    self.provenance = provenance
    self.load = load
    self.margin = margin
    self.alpha = alpha
    self.budget = budget
    self.timed = timed
    self.exact = exact
    self.instructionsUnavailable = instructionsUnavailable
    self.seconds = seconds
  }
}

extension CalibrationResults {
  /// The number of gates over no change, and of those with a regression.
  package var falseAlarms: (gates: Int, red: Int) {
    let groups = timed.filter { $0.change == .nothing }
    return (
      groups.reduce(0) { $0 + $1.gates.count }, groups.reduce(0) { $0 + $1.count(of: .regression) }
    )
  }

  /// The median minimum detectable effect of the null gates; `nil` where none is known.
  package var minimumDetectableEffect: Double? {
    let effects = timed.filter { $0.change == .nothing }.flatMap(\.gates)
      .compactMap(\.minimumDetectableEffect)
    return try? SampleSummary(effects).median
  }

  /// `true` where a comparison over no change has a regression.
  package var hasFalseAlarms: Bool {
    falseAlarms.red > 0 || exact.contains { $0.change == .nothing && $0.regressions > 0 }
  }

  /// `true` where a gate had too few valid pairs for a verdict.
  package var hasUnusableGates: Bool {
    timed.contains { $0.count(of: .unusable) > 0 }
  }
}

extension CalibrationResults {
  /// The smallest margin with which the median null gate passes within its budget; `nil` where no
  /// null gate has an interval.
  ///
  /// Half of the interval, on the logarithmic scale, at as many pairs as the budget allows: the
  /// width of an interval shrinks with the square root of their number. A rule of thumb.
  package var smallestUsableMargin: Double? {
    let margins = timed.filter { $0.change == .nothing }.flatMap(\.gates)
      .compactMap { $0.smallestUsableMargin(budget: budget) }
    return try? SampleSummary(margins).median
  }
}

extension CalibrationResults.TimedGate {
  fileprivate func smallestUsableMargin(budget: Double) -> Double? {
    // The pairs of a suspected gate are two batches, and its interval is of the second.
    guard let effect, !wasSuspected, seconds > 0 else { return nil }
    let halfWidth = (log1p(effect.high) - log1p(effect.low)) / 2
    guard halfWidth.isFinite else { return nil }
    // As many pairs as the budget allows, up to the maximum of a gate.
    let share = max(seconds / budget, Double(pairs) / Double(TimedPlan.maxPairsAllowed))
    return expm1(halfWidth * min(1, share).squareRoot())
  }
}

// MARK: - Encoding

extension CalibrationResults: Encodable {
  /// The version of the form; raised whenever a reader of an earlier one would misunderstand it.
  package static let schema = 1

  private enum CodingKeys: String, CodingKey {
    case schema, provenance, load, margin, alpha, smallestUsableMargin, seconds, groups
    case instructionsUnavailable
    case budget = "budgetSeconds"
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(Self.schema, forKey: .schema)
    try container.encode(provenance, forKey: .provenance)
    try container.encode(load, forKey: .load)
    try container.encode(margin, forKey: .margin)
    try container.encode(alpha, forKey: .alpha)
    try container.encode(budget, forKey: .budget)
    try container.encodeIfPresent(smallestUsableMargin, forKey: .smallestUsableMargin)
    try container.encode(seconds, forKey: .seconds)
    var groups = container.nestedUnkeyedContainer(forKey: .groups)
    for group in timed { try groups.encode(group) }
    for group in exact { try groups.encode(group) }
    try container.encodeIfPresent(instructionsUnavailable, forKey: .instructionsUnavailable)
  }
}

private enum GroupKeys: String, CodingKey {
  case tier, change, work, comparisons, regressions, regressionShareLow, regressionShareHigh, gates
}

extension KeyedEncodingContainer<GroupKeys> {
  /// Encodes the number of regressions with the exact 95 % interval of their share.
  fileprivate mutating func encode(regressions: Int, of comparisons: Int) throws {
    // Without a comparison every share is possible.
    let interval =
      comparisons > 0 ? BinomialInterval(successes: regressions, of: comparisons) : nil
    try encode(comparisons, forKey: .comparisons)
    try encode(regressions, forKey: .regressions)
    try encode(interval?.low ?? 0, forKey: .regressionShareLow)
    try encode(interval?.high ?? 1, forKey: .regressionShareHigh)
  }
}

extension CalibrationResults.TimedGroup: Encodable {
  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: GroupKeys.self)
    try container.encode("timed", forKey: .tier)
    try container.encode("\(change)", forKey: .change)
    try container.encode(work, forKey: .work)
    try container.encode(regressions: count(of: .regression), of: gates.count)
    try container.encode(gates, forKey: .gates)
  }
}

extension CalibrationResults.ExactGroup: Encodable {
  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: GroupKeys.self)
    try container.encode(tier, forKey: .tier)
    try container.encode("\(change)", forKey: .change)
    try container.encode(work, forKey: .work)
    try container.encode(regressions: regressions, of: comparisons)
    try container.encode([CalibrationResults.TimedGate](), forKey: .gates)
  }
}

extension CalibrationResults.TimedGate: Encodable {
  private enum CodingKeys: String, CodingKey {
    case outcome, wasSuspected, pairs, seconds, change, changeLow, changeHigh
    case minimumDetectableEffect
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(outcome, forKey: .outcome)
    try container.encode(wasSuspected, forKey: .wasSuspected)
    try container.encode(pairs, forKey: .pairs)
    try container.encode(seconds, forKey: .seconds)
    try container.encodeIfPresent(effect?.change, forKey: .change)
    try container.encodeIfPresent(effect?.low, forKey: .changeLow)
    try container.encodeIfPresent(effect?.high, forKey: .changeHigh)
    try container.encodeIfPresent(minimumDetectableEffect, forKey: .minimumDetectableEffect)
  }
}
