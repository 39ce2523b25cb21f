import ScenarioModel
import Support

/// The answer of a scenario at a size: the strategy to take, how sure that is, and the reasons why the
/// others are not taken.
///
/// Every command, report and checklist takes its answer from here, so that one question has one answer.
///
/// Strategies are sorted out by the family's criteria, the most important first. Where no strategy
/// that is left reaches a criterion, those near the best value stay, and the criterion is reported
/// as missed. Of the strategies that are left at the end, the simplest is taken: the first in the
/// family's order; where parameters were drawn, the simplest of those that are good enough on the
/// slowest phones, and where none surely is on any, the one that is the nearest in enough draws.
/// Variants are devices and maps that an app cannot choose, so the worst value over all of them
/// counts.
package struct Recommendation: Hashable, Sendable {
  /// The firmness of the answer.
  package enum State: Hashable, Sendable {
    /// The strategy alone reaches all criteria in 80 % of the draws or more, with 80 % of the people, and
    /// in either way in which the platform may be built, up to a slowness of the phone.
    case take
    /// Others do so on the same phones; this one is the simplest.
    case either
    /// No strategy does, and no parameter separates the draws, but this one is right in as many
    /// draws: it reaches all criteria, or none does and it is the nearest. It is to take, and not
    /// always good enough.
    case nearest
    /// One parameter decides which strategy does so.
    case depends(ParameterSplit)
    /// Strategies reach all criteria or are the nearest in some draws, but none in 80 % of them,
    /// and no parameter separates them: this one reaches all criteria in most draws.
    case open
    /// The strategy reaches all criteria with the profile's values; nothing was drawn.
    case leads
    /// No strategy reaches all criteria, nor does any in 80 % of the draws: this one is nearest.
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
      /// Its own work exceeds a bound: the least that it takes on the phone.
      case ownWork(OwnWorkBound, Double)
      /// It reaches all criteria with the profile's values, but in fewer draws: their share.
      case rarer(Double)
      /// It is good enough, but not on phones as slow as the strategy to take: how slow.
      case onFasterPhones(Double)
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
  /// The strategies with the best value of what others are compared with.
  package let best: Set<String>
  /// Indicates whether its own work on this machine is within its bounds; `nil` if there are none.
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
    var chosen: Choice
    if let reason = field.undecided {
      chosen = Choice(simplest, .notDecided(reason: reason), among: field.strategies)
    } else if let drawn {
      chosen = Self.chosen(by: drawn, in: field, isReached: isReached, simplest: simplest)
    } else {
      chosen = Choice(simplest, isReached ? .leads : .noneGoodEnough, among: field.strategies)
    }
    ownWork = field.ownWork(of: chosen.strategy)
    if case .beyond = ownWork { chosen.state = .noneGoodEnough }
    self.size = size
    strategy = chosen.strategy
    let comparesOnly = results.scenario.answer == .comparison && field.undecided == nil
    state = comparesOnly ? .comparesOnly : chosen.state
    missed = criteria.filter { field.misses($0, chosen.strategy) }
    self.drawn = drawn
    best = field.best
    values = criteria.compactMap { criterion in
      field.worst(criterion.metric, of: chosen.strategy).number.map {
        Value(criterion: criterion, value: $0)
      }
    }
    others = chosen.others
    rejections = field.order.filter { !([chosen.strategy] + chosen.others).contains($0) }
      .compactMap { name in
        let reason = field.rejections[name] ?? drawn.map { Self.reason(in: $0, against: name) }
        return reason.map { Rejection(strategy: name, reason: $0) }
      }
  }

  private struct Choice {
    let strategy: String
    var state: State
    let others: [String]

    /// - Parameter strategies: those that are as good, the simplest first.
    init(_ strategy: String, _ state: State, among strategies: [String]) {
      (self.strategy, self.state) = (strategy, state)
      others = strategies.filter { $0 != strategy }
    }
  }

  /// The strategy and the state of an answer whose parameters were drawn.
  private static func chosen(
    by drawn: DrawnCriteria, in field: StrategyField, isReached: Bool, simplest: String
  ) -> Choice {
    if isReached, let firm = drawn.firm(among: field.strategies) {
      let reach = drawn.reach(of: firm)?.slowness
      let alike = field.strategies.filter { drawn.reach(of: $0)?.slowness == reach }
      return Choice(firm, alike.count == 1 ? .take : .either, among: alike)
    }
    let all = isReached ? field.strategies : field.fitting
    let nearest = drawn.nearest(among: all)
    if !isReached, drawn.noneShare >= firmShare {
      return Choice(
        nearest.first ?? simplest, .noneGoodEnough,
        among: nearest.isEmpty ? field.strategies : nearest)
    }
    // Just below the line an answer depends on nothing: it needs no parameter to be so.
    if drawn.isSettled(among: isReached ? field.strategies : [], of: all), let split = drawn.split,
      let strategy = split.strategy, field.fitting.contains(strategy)
    {
      return Choice(strategy, .depends(split), among: [])
    }
    if let first = nearest.first {
      let isEnough = drawn.reach(of: first) != nil
      return Choice(
        first, !isEnough ? .nearest : nearest.count == 1 ? .take : .either, among: nearest)
    }
    let least = drawn.leastWorst(among: all) ?? simplest
    let share = drawn.draws.share(of: least)
    return Choice(
      least, .open, among: field.strategies.filter { drawn.draws.share(of: $0) >= share })
  }

  /// Why the draws sort out a strategy that reaches all criteria with the profile's values, or is then as
  /// near.
  private static func reason(in drawn: DrawnCriteria, against name: String) -> Rejection.Reason {
    drawn.reach(of: name).map { .onFasterPhones($0.slowness) }
      ?? .rarer(drawn.draws.share(of: name))
  }

  /// The strategies that reach all criteria, the simplest first.
  package var reaching: [String] {
    guard missed.isEmpty, !isUndecided else { return [] }
    return [strategy] + others
  }

  /// Indicates whether a number is missing that the answer needs.
  package var isUndecided: Bool {
    if case .notDecided = state { true } else { false }
  }

  /// The slowest phones on which a strategy to take is good enough; `nil` without draws.
  package var goodEnoughUpTo: CriteriaStep? {
    isTaken ? drawn?.reach(of: strategy) : nil
  }

  /// Indicates whether the strategy is the one to take: the answer was analysed, and is firm.
  package var isTaken: Bool { [.take, .either, .nearest].contains(state) }
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
    let split: ParameterSplit? = if case .depends(let split) = state { split } else { nil }
    let missedNames = missed.isEmpty ? nil : missed.map(\.metric.name)
    try encoder.encode([
      "size": size, "state": state.name, "why": why, "strategy": strategy, "values": values,
      "missed": missedNames, "rejections": rejections, "others": others,
      "draws": drawn?.draws.count,
      "reached": drawn?.draws.reached, "nearest": drawn?.draws.nearest,
      "goodEnoughUpTo": goodEnoughUpTo?.slowness,
      "dependsOn": split, "ownWork": openWork,
    ])
  }
}

