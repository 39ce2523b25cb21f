import Measurement
import ScenarioModel
import Statistics

/// A metric of a case of one side of a comparison.
public struct ComparedMetric: Hashable, Sendable {
  public enum Value: Hashable, Sendable {
    /// The median over the trials; of what is counted or modelled, every trial's value.
    case number(Double)
    /// How it stands to the naive strategy's in the same run.
    case ratio(RatioEstimate)
    /// It was measured, and is so little that a ratio would tell of the meter only. What is near
    /// that may be on the other side in the next run, so it is never missing. It is below `floor`
    /// itself; `nil` where the naive strategy's is too little, or where that is not told.
    case tooLittle(reason: String, floor: Double?)
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
  /// The trials' values in their order, of a ratio those that it was made of; empty where only
  /// their summary is known.
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

  /// The median of the trials in the metric's own unit, of a ratio too; `nil` where it is not known.
  var measured: Double? {
    // Without trials there is no median.
    number ?? (try? SampleSummary(samples.map(\.value)).median)
  }

  /// Whether another metric of the same name says the same thing.
  func isDefined(as other: Metric) -> Bool {
    metric.unit == other.unit && metric.kind == other.kind && metric.polarity == other.polarity
  }
}
