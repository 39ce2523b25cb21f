import Measurement
import Scenarios

/// A case of one side of a comparison.
public struct ComparedCase: Hashable, Sendable {
  public enum Status: Hashable, Sendable {
    case completed
    /// A trial crashed, timed out, ran out of memory or failed.
    case broken(why: String)
    /// A number that must be the same in every trial was not.
    case notDeterministic(why: String)
  }

  public let scenarioCase: Case
  public let status: Status
  /// How many processes measured it.
  public let trials: Int
  /// In the order of the scenario's metrics.
  public let metrics: [ComparedMetric]

  public init(scenarioCase: Case, status: Status, trials: Int, metrics: [ComparedMetric]) {
    self.scenarioCase = scenarioCase
    self.status = status
    self.trials = trials
    self.metrics = metrics
  }

  public subscript(metric name: String) -> ComparedMetric? {
    metrics.first { $0.metric.name == name }
  }

  /// Whether there is any number at all.
  var hasNumbers: Bool {
    metrics.contains { metric in
      switch metric.value {
      case .number, .ratio, .tooLittle, .notFinite: true
      case .notAvailable: false
      }
    }
  }
}

/// A metric of a case of one side of a comparison.
public struct ComparedMetric: Hashable, Sendable {
  public enum Value: Hashable, Sendable {
    /// The median over the trials; of what is counted or modelled, every trial's value.
    case number(Double)
    /// How it stands to the naive strategy's in the same run.
    case ratio(RatioEstimate)
    /// It was measured, and is so little that a ratio would tell of the meter only. What is near that
    /// may be on the other side in the next run, so it is never missing.
    case tooLittle(reason: String)
    case notAvailable(reason: String)
    /// A trial answered with infinity or with what is not a number.
    case notFinite
  }

  /// What one trial answered.
  public struct Sample: Hashable, Sendable {
    /// The trial's number.
    public let trial: Int
    public let value: Double

    public init(trial: Int, value: Double) {
      self.trial = trial
      self.value = value
    }
  }

  public let metric: Metric
  public let value: Value
  /// The trials' values in their order; empty where only their summary is known.
  public let samples: [Sample]

  public init(metric: Metric, value: Value, samples: [Sample] = []) {
    self.metric = metric
    self.value = value
    self.samples = samples
  }

  /// The value where it is a plain number.
  var number: Double? {
    if case .number(let number) = value { number } else { nil }
  }

  /// Whether another metric of the same name says the same thing.
  func isDefined(as other: Metric) -> Bool {
    metric.unit == other.unit && metric.kind == other.kind && metric.polarity == other.polarity
  }
}
