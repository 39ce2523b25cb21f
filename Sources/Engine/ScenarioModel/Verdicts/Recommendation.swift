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
/// slowest phones.
/// Variants are devices and maps that an app cannot choose, so the worst value over all of them
/// counts.
package struct Recommendation: Hashable, Sendable {
  /// What the answer is worth.
  package enum State: Hashable, Sendable {
    /// The strategy alone reaches all criteria in 80 % of the draws or more, with 80 % of the people, and
    /// in either way in which the platform may be built, up to a slowness of the phone.
    case take
    /// Others do so on the same phones; this one is the simplest.
    case either
    /// One parameter decides which strategy does so.
    case depends(ParameterSplit)
    /// Strategies reach all criteria in some draws, but none in 80 % of them, and no parameter tells
    /// when: this one does in most draws.
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
      /// What it computes on this machine takes longer than a frame has, in nanoseconds.
      case ownWork(Double)
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
    var chosen: (strategy: String, state: State)
    if let reason = field.undecided {
      chosen = (simplest, .notDecided(reason: reason))
    } else if let drawn {
      chosen = Self.chosen(by: drawn, in: field, isReached: isReached, simplest: simplest)
    } else {
      chosen = (simplest, isReached ? .leads : .noneGoodEnough)
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
    let reasons = field.rejections.merging(
      drawn.map { Self.rejections(by: $0, among: field.strategies, for: chosen) } ?? [:]
    ) { own, _ in own }
    others = field.strategies.filter { $0 != chosen.strategy && reasons[$0] == nil }
    rejections = field.order.compactMap { name in
      name == chosen.strategy
        ? nil : reasons[name].map { Rejection(strategy: name, reason: $0) }
    }
  }

  /// The strategy and the state of an answer whose parameters were drawn.
  private static func chosen(
    by drawn: DrawnCriteria, in field: StrategyField, isReached: Bool, simplest: String
  ) -> (strategy: String, state: State) {
    let leader = drawn.leader(among: isReached ? field.strategies : field.fitting) ?? simplest
    if isReached, let reach = drawn.reach(of: leader) {
      let isAlone = field.strategies.allSatisfy {
        $0 == leader || drawn.reach(of: $0)?.slowness != reach.slowness
      }
      return (leader, isAlone ? .take : .either)
    }
    if !isReached, drawn.noneShare >= firmShare { return (simplest, .noneGoodEnough) }
    // Just below the line an answer is open: it needs no parameter to be so.
    if drawn.isSettled(among: isReached ? field.strategies : []), let split = drawn.split,
      let strategy = split.strategy, field.fitting.contains(strategy)
    {
      return (strategy, .depends(split))
    }
    return (leader, .open)
  }

  /// Why the draws sort out strategies that reach all criteria with the profile's values.
  private static func rejections(
    by drawn: DrawnCriteria, among strategies: [String],
    for chosen: (strategy: String, state: State)
  ) -> [String: Rejection.Reason] {
    guard chosen.state.isDrawn else { return [:] }
    let slowest = drawn.reach(of: chosen.strategy)?.slowness ?? 0
    return strategies.filter { $0 != chosen.strategy }.reduce(into: [:]) { reasons, name in
      let (reach, share) = (drawn.reach(of: name)?.slowness ?? 0, drawn.share(of: name))
      if reach > 0, reach < slowest {
        reasons[name] = .onFasterPhones(reach)
      } else if reach < slowest || share < drawn.share(of: chosen.strategy) && slowest == 0 {
        reasons[name] = .rarer(share)
      }
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

  /// The slowest phones on which a strategy to take is good enough; `nil` without draws.
  package var goodEnoughUpTo: CriteriaStep? {
    isTaken ? drawn?.reach(of: strategy) : nil
  }

  /// Whether an app can rely on the strategy: its answer was analysed, and is firm.
  package var isTaken: Bool { state == .take || state == .either }
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
      "missed": missedNames, "rejections": rejections, "others": others, "draws": drawn?.draws,
      "reached": drawn?.reached, "goodEnoughUpTo": goodEnoughUpTo?.slowness,
      "dependsOn": split, "ownWork": openWork,
    ])
  }
}

extension Recommendation.State {
  /// Whether draws decide between strategies that reach all criteria.
  package var isDrawn: Bool {
    switch self {
    case .take, .either, .depends, .open: true
    case .leads, .noneGoodEnough, .comparesOnly, .notDecided: false
    }
  }

  /// The state in a word, for machines.
  package var name: String {
    switch self {
    case .take: "take"
    case .either: "either"
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
    let (name, metric, value, why): (String, Metric?, Double?, String?) =
      switch reason {
      case .broken(let status): (status, nil, nil, nil)
      case .terminated: ("terminated", nil, nil, nil)
      case .belowRequirement(let metric, let value): ("below-requirement", metric, value, nil)
      case .missed(let missed): ("missed", missed.criterion.metric, missed.value, nil)
      case .ownWork(let value): ("own-work", nil, value, nil)
      case .rarer(let share): ("rarer", nil, share, nil)
      case .onFasterPhones(let slowness): ("on-faster-phones", nil, slowness, nil)
      case .notAvailable(let metric, let why): ("not-available", metric, nil, why)
      }
    try encoder.encode([
      "strategy": strategy, "reason": name, "metric": metric?.name, "value": value, "why": why,
    ])
  }
}
