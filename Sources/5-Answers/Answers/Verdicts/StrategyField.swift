import ScenarioModel

/// The strategies that may still be recommended.
struct StrategyField {
  private let results: ScenarioResults
  private let configurations: [Configuration]
  /// All strategies of the run, the simplest first.
  let order: [String]
  /// The strategies with valid results that deliver what they must, the simplest first.
  let valid: [String]
  /// The strategies that are left, the simplest first.
  private(set) var strategies: [String]
  private(set) var rejections: [String: Recommendation.Rejection.Reason] = [:]
  /// The strategies with the best value of what others are compared with.
  private(set) var best: Set<String> = []
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
      best.formUnion(candidates.best)
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
      case .broken, .terminated, .missed, .rarer, .onFasterPhones, .notAvailable: break
      }
    }
  }

  /// The worst value of a metric over the variants.
  package func worst(_ metric: Metric, of strategy: String) -> MetricValue {
    var worst: Double?
    for configuration in configurations {
      switch results.evidence(metric.name, strategy: strategy, in: configuration) {
      case .notAvailable(let reason): return .notAvailable(reason: reason)
      case .number(let number):
        let isWorse = worst.map { metric.polarity == .lowerIsBetter ? number > $0 : number < $0 }
        if isWorse ?? true { worst = number }
      }
    }
    return worst.map { .number($0) } ?? .notAvailable(reason: "\(strategy) has no case")
  }

  /// The most important criterion with a bound of its own that a strategy misses; `nil` if there is
  /// none.
  private func fault(of strategy: String) -> Recommendation.Value? {
    (results.scenario.family?.criteria ?? []).lazy.compactMap { criterion in
      if criterion.bound == nil { return nil }
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
      case .notAvailable(let reason): missing[name] = reason
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
    if bar.bound == nil { self.best.formUnion(values.filter { $0.value == best }.keys) }
    for (name, value) in values where !bar.isReached(by: value, best: best) {
      var reason = Recommendation.Value(criterion: criterion, value: value)
      if case .nearBest = criterion.goal, let fault = fault(of: name) { reason = fault }
      rejections[name] = .missed(reason)
    }
    strategies = strategies.filter { rejections[$0] == nil }
    return isReached
  }

  /// The valid strategies whose own work is not known to be beyond a bound.
  var fitting: [String] {
    valid.filter { if case .beyond? = ownWork(of: $0) { false } else { true } }
  }

  /// Returns whether a strategy misses a criterion: its bound, or where it was sorted out for that,
  /// nearly the best value.
  func misses(_ criterion: Criterion, _ strategy: String) -> Bool {
    if case .missed(let value)? = rejections[strategy], value.criterion == criterion { return true }
    return worst(criterion.metric, of: strategy).number.map {
      !criterion.isReached(by: $0, best: $0)
    } ?? false
  }

  /// The own work of a strategy: the worst over the variants; `nil` without a bound.
  func ownWork(of strategy: String) -> OwnWork? {
    OwnWork(
      worst: configurations.compactMap { configuration in
        let bounds = results.scenario.ownWork(of: configuration.variant)
        guard !bounds.isEmpty else { return nil }
        return results.result(of: strategy, in: configuration)
          .flatMap { OwnWork($0, bounds: bounds) } ?? .open(why: "not in this run")
      })
  }

  /// Sorts out the strategies whose own work is beyond a bound, if others are left.
  private mutating func rejectOwnWork() {
    let beyond = strategies.reduce(into: [String: Recommendation.Rejection.Reason]()) {
      if case .beyond(let bound, let lowest) = ownWork(of: $1) { $0[$1] = .ownWork(bound, lowest) }
    }
    guard beyond.count < strategies.count else { return }
    strategies = strategies.filter { beyond[$0] == nil }
    rejections.merge(beyond) { $1 }
  }
}
