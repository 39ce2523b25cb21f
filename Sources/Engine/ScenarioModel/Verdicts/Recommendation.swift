import Support

/// The answer of a scenario at a size: the strategy to take, how sure that is, and the reasons why the
/// others are not taken.
///
/// Every command, report and checklist takes its answer from here, so that one question has one answer.
///
/// Strategies are sorted out by the family's criteria, the most important first. Where no strategy
/// that is left reaches a criterion, those near the best value stay, and the criterion is reported
/// as missed. Of the strategies that are left at the end, the simplest is taken: the first in the
/// family's order; where parameters were drawn, the simplest that reaches all criteria in most draws.
/// Variants are devices and maps that an app cannot choose, so the worst value over all of them
/// counts.
package struct Recommendation: Hashable, Sendable {
  /// What the answer is worth.
  package enum State: Hashable, Sendable {
    /// The strategy reaches all criteria, in 80 % of the draws or more where there are draws.
    case take
    /// Strategies reach all criteria, but none in 80 % of the draws: the one that reaches them in
    /// most draws leads.
    case tossUp
    /// No strategy reaches all criteria: this one is nearest.
    case noneGoodEnough
    /// The scenario has no right way among its strategies, and compares them only.
    case comparesOnly
    /// A criterion has no number, so that no strategy can be said to reach it.
    case notDecided(reason: String)
  }

  /// A strategy's worst value of a criterion over the variants.
  package struct Value: Hashable, Sendable {
    package let criterion: Criterion
    package let value: Double
  }

  /// A strategy that is not taken, and why.
  package struct Rejection: Hashable, Sendable {
    package enum Reason: Hashable, Sendable {
      /// A case has no valid result.
      case broken(status: String)
      /// The watchdog ended the app.
      case terminated
      /// It delivers less than the family requires.
      case belowRequirement(Metric, value: Double)
      /// It does not reach a criterion.
      case missed(Value)
      /// What it computes on this machine takes longer than a frame has, in nanoseconds.
      case ownWork(Double)
      /// It reaches all criteria with the profile's values, but in fewer draws: their share.
      case rarer(Double)
      /// A number that it needs is missing.
      case notAvailable(Metric, reason: String)
    }

    package let strategy: String
    package let reason: Reason
  }

  package let size: Int
  package let state: State
  /// The strategy to take, the one that leads, or the nearest one.
  package let strategy: String
  /// Its value of each criterion that has numbers, in the order of the criteria.
  package let values: [Value]
  /// The criteria that it does not reach.
  package let missed: [Criterion]
  /// The strategies that were sorted out, the simplest first.
  package let rejections: [Rejection]
  /// The other strategies that are as good, or where it misses a criterion as near; the simplest
  /// first.
  package let others: [String]
  /// Whether its own work on this machine fits a frame; `nil` if the family has no such criterion.
  package let ownWork: OwnWork?
  /// The draws of the parameters; `nil` if the answer was not analysed.
  package let drawn: DrawnCriteria?

  /// The part of the best value by which a strategy may be worse where none reaches a criterion.
  private static let nearness = 0.05
  /// The share of the draws in which a strategy to take reaches all criteria.
  package static let firmShare = 0.8

  /// Answers for a size; `nil` if the family has no criteria, if no case has a valid result, or if
  /// replays looked at less of the data than they are meant to.
  ///
  /// - Parameter drawn: the draws of the parameters; `nil` without an analysis.
  package init?(_ results: ScenarioResults, size: Int, drawn: DrawnCriteria? = nil) {
    let criteria = results.scenario.family?.criteria ?? []
    let configurations = results.configurations.filter { $0.size == size }
    guard !criteria.isEmpty, !configurations.isEmpty,
      !configurations.flatMap({ results.cases(in: $0) })
        .contains(where: { CaseVerdict($0, minSeen: results.scenario.minSeen).hasSeenLittle })
    else { return nil }
    var field = StrategyField(results, in: configurations)
    var isReached = true
    for criterion in criteria where !field.keepReaching(criterion, nearness: Self.nearness) {
      isReached = false
    }
    guard let simplest = field.strategies.first else { return nil }
    let leader = drawn?.leader(among: isReached ? field.strategies : field.fitting) ?? simplest
    let share = drawn?.share(of: leader) ?? (isReached ? 1 : 0)
    var chosen: (strategy: String, state: State)
    if let reason = field.undecided {
      chosen = (simplest, .notDecided(reason: reason))
    } else if isReached {
      chosen = (leader, share >= Self.firmShare ? .take : .tossUp)
    } else {
      chosen = share > 0.5 ? (leader, .tossUp) : (simplest, .noneGoodEnough)
    }
    ownWork = field.ownWork(of: chosen.strategy)
    if case .beyond = ownWork { chosen.state = .noneGoodEnough }
    self.size = size
    strategy = chosen.strategy
    let comparesOnly = results.scenario.answer == .comparison && field.undecided == nil
    state = comparesOnly ? .comparesOnly : chosen.state
    missed = criteria.filter { field.misses($0, chosen.strategy) }
    self.drawn = drawn
    values = criteria.compactMap { criterion in
      field.worst(criterion.metric, of: chosen.strategy).number.map {
        Value(criterion: criterion, value: $0)
      }
    }
    var reasons = field.rejections
    if let drawn, [.take, .tossUp].contains(chosen.state) {
      for name in field.strategies where drawn.share(of: name) < share {
        reasons[name] = .rarer(drawn.share(of: name))
      }
    }
    others = field.strategies.filter { $0 != chosen.strategy && reasons[$0] == nil }
    rejections = field.order.compactMap { name in
      name == chosen.strategy
        ? nil : reasons[name].map { Rejection(strategy: name, reason: $0) }
    }
  }

  /// The strategies that reach all criteria, the simplest first.
  package var reaching: [String] {
    guard missed.isEmpty, !isUndecided else { return [] }
    return [strategy] + others
  }

  /// Whether a number is missing that the answer needs.
  package var isUndecided: Bool {
    if case .notDecided = state { true } else { false }
  }

  /// Whether an app can rely on the strategy: its answer is firm, or was not analysed.
  package var isTaken: Bool { state == .take }
}

