import ScenarioModel

/// The strategy to take at a size of a scenario, and the reasons why the others are not taken.
///
/// Strategies are sorted out by the family's criteria, the most important first. Where no strategy
/// that is left reaches a criterion, those near the best value stay, and the criterion is reported
/// as missed. Of the strategies that are left at the end, the simplest is taken: the first in the
/// family's order. Variants are devices and maps that an app cannot choose, so the worst value over
/// all of them counts.
package struct Recommendation: Hashable, Sendable {
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
      /// A criterion has no number.
      case notAvailable(Criterion)
    }

    package let strategy: String
    package let reason: Reason
  }

  package let size: Int
  /// The strategy to take.
  package let strategy: String
  /// Its value of each criterion that has numbers, in the order of the criteria.
  package let values: [Value]
  /// The criteria that neither it nor another strategy that was left reaches.
  package let missed: [Criterion]
  /// The strategies that were sorted out, the simplest first.
  package let rejections: [Rejection]
  /// The other strategies that are good enough, the simplest first.
  package let others: [String]

  /// The part of the best value by which a strategy may be worse where none reaches a criterion.
  private static let nearness = 0.05

  /// Recommends a strategy at a size; `nil` if the family has no criteria, if no case has a valid
  /// result, or if replays looked at less of the data than they are meant to.
  package init?(_ results: ScenarioResults, size: Int) {
    let criteria = results.scenario.family?.criteria ?? []
    let configurations = results.configurations.filter { $0.size == size }
    guard !criteria.isEmpty, !configurations.isEmpty,
      !configurations.flatMap({ results.cases(in: $0) })
        .contains(where: { CaseVerdict($0, minSeen: results.scenario.minSeen).hasSeenLittle })
    else { return nil }
    var field = Field(results, in: configurations)
    guard !field.strategies.isEmpty else { return nil }
    var missed: [Criterion] = []
    for criterion in criteria where !field.keepReaching(criterion, nearness: Self.nearness) {
      missed.append(criterion)
    }
    guard let strategy = field.strategies.first else { return nil }
    self.size = size
    self.strategy = strategy
    self.missed = missed
    values = criteria.compactMap { criterion in
      field.worst(criterion, of: strategy).map { Value(criterion: criterion, value: $0) }
    }
    others = Array(field.strategies.dropFirst())
    rejections = field.order.compactMap { name in
      field.rejections[name].map { Rejection(strategy: name, reason: $0) }
    }
  }
}

/// The strategies that may still be recommended.
private struct Field {
  private let results: ScenarioResults
  private let configurations: [Configuration]
  /// All strategies of the run, the simplest first.
  let order: [String]
  /// The strategies that are left, the simplest first.
  private(set) var strategies: [String]
  private(set) var rejections: [String: Recommendation.Rejection.Reason] = [:]

  init(_ results: ScenarioResults, in configurations: [Configuration]) {
    self.results = results
    self.configurations = configurations
    let known = (results.scenario.family?.strategies ?? []).map(\.name)
    let run = results.strategies
    order = known.filter { run.contains($0) } + run.filter { !known.contains($0) }
    strategies = order
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
    strategies.removeAll { rejections[$0] != nil }
  }

  /// The worst value of a criterion's metric over the variants; `nil` if one has no number.
  func worst(_ criterion: Criterion, of strategy: String) -> Double? {
    let values = configurations.map { configuration in
      results.result(of: strategy, in: configuration)?[metric: criterion.metric.name]?.number
    }
    guard !values.contains(nil) else { return nil }
    let numbers = values.compactMap(\.self)
    return criterion.metric.polarity == .lowerIsBetter ? numbers.max() : numbers.min()
  }

  /// Keeps the strategies that reach a criterion, or those near the best if none does.
  ///
  /// - Returns: `false` if none reaches it. A criterion without any number sorts nothing out.
  mutating func keepReaching(_ criterion: Criterion, nearness: Double) -> Bool {
    let values = strategies.reduce(into: [String: Double]()) { values, name in
      values[name] = worst(criterion, of: name)
    }
    let isLow = criterion.metric.polarity == .lowerIsBetter
    guard let best = isLow ? values.values.min() : values.values.max() else { return true }
    let isReached = criterion.isReached(by: best, best: best)
    let near = Criterion(criterion.metric, .nearBest(nearness), source: criterion.source)
    let bar = isReached ? criterion : near
    strategies.removeAll { name in
      guard let value = values[name] else {
        rejections[name] = .notAvailable(criterion)
        return true
      }
      guard !bar.isReached(by: value, best: best) else { return false }
      rejections[name] = .missed(.init(criterion: criterion, value: value))
      return true
    }
    return isReached
  }
}

extension ScenarioResults {
  /// The recommendations at all sizes, ascending.
  package var recommendations: [Recommendation] {
    Set(configurations.map(\.size)).sorted().compactMap { Recommendation(self, size: $0) }
  }
}

// MARK: - Coding

extension Recommendation: Encodable {
  private enum CodingKeys: String, CodingKey {
    case size, strategy, values, missed, rejections, others
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(size, forKey: .size)
    try container.encode(strategy, forKey: .strategy)
    try container.encode(values, forKey: .values)
    if !missed.isEmpty { try container.encode(missed.map(\.metric.name), forKey: .missed) }
    try container.encode(rejections, forKey: .rejections)
    try container.encode(others, forKey: .others)
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
    case strategy, reason, metric, value
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
    case .notAvailable(let criterion):
      try container.encode("not-available", forKey: .reason)
      try container.encode(criterion.metric.name, forKey: .metric)
    }
  }
}
