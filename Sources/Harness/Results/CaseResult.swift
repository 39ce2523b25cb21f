import Measurement
import ScenarioModel
import Statistics

/// A metric of a case over all its trials.
public struct MetricResult: Sendable {
  public enum Outcome: Sendable {
    case summary(SampleSummary)
    case notAvailable(reason: String)
  }

  public let metric: Metric
  /// Each trial's value, in the order of the trials.
  public let samples: [(trial: TrialKind, value: MetricValue)]
  public let outcome: Outcome

  /// The median, or `nil` where the metric could not be taken.
  public var median: Double? { summary?.median }

  public var summary: SampleSummary? {
    if case .summary(let summary) = outcome { summary } else { nil }
  }
}

/// What a run found out about one case.
public struct CaseResult: Sendable {
  public enum Status: Hashable, Sendable {
    case completed
    /// A trial did not complete; the metrics are those of the trials that did.
    case broken(TrialKind, TrialStatus)
    /// A metric that must be the same on every run was not.
    case notDeterministic(metric: String, values: [Double])
  }

  public let scenarioCase: Case
  public let status: Status
  /// Every metric of the scenario, in its order.
  public let metrics: [MetricResult]
  public let pictures: [Inspection.Picture]
  public let transcripts: [Transcript]
  /// How the strategy fared in each setting of the world, in the family's order; empty where the
  /// world has one setting only, or the inspection did not complete.
  public let outcomes: [SettingOutcome]
  /// How busy the machine was: the middle over the measured trials; `nil` where that is not known.
  public let load: MachineLoad?

  /// Whether a trial did not complete.
  public var isBroken: Bool {
    if case .broken = status { true } else { false }
  }

  public subscript(metric name: String) -> MetricResult? {
    metrics.first { $0.metric.name == name }
  }
}

extension CaseResult.Status: CustomStringConvertible {
  public var description: String {
    switch self {
    case .completed: "ok"
    case .broken(let kind, let status): "\(status) (\(kind))"
    case .notDeterministic(let metric, let values):
      "not deterministic: \(metric) was "
        + values.map { value in Int(exactly: value).map(String.init) ?? String(value) }
        .joined(separator: ", ")
    }
  }

  /// The status as one word, for files.
  public var word: String {
    switch self {
    case .completed: "ok"
    case .broken(_, let status): status.word
    case .notDeterministic: "not-deterministic"
    }
  }
}