extension ScenarioResults {
  /// The answers at all sizes, ascending.
  ///
  /// - Parameter drawn: the draws of the parameters by size; empty without an analysis.
  package func recommendations(drawn: [Int: DrawnCriteria] = [:]) -> [Recommendation] {
    Set(configurations.map(\.size)).sorted().compactMap {
      Recommendation(self, size: $0, drawn: drawn[$0])
    }
  }
}

// MARK: - Coding

extension Recommendation: Encodable {
  package func encode(to encoder: any Encoder) throws {
    let why: String? = if case .notDecided(let reason) = state { reason } else { nil }
    let openWork: String? = if case .open(let why) = ownWork { "open: " + why } else { nil }
    let missedNames = missed.isEmpty ? nil : missed.map(\.metric.name)
    try encoder.encode([
      "size": size, "state": state.name, "why": why, "strategy": strategy, "values": values,
      "missed": missedNames, "rejections": rejections, "others": others, "draws": drawn?.draws,
      "reached": drawn?.reached, "ownWork": openWork,
    ])
  }
}

extension Recommendation.State {
  /// The state in a word, for machines.
  package var name: String {
    switch self {
    case .take: "take"
    case .tossUp: "toss-up"
    case .noneGoodEnough: "none-good-enough"
    case .comparesOnly: "compares-only"
    case .notDecided: "not-decided"
    }
  }
}

extension Recommendation.Value: Encodable {
  package func encode(to encoder: any Encoder) throws {
    try encoder.encode(["metric": criterion.metric.name, "value": value])
  }
}

extension Recommendation.Rejection: Encodable {
  package func encode(to encoder: any Encoder) throws {
    let (name, metric, value, why): (String, Metric?, Double?, String?) =
      switch reason {
      case .broken(let status): (status, nil, nil, nil)
      case .terminated: ("terminated", nil, nil, nil)
      case .belowRequirement(let metric, let value): ("below-requirement", metric, value, nil)
      case .missed(let missed): ("missed", missed.criterion.metric, missed.value, nil)
      case .ownWork(let value): ("own-work", nil, value, nil)
      case .rarer(let share): ("rarer", nil, share, nil)
      case .notAvailable(let metric, let why): ("not-available", metric, nil, why)
      }
    try encoder.encode([
      "strategy": strategy, "reason": name, "metric": metric?.name, "value": value, "why": why,
    ])
  }
}
