import ScenarioModel

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
  /// The criteria that neither it nor another strategy that was left reaches.
  package let missed: [Criterion]
  /// The strategies that were sorted out, the simplest first.
  package let rejections: [Rejection]
  /// The other strategies that are as good by all criteria, the simplest first.
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
    var field = Field(results, in: configurations)
    var missed: [Criterion] = []
    for criterion in criteria where !field.keepReaching(criterion, nearness: Self.nearness) {
      missed.append(criterion)
    }
    guard let simplest = field.strategies.first else { return nil }
    let leader = drawn?.leader(among: missed.isEmpty ? field.strategies : field.valid) ?? simplest
    let share = drawn?.share(of: leader) ?? (missed.isEmpty ? 1 : 0)
    var chosen: (strategy: String, state: State)
    if let reason = field.undecided {
      chosen = (simplest, .notDecided(reason: reason))
    } else if missed.isEmpty {
      chosen = (leader, share >= Self.firmShare ? .take : .tossUp)
    } else {
      chosen = share > 0.5 ? (leader, .tossUp) : (simplest, .noneGoodEnough)
    }
    ownWork = field.ownWork(of: chosen.strategy)
    if case .beyond = ownWork { chosen.state = .noneGoodEnough }
    self.size = size
    strategy = chosen.strategy
    state = results.scenario.answer == .comparison ? .comparesOnly : chosen.state
    self.missed = missed
    self.drawn = drawn
    values = criteria.compactMap { criterion in
      field.worst(criterion.metric, of: chosen.strategy).number.map {
        Value(criterion: criterion, value: $0)
      }
    }
    others = field.strategies.filter { $0 != chosen.strategy }
    rejections = field.order.compactMap { name in
      name == chosen.strategy
        ? nil : field.rejections[name].map { Rejection(strategy: name, reason: $0) }
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

/// The draws of a model's parameters in which strategies reach all criteria at a size of a scenario.
package struct DrawnCriteria: Hashable, Sendable, Codable {
  /// The number of draws.
  package let draws: Int
  /// The number of draws in which a strategy reaches all criteria; a strategy without one is left out.
  package let reached: [String: Int]

  package init(draws: Int, reached: [String: Int]) {
    self.draws = draws
    self.reached = reached
  }

  /// The share of the draws in which a strategy reaches all criteria.
  package func share(of strategy: String) -> Double {
    draws > 0 ? Double(reached[strategy] ?? 0) / Double(draws) : 0
  }

  /// The first strategy that reaches all criteria in enough draws for an answer, else the first of
  /// those that reach them in most draws; `nil` if none ever does.
  ///
  /// - Parameter strategies: the simplest first.
  fileprivate func leader(among strategies: [String]) -> String? {
    if let firm = strategies.first(where: { share(of: $0) >= Recommendation.firmShare }) {
      return firm
    }
    let most = strategies.compactMap { reached[$0] }.max()
    return most.flatMap { most in strategies.first { reached[$0] == most } }
  }
}

/// The draws of all answers of a run.
package struct DrawnAnswers: Hashable, Sendable {
  private let scenarios: [String: [Int: DrawnCriteria]]

  /// - Parameter scenarios: by the scenario's name and the size; empty without an analysis.
  package init(_ scenarios: [String: [Int: DrawnCriteria]] = [:]) {
    self.scenarios = scenarios
  }

  package subscript(scenario: String) -> [Int: DrawnCriteria] { scenarios[scenario] ?? [:] }
}

/// The strategies that may still be recommended.
private struct Field {
  private let results: ScenarioResults
  private let configurations: [Configuration]
  /// All strategies of the run, the simplest first.
  let order: [String]
  /// The strategies with valid results that deliver what they must, the simplest first.
  let valid: [String]
  /// The strategies that are left, the simplest first.
  private(set) var strategies: [String]
  private(set) var rejections: [String: Recommendation.Rejection.Reason] = [:]
  /// The first criterion that no strategy has a number of, and why; `nil` if there is none.
  private(set) var undecided: String?

  init(_ results: ScenarioResults, in configurations: [Configuration]) {
    self.results = results
    self.configurations = configurations
    let known = (results.scenario.family?.strategies ?? []).map(\.name)
    let run = results.strategies
    order = known.filter { run.contains($0) } + run.filter { !known.contains($0) }
    var rejections: [String: Recommendation.Rejection.Reason] = [:]
    for configuration in configurations {
      for name in order where results.result(of: name, in: configuration)?.status != .completed {
        let status = results.result(of: name, in: configuration)?.status.description
        rejections[name] = .broken(status: status ?? "not in this run")
      }
      let candidates = Candidates(results, in: configuration)
      for name in candidates.terminated { rejections[name] = .terminated }
      guard let requirement = results.scenario.requirement else { continue }
      for value in candidates.belowRequirement where rejections[value.strategy] == nil {
        rejections[value.strategy] = .belowRequirement(requirement.metric, value: value.value)
      }
    }
    let broken = rejections
    valid = order.filter { broken[$0] == nil }
    strategies = valid
    self.rejections = rejections
    if let requirement = results.scenario.requirement { rejectMissing(requirement.metric) }
    rejectOwnWork()
    // The fault, and not its shadow: a map that is frozen also shows too few pins.
    for (name, reason) in self.rejections {
      switch reason {
      case .belowRequirement, .ownWork:
        if let fault = fault(of: name) { self.rejections[name] = .missed(fault) }
      case .broken, .terminated, .missed, .notAvailable: break
      }
    }
  }

  /// The worst value of a metric over the variants.
  func worst(_ metric: Metric, of strategy: String) -> Evidence {
    var worst: Double?
    for configuration in configurations {
      switch results.evidence(metric.name, strategy: strategy, in: configuration) {
      case .missing(let reason): return .missing(reason: reason)
      case .number(let number):
        let isWorse = worst.map { metric.polarity == .lowerIsBetter ? number > $0 : number < $0 }
        if isWorse ?? true { worst = number }
      }
    }
    return worst.map { .number($0) } ?? .missing(reason: "\(strategy) has no case")
  }

  /// The most important criterion with a bound of its own that a strategy misses; `nil` if there is
  /// none.
  private func fault(of strategy: String) -> Recommendation.Value? {
    (results.scenario.family?.criteria ?? []).lazy.compactMap { criterion in
      if case .nearBest = criterion.goal { return nil }
      guard let value = worst(criterion.metric, of: strategy).number,
        !criterion.isReached(by: value, best: value)
      else { return nil }
      return Recommendation.Value(criterion: criterion, value: value)
    }.first
  }

  /// Sorts out the strategies without a number of a metric that others have.
  ///
  /// - Returns: The numbers of the others. Without any, nothing is sorted out, and nothing is decided.
  @discardableResult
  private mutating func rejectMissing(_ metric: Metric) -> [String: Double] {
    var values: [String: Double] = [:]
    var missing: [String: String] = [:]
    for name in strategies {
      switch worst(metric, of: name) {
      case .number(let number): values[name] = number
      case .missing(let reason): missing[name] = reason
      }
    }
    guard !values.isEmpty else {
      undecided = undecided ?? strategies.first.flatMap { missing[$0] }
      return [:]
    }
    strategies = strategies.filter { missing[$0] == nil }
    for (name, reason) in missing { rejections[name] = .notAvailable(metric, reason: reason) }
    return values
  }

  /// Keeps the strategies that reach a criterion, or those near the best if none does.
  ///
  /// - Returns: `false` if none reaches it.
  mutating func keepReaching(_ criterion: Criterion, nearness: Double) -> Bool {
    let values = rejectMissing(criterion.metric)
    let isLow = criterion.metric.polarity == .lowerIsBetter
    guard let best = isLow ? values.values.min() : values.values.max() else { return true }
    let isReached = criterion.isReached(by: best, best: best)
    let near = Criterion(criterion.metric, .nearBest(nearness), source: criterion.source)
    let bar = isReached ? criterion : near
    for (name, value) in values where !bar.isReached(by: value, best: best) {
      var reason = Recommendation.Value(criterion: criterion, value: value)
      if case .nearBest = criterion.goal, let fault = fault(of: name) { reason = fault }
      rejections[name] = .missed(reason)
    }
    strategies = strategies.filter { rejections[$0] == nil }
    return isReached
  }

  /// The own work of a strategy: the worst over the variants.
  func ownWork(of strategy: String) -> OwnWork? {
    let all = configurations.compactMap { configuration -> OwnWork? in
      guard let bound = results.scenario.ownWork(of: configuration.variant) else { return nil }
      return results.result(of: strategy, in: configuration).map { OwnWork($0, bound: bound) }
        ?? .open(why: "not in this run")
    }
    return all.first { if case .beyond = $0 { true } else { false } }
      ?? all.first { if case .open = $0 { true } else { false } } ?? all.first
  }

  /// Sorts out the strategies whose own work takes longer than a frame has, if others are left.
  private mutating func rejectOwnWork() {
    let beyond = strategies.reduce(into: [String: Double]()) { beyond, name in
      if case .beyond(let lowest) = ownWork(of: name) { beyond[name] = lowest }
    }
    guard beyond.count < strategies.count else { return }
    strategies = strategies.filter { beyond[$0] == nil }
    for (name, lowest) in beyond { rejections[name] = .ownWork(lowest) }
  }
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
  private enum CodingKeys: String, CodingKey {
    case size, state, why, strategy, values, missed, rejections, others, draws, reached, ownWork
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(size, forKey: .size)
    try container.encode(state.name, forKey: .state)
    if case .notDecided(let reason) = state { try container.encode(reason, forKey: .why) }
    try container.encode(strategy, forKey: .strategy)
    try container.encode(values, forKey: .values)
    if !missed.isEmpty { try container.encode(missed.map(\.metric.name), forKey: .missed) }
    try container.encode(rejections, forKey: .rejections)
    try container.encode(others, forKey: .others)
    try container.encodeIfPresent(drawn?.draws, forKey: .draws)
    try container.encodeIfPresent(drawn?.reached, forKey: .reached)
    if case .open(let why) = ownWork { try container.encode("open: " + why, forKey: .ownWork) }
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
  private enum CodingKeys: String, CodingKey {
    case metric, value
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(criterion.metric.name, forKey: .metric)
    try container.encode(value, forKey: .value)
  }
}

extension Recommendation.Rejection: Encodable {
  private enum CodingKeys: String, CodingKey {
    case strategy, reason, metric, value, why
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(strategy, forKey: .strategy)
    switch reason {
    case .broken(let status): try container.encode(status, forKey: .reason)
    case .terminated: try container.encode("terminated", forKey: .reason)
    case .belowRequirement(let metric, let value):
      try container.encode("below-requirement", forKey: .reason)
      try container.encode(metric.name, forKey: .metric)
      try container.encode(value, forKey: .value)
    case .missed(let missed):
      try container.encode("missed", forKey: .reason)
      try container.encode(missed.criterion.metric.name, forKey: .metric)
      try container.encode(missed.value, forKey: .value)
    case .ownWork(let value):
      try container.encode("own-work", forKey: .reason)
      try container.encode(value, forKey: .value)
    case .notAvailable(let metric, let why):
      try container.encode("not-available", forKey: .reason)
      try container.encode(metric.name, forKey: .metric)
      try container.encode(why, forKey: .why)
    }
  }
}
