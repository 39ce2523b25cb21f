import Harness
import Measurement
import ScenarioModel

extension ComparedRun {
  /// What a run that was just made measured.
  ///
  /// Reads the files that its scenarios name, for their fingerprints.
  public init(_ results: RunResults) {
    self.init(
      provenance: results.provenance,
      scenarios: results.scenarios.map { scenario in
        ComparedScenario(scenario, seed: results.selection.seed)
      })
  }
}

extension ComparedScenario {
  /// A scenario's part of a run before anything was measured.
  ///
  /// - Parameter seed: the run's own seed; `nil` for the scenario's.
  public init(_ scenario: Scenario, seed: UInt64?, cases: [ComparedCase] = []) {
    let fingerprint = EnvironmentFingerprint(scenario)
    let workload = seed.map { scenario.workload.reseeded($0) } ?? scenario.workload
    self.init(
      name: scenario.name, naive: scenario.naive, world: fingerprint.world,
      profile: fingerprint.profile,
      seeds: workload.seeds.map { Seed(name: $0.name, seed: $0.seed) },
      tolerances: scenario.tolerances, cases: cases)
  }

  fileprivate init(_ results: RunResults.ScenarioResults, seed: UInt64?) {
    self.init(results.scenario, seed: seed, cases: results.cases.map { ComparedCase($0) })
  }
}

extension ComparedCase {
  fileprivate init(_ result: CaseResult) {
    let status: Status =
      switch result.status {
      case .completed: .completed
      case .broken: .broken(why: "\(result.status)")
      case .notDeterministic: .notDeterministic(why: "\(result.status)")
      }
    let metrics = result.metrics.map { ComparedMetric($0) }
    let trials = Set(metrics.flatMap { $0.samples.map(\.trial) })
    self.init(
      scenarioCase: result.scenarioCase, status: status, trials: trials.count, metrics: metrics)
  }
}

extension ComparedMetric {
  fileprivate init(_ result: MetricResult) {
    let numbers = result.samples.compactMap(\.value.number)
    let value: Value
    switch result.outcome {
    case _ where numbers.contains(where: { !$0.isFinite }): value = .notFinite
    case .summary(let summary): value = .number(summary.median)
    case .notAvailable(let reason): value = .notAvailable(reason: reason)
    }
    let samples: [Sample] = result.samples.compactMap { trial, value in
      guard case .measurement(let number) = trial, let value = value.number else { return nil }
      return Sample(trial: number, value: value)
    }
    self.init(metric: result.metric, value: value, samples: samples)
  }
}
