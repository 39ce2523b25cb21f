import ScenarioModel

/// One conclusion from the numbers of a configuration.
package enum Finding: Hashable, Sendable {
  /// The best strategy by a metric.
  case best(Ranking)
  /// The strategies whose app the watchdog ended; they are not ranked.
  case terminated(strategies: [String])
  /// The strategies that deliver less than the family requires; they are not ranked.
  case belowRequirement(ResultRequirement, values: [StrategyValue])
  case ablation(AblationEffect)
  case frameBudget(FrameBudget)
  /// The strategies whose frames come late, and the number of those whose frames never do.
  case hitches(Metric, values: [StrategyValue], others: Int)
  /// A strategy that is worse than the naive one by some metrics.
  case worse(strategy: String, naive: String, differences: [MetricDifference])
  /// The strategies that are better than the naive one by none of the metrics compared.
  case notBetter(strategies: [String], naive: String)
  /// There are too few trials for measured differences.
  case fewTrials
}

/// The modelled frame times compared with the time that a frame has.
package struct FrameBudget: Hashable, Sendable {
  package let metric: Metric
  /// Refreshes a second.
  package let refresh: Double
  package let over: [StrategyValue]
  package let within: [String]

  /// The time of a frame in nanoseconds.
  package var time: Double { Self.time(refresh: refresh) }

  static func time(refresh: Double) -> Double { 1_000_000_000 / refresh }
}

/// A strategy's and the naive strategy's median of a metric.
package struct MetricDifference: Hashable, Sendable {
  package let metric: Metric
  package let value: Double
  package let naive: Double
}

extension ScenarioResults {
  /// The findings of a configuration, in the order of a report.
  package func findings(in configuration: Configuration, selection: RunSelection) -> [Finding] {
    FindingCollector(results: self, configuration: configuration, selection: selection).findings
  }
}

private struct FindingCollector {
  let results: ScenarioResults
  let configuration: Configuration
  let selection: RunSelection
  private let scenario: ScenarioDescription
  private let completed: [CaseResult]
  private let candidates: Candidates
  /// The naive strategy's result where it completed.
  private let naive: CaseResult?
  private let ablation: AblationResults?

  init(results: ScenarioResults, configuration: Configuration, selection: RunSelection) {
    self.results = results
    self.configuration = configuration
    self.selection = selection
    scenario = results.scenario
    completed = results.cases(in: configuration).filter { $0.status == .completed }
    candidates = Candidates(results, in: configuration)
    naive = completed.first { $0.scenarioCase.strategy == results.scenario.naive }
    ablation = AblationResults(results, in: configuration, selection: selection)
  }

  var findings: [Finding] {
    var findings: [Finding] = []
    if naive != nil {
      let footprint = [scenario.metric(.footprint)].compactMap(\.self)
      findings += results.rankings(in: configuration, and: footprint).map { .best($0) }
    }
    if !candidates.terminated.isEmpty {
      findings.append(.terminated(strategies: candidates.terminated))
    }
    if let requirement = scenario.requirement, !candidates.belowRequirement.isEmpty {
      findings.append(.belowRequirement(requirement, values: candidates.belowRequirement))
    }
    findings += ablation?.effects(terminated: candidates.terminated).map { .ablation($0) } ?? []
    findings += [frameBudget, hitches].compactMap(\.self)
    findings += differencesFromNaive
    if hasFewTrials { findings.append(.fewTrials) }
    return findings
  }

  private func values(of metric: Metric, in cases: [CaseResult]) -> [StrategyValue] {
    cases.compactMap { result in
      result[metric: metric.name]?.number.map { StrategyValue(result.scenarioCase.strategy, $0) }
    }
  }

  private var frameBudget: Finding? {
    guard let refresh = scenario.refresh(of: configuration.variant), refresh > 0,
      scenario.profile(of: configuration.variant) != nil,
      let metric = scenario.metric(.frameTime)
    else { return nil }
    // An app that the watchdog ended has no frames that could be late.
    let alive = completed.filter { !candidates.terminated.contains($0.scenarioCase.strategy) }
    let times = values(of: metric, in: alive)
    guard !times.isEmpty else { return nil }
    let budget = FrameBudget.time(refresh: refresh)
    return .frameBudget(
      FrameBudget(
        metric: metric, refresh: refresh, over: times.filter { $0.value > budget },
        within: times.filter { $0.value <= budget }.map(\.strategy)))
  }

  private var hitches: Finding? {
    guard let metric = scenario.metric(.hitchRatio) else { return nil }
    let all = values(of: metric, in: completed)
    let late = all.filter { $0.value > 0 }
    return late.isEmpty ? nil : .hitches(metric, values: late, others: all.count - late.count)
  }

  private var differencesFromNaive: [Finding] {
    guard let naive else { return [] }
    // Strategies that differ by one setting are compared in the table of the ablation.
    let compared = ablation == nil ? [] : scenario.ablation?.strategies ?? []
    let metrics = [scenario.metric(Metric.buildTime.name)].compactMap(\.self) + scenario.headlines
    let footprint = [scenario.metric(.footprint)].compactMap(\.self)
    var findings: [Finding] = []
    var notBetter: [String] = []
    for result in completed {
      let strategy = result.scenarioCase.strategy
      guard strategy != scenario.naive, !compared.contains(strategy) else { continue }
      func comparison(_ metric: Metric) -> MetricComparison? {
        guard let own = result[metric: metric.name], let other = naive[metric: metric.name],
          !own.isZero || !other.isZero
        else { return nil }
        return MetricComparison(own, to: other)
      }
      let worse = metrics.filter { comparison($0) == .worse }.compactMap { metric in
        result[metric: metric.name]?.number.flatMap { value in
          naive[metric: metric.name]?.number.map {
            MetricDifference(metric: metric, value: value, naive: $0)
          }
        }
      }
      if !worse.isEmpty {
        findings.append(.worse(strategy: strategy, naive: scenario.naive, differences: worse))
      }
      let comparisons = (metrics + footprint).compactMap(comparison)
      if !comparisons.contains(.better), comparisons.contains(where: { $0 != .undecided }) {
        notBetter.append(strategy)
      }
    }
    if !notBetter.isEmpty {
      findings.append(.notBetter(strategies: notBetter, naive: scenario.naive))
    }
    return findings
  }

  private var hasFewTrials: Bool {
    let measured = completed.flatMap(\.metrics).filter { $0.metric.kind == .measured }
    guard !measured.isEmpty else { return false }
    let counts = measured.compactMap { $0.summary?.count }.filter { $0 > 1 }
    return (counts.min() ?? 1) < MetricComparison.minimumTrials
  }
}
