import Measurement
import ScenarioModel
import Statistics

extension CaseResult {
  /// Sums up the records of one case's trials.
  init(_ scenarioCase: Case, records: [TrialRecord], metrics: [Metric]) {
    self.scenarioCase = scenarioCase
    let completed = records.filter(\.status.isCompleted)
    self.metrics = metrics.map { metric in
      MetricResult(metric: metric, records: completed, expected: records)
    }
    pictures = completed.flatMap(\.pictures)
    transcripts = completed.flatMap(\.transcripts)
    outcomes = completed.flatMap(\.outcomes)
    load = MachineLoad.median(of: completed.compactMap(\.load))
    status = Self.status(records: records, metrics: self.metrics)
  }

  private static func status(records: [TrialRecord], metrics: [MetricResult]) -> Status {
    for record in records where !record.status.isCompleted {
      if case .skipped = record.status { continue }
      return .broken(record.key.kind, record.status)
    }
    for result in metrics where result.metric.kind.isDeterministic {
      let values = result.samples.compactMap(\.value.number)
      if let first = values.first, values.contains(where: { $0 != first }) {
        return .notDeterministic(metric: result.metric.name, values: values)
      }
    }
    return .completed
  }
}

extension MetricResult {
  fileprivate init(metric: Metric, records: [TrialRecord], expected: [TrialRecord]) {
    self.metric = metric
    samples = records.compactMap { record in
      record.values.first { $0.name == metric.name }.map { (record.key.kind, $0.value) }
    }
    let numbers = samples.compactMap(\.value.number)
    for sample in samples {
      if case .notAvailable(let reason) = sample.value {
        outcome = .notAvailable(reason: reason)
        return
      }
    }
    guard let summary = try? SampleSummary(numbers) else {
      let broken = expected.first { !$0.status.isCompleted }
      outcome = .notAvailable(
        reason: broken.map { "\($0.key.kind) \($0.status.word)" } ?? "no trial answered with it")
      return
    }
    outcome = .summary(summary)
  }
}
