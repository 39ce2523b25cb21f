import Harness
import Measurement
import ScenarioModel
import Verdicts

extension ComparedRun {
  /// What an earlier run measured, as its results tell.
  public init(_ document: ResultsDocument) {
    self.init(
      provenance: document.provenance,
      scenarios: document.scenarios.map { ComparedScenario($0) })
  }
}

extension ComparedScenario {
  fileprivate init(_ entry: ResultsDocument.ScenarioEntry) {
    self.init(
      name: entry.name, naive: entry.naive, world: entry.fingerprint?.world,
      profile: entry.fingerprint?.profile,
      seeds: entry.seeds.map { Seed(name: $0.name, seed: $0.seed) },
      tolerances: entry.tolerances ?? [],
      cases: entry.cases.map { ComparedCase($0, scenario: entry) })
  }
}

extension ComparedCase {
  fileprivate init(_ entry: ResultsDocument.CaseEntry, scenario: ResultsDocument.ScenarioEntry) {
    let why = entry.reason ?? entry.status
    let status: Status =
      switch entry.status {
      case CaseResult.Status.completed.word: .completed
      case CaseResult.Status.notDeterministic(metric: "", values: []).word:
        .notDeterministic(why: why)
      default: .broken(why: why)
      }
    let metrics = entry.metrics.map { metric in
      ComparedMetric(
        metric, summary: scenario.metrics.first { $0.name == metric.name }?.summary ?? "")
    }
    self.init(
      scenarioCase: Case(
        scenario: scenario.name, variant: entry.variant, size: entry.size,
        strategy: entry.strategy),
      status: status, trials: Set(metrics.flatMap { $0.samples.map(\.trial) }).count,
      metrics: metrics)
  }
}

extension ComparedMetric {
  fileprivate init(_ entry: ResultsDocument.MetricEntry, summary: String) {
    let value: Value
    if entry.samples.contains(where: { $0.notAvailable == ResultsDocument.Sample.notFinite }) {
      value = .notFinite
    } else if let median = entry.median {
      value = .number(median)
    } else {
      value = .notAvailable(reason: entry.notAvailable ?? "no trial answered with it")
    }
    self.init(
      metric: Metric(entry.name, entry.unit, entry.kind, entry.polarity, summary), value: value,
      samples: entry.samples.compactMap { sample in
        // 0 is the inspection, which nobody times.
        guard sample.trial > 0, let value = sample.value else { return nil }
        return Sample(trial: sample.trial, value: value)
      })
  }
}
