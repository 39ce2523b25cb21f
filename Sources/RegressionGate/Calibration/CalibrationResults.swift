import Foundation
import Harness
import Measurement
import ScenarioModel
import Statistics
import Verdicts

/// What a gate made of comparisons whose truth is known.
package struct CalibrationResults: Sendable {
  /// One timed gate from its first pair to its last word.
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
    /// Whether its first pairs made the head suspect.
    package let wasSuspected: Bool
    /// Pairs of processes, the confirming ones included.
    package let pairs: Int
    package let seconds: Double
    /// The change that it read, as a share; `nil` where it could not be told.
    package let effect: MetricVerdict.Effect?
    /// The smallest change that it would have seen; `nil` where that could not be told.
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
    /// What was replayed: the known work, or a case of a scenario.
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
    /// How the numbers were had.
    package enum Tier: String, Hashable, Sendable, Codable {
      case counted
      case instructions
    }

    package let tier: Tier
    package let change: InjectedChange
    package let work: String
    package let comparisons: Int
    /// In how many a regression was called.
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
  /// How the machine was when it began, in a few words: its load.
  package let load: String
  /// A change for the worse up to this share passes.
  package let margin: Double
  /// The chance of a wrong word that a gate accepts.
  package let alpha: Double
  /// Seconds that a gate's first part may take.
  package let budget: Double
  package let timed: [TimedGroup]
  package let exact: [ExactGroup]
  /// Why instructions were not tried; `nil` where they were, or nobody asked.
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
  /// Gates over no change, and how many of them were red.
  package var falseAlarms: (gates: Int, red: Int) {
    let groups = timed.filter { $0.change == .nothing }
    return (
      groups.reduce(0) { $0 + $1.gates.count }, groups.reduce(0) { $0 + $1.count(of: .regression) }
    )
  }

  /// The smallest change that the null gates would have seen, by the middle one of them; `nil`
  /// where none could tell.
  package var minimumDetectableEffect: Double? {
    let effects = timed.filter { $0.change == .nothing }.flatMap(\.gates)
      .compactMap(\.minimumDetectableEffect)
    return try? SampleSummary(effects).median
  }

  /// Whether anything was called a regression that is none.
  package var hasFalseAlarms: Bool {
    falseAlarms.red > 0 || exact.contains { $0.change == .nothing && $0.regressions > 0 }
  }

  /// Whether a gate had too few valid pairs to say anything.
  package var hasUnusableGates: Bool {
    timed.contains { $0.count(of: .unusable) > 0 }
  }
}

extension CalibrationResults {
  /// The smallest margin with which the middle one of the null gates could still have told that
  /// nothing changed, had it taken its whole budget; `nil` where no null gate was decided.
  ///
  /// Half of its interval, on the logarithmic scale, at as many pairs as the budget has room for:
  /// the width of an interval shrinks with the square root of their number. A rule of thumb.
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
    // As many pairs as the budget has room for, and no more than a gate ever takes.
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
