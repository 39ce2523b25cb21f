import Foundation
import ScenarioModel

// The severity of changes: how many times a change is what its method lets pass.

extension Metric {
  /// The subject of a metric, the most important first.
  package enum Concern: Int, Comparable {
    /// The content that the app shows: a share of pins, lines or results that is right.
    case result
    /// Freezes, late frames, waiting.
    case time
    case memory
    /// The work of the strategy, in operations or in this machine's time.
    case work
    case allocations

    package static func < (one: Concern, other: Concern) -> Bool { one.rawValue < other.rawValue }
  }

  package var concern: Concern {
    if polarity == .higherIsBetter { return .result }
    if [Metric.allocations.name, Metric.bytesAllocated.name].contains(name) { return .allocations }
    return switch unit {
    case .nanoseconds where kind != .measured, .millisecondsPerSecond: .time
    case .bytes: .memory
    default: .work
    }
  }
}

extension MetricVerdict {
  /// The weight of a change, to be compared: whether it crosses the bound of a criterion, what it
  /// concerns, its severity, and whether its number says something to a person with the app.
  package var weight: Weight {
    Weight(
      crosses: crossedBound == nil ? 0 : 1, concern: -metric.concern.rawValue,
      severity: severity ?? 0, isOfEffect: metric.effect == nil ? 0 : 1)
  }

  package struct Weight: Hashable, Comparable {
    let crosses: Int
    let concern: Int
    let severity: Double
    let isOfEffect: Int

    /// The weight where nothing changed: less than any other.
    package static let none = Weight(crosses: -1, concern: 0, severity: 0, isOfEffect: 0)
    /// The weight of a case that is worse as a whole: more than any other.
    package static let all = Weight(crosses: 2, concern: 0, severity: 0, isOfEffect: 0)

    package static func < (one: Self, other: Self) -> Bool {
      (one.crosses, one.concern, one.severity, one.isOfEffect)
        < (other.crosses, other.concern, other.severity, other.isOfEffect)
    }
  }

  /// The unit of the severity where any change for the worse is a regression, as a share.
  package static let severityUnit = 0.02

  /// The change from the base to the head as a share of the base; `nil` from 0, and where a number is
  /// missing.
  package var change: Double? {
    if let effect { return effect.change.isFinite ? effect.change : nil }
    guard let base, let head, base != 0 else { return nil }
    return (head - base) / abs(base)
  }

  /// The change for the worse that the method lets pass.
  package var allowance: Allowance {
    switch method {
    case .exact(let allowance): allowance
    case .pairedSequential(let test): Allowance(share: test.margin)
    case .samples(_, _, let margin):
      Allowance(share: margin, amount: SampleJudgement.error(of: metric))
    case .instructions(_, let tolerance): Allowance(share: tolerance)
    case .mustNotChange: .none
    }
  }

  /// The size of a change in multiples of what its method lets pass, or of ``severityUnit`` where
  /// that is nothing; infinite from 0, unless an amount passes. `nil` for a number that is neither
  /// worse nor better.
  package var severity: Double? {
    guard outcome.isChange else { return nil }
    guard let change else {
      guard allowance.amount > 0, let base, let head else { return .infinity }
      return abs(head - base) / allowance.amount
    }
    let amount = base.map { $0 == 0 ? 0 : allowance.amount / abs($0) } ?? 0
    let allowed = max(allowance.share, amount)
    return abs(change) / (allowed > 0 ? allowed : Self.severityUnit)
  }

  /// The head by the base, turned so that more than 1 is worse; `nil` from or to 0, and without a
  /// direction.
  fileprivate var ratio: Double? {
    guard let change, change > -1, base ?? 1 > 0, metric.polarity != .neutral else { return nil }
    return metric.polarity == .higherIsBetter ? 1 / (1 + change) : 1 + change
  }
}

/// The changes for the worse or for the better, in some scenarios of a comparison.
package struct ChangeGroup: Hashable, Sendable, Encodable {
  /// Indicates whether this is the scenarios that matter most, `false` for the others.
  package let isFirst: Bool
  package let isWorse: Bool
  /// The number of changed metrics, and of the cases that have them.
  package let metrics: Int
  package let cases: Int
  /// The geometric mean of the heads by their bases, turned so that more than 1 is worse; `nil`
  /// where no change has a ratio.
  package let geometricMean: Double?
  /// The number of changes from or to 0, and of numbers that must not change and did not get worse.
  package let withoutRatio: Int

  fileprivate init?(of comparisons: [CaseComparison], isFirst: Bool, isWorse: Bool) {
    let outcome = isWorse ? MetricVerdict.Outcome.regression : .improvement
    let changed = comparisons.map { $0.metrics.filter { $0.outcome == outcome } }
      .filter { !$0.isEmpty }
    guard !changed.isEmpty else { return nil }
    let logarithms = changed.joined().compactMap(\.ratio).filter { isWorse ? $0 > 1 : $0 < 1 }
      .map { log($0) }
    (self.isFirst, self.isWorse) = (isFirst, isWorse)
    (metrics, cases) = (changed.joined().count, changed.count)
    geometricMean =
      logarithms.isEmpty ? nil : exp(logarithms.reduce(0, +) / Double(logarithms.count))
    withoutRatio = metrics - logarithms.count
  }
}

extension ComparisonResults {
  /// The changes for the worse and for the better, those of the scenarios that matter most first;
  /// groups without a change are left out.
  package var changeGroups: [ChangeGroup] {
    [true, false].flatMap { isFirst in
      let own = cases.filter { firstScenarios.contains($0.scenarioCase.scenario) == isFirst }
      return [true, false].compactMap { ChangeGroup(of: own, isFirst: isFirst, isWorse: $0) }
    }
  }
}