extension Recommendation.State {
  /// Indicates whether draws decide between strategies that reach all criteria.
  package var isDrawn: Bool {
    switch self {
    case .take, .either, .nearest, .depends, .open: true
    case .leads, .noneGoodEnough, .comparesOnly, .notDecided: false
    }
  }

  /// The state in a word, for machines.
  package var name: String {
    switch self {
    case .take: "take"
    case .either: "either"
    case .nearest: "nearest"
    case .depends: "depends"
    case .open: "open"
    case .leads: "leads"
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
    let reason = reason.parts
    try encoder.encode([
      "strategy": strategy, "reason": reason.identifier, "metric": reason.metric?.name,
      "value": reason.value, "why": reason.why,
    ])
  }
}

extension Recommendation.Rejection.Reason {
  /// The reason in a word, which for a broken case is its status, with what decides.
  package var parts: (identifier: String, metric: Metric?, value: Double?, why: String?) {
    switch self {
    case .broken(let status): (status, nil, nil, nil)
    case .terminated: ("terminated", nil, nil, nil)
    case .belowRequirement(let metric, let value): ("below-requirement", metric, value, nil)
    case .missed(let missed): ("missed", missed.criterion.metric, missed.value, nil)
    case .ownWork(let bound, let value): ("own-work", bound.metric, value, nil)
    case .rarer(let share): ("rarer", nil, share, nil)
    case .onFasterPhones(let slowness): ("on-faster-phones", nil, slowness, nil)
    case .notAvailable(let metric, let why): ("not-available", metric, nil, why)
    }
  }
}
