import Foundation
import Support

/// A metric of a case over all its trials.
public struct MetricResult: Hashable, Sendable {
  /// The value of one trial.
  public struct Sample: Hashable, Sendable, Codable {
    /// The trial.
    public let trial: TrialKind
    /// The trial's value.
    public let value: MetricValue

    /// Creates a sample.
    public init(trial: TrialKind, value: MetricValue) {
      self.trial = trial
      self.value = value
    }

    /// The value of a measured trial; trials count from 1.
    public init(trial: Int, value: Double) {
      self.init(trial: .measurement(trial), value: .number(value))
    }
  }

  /// The metric.
  public let metric: Metric
  /// The value of the case, which a report shows and a comparison compares: the median of the
  /// trials; for a counted or modelled metric, the value of each trial. Its number is not finite if
  /// a trial's value is not.
  public let value: MetricValue
  /// The trials' values in the order of the trials; in a baseline, those of measured metrics only.
  public let samples: [Sample]
  /// The summary of the samples; `nil` if the value is not a finite number.
  ///
  /// It is derived, and stored because it is read often.
  public let summary: SampleSummary?

  /// Creates a result from a value and the samples behind it.
  public init(metric: Metric, value: MetricValue, samples: [Sample] = []) {
    self.metric = metric
    self.value = value
    self.samples = samples
    let numbers = samples.compactMap(\.value.number)
    // Without samples there is no summary.
    if case .number(let number) = value, number.isFinite {
      summary = try? SampleSummary(numbers)
    } else {
      summary = nil
    }
  }

  /// The result of a metric's samples.
  ///
  /// - Parameter reason: the reason if no trial has a number.
  public init(metric: Metric, samples: [Sample], orWhy reason: String) {
    let numbers = samples.compactMap(\.value.number)
    let value: MetricValue
    if let unavailable = samples.lazy.compactMap(\.value.reason).first {
      value = .notAvailable(reason: unavailable)
    } else if let number = numbers.first(where: { !$0.isFinite }) {
      value = .number(number)
    } else if let summary = try? SampleSummary(numbers) {
      value = .number(summary.median)
    } else {
      value = .notAvailable(reason: reason)
    }
    self.init(metric: metric, value: value, samples: samples)
  }
}

extension MetricResult {
  /// The value, if it is a finite number.
  public var number: Double? {
    if case .number(let number) = value, number.isFinite { number } else { nil }
  }

  /// The interval of the median; the median itself for a metric that is the same in each trial.
  public var interval: (low: Double, high: Double)? {
    guard case .number = value, let summary else { return nil }
    return metric.kind.isDeterministic
      ? (summary.median, summary.median) : (summary.low, summary.high)
  }

  /// The reason why there is no finite number; `nil` if there is one.
  public var missingReason: String? {
    switch value {
    case .number(let number): number.isFinite ? nil : "the samples are not all finite numbers"
    case .notAvailable(let reason): reason
    }
  }

  /// Indicates whether each trial's value is 0; of two such results neither is better.
  public var isZero: Bool { summary.map { $0.minimum == 0 && $0.maximum == 0 } ?? false }

  /// Returns the number divided by another's; `nil` if either is missing or the other is 0.
  public func ratio(to other: MetricResult?) -> Double? {
    guard let number, let divisor = other?.number, divisor != 0 else { return nil }
    let ratio = number / divisor
    return ratio.isFinite ? ratio : nil
  }

  /// The values of the measured trials.
  public var measurements: [Double] {
    samples.compactMap { sample in
      if case .measurement = sample.trial { sample.value.number } else { nil }
    }
  }
}

// MARK: - Coding

extension MetricResult: EncodableWithConfiguration, DecodableWithConfiguration {
  private enum CodingKeys: String, CodingKey {
    case name, value, notAvailable
    case low, high, min, max, versusNaive, samples
  }

  /// The scenario that defines the metric of the name.
  public typealias DecodingConfiguration = ScenarioDescription

  /// The naive strategy's result, from which the file's ratio is computed.
  public typealias EncodingConfiguration = MetricResult?

  public init(from decoder: any Decoder, configuration scenario: ScenarioDescription) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let name = try container.decode(String.self, forKey: .name)
    guard let metric = scenario.metric(name) else {
      throw DecodingError.dataCorruptedError(
        forKey: .name, in: container,
        debugDescription: "the scenario \(scenario.name) defines no metric '\(name)'")
    }
    let value: MetricValue
    if let number = try container.decodeIfPresent(Double.self, forKey: .value) {
      value = .number(number)
    } else {
      value = .notAvailable(reason: try container.decode(String.self, forKey: .notAvailable))
    }
    self.init(
      metric: metric, value: value,
      samples: try container.decodeIfPresent([Sample].self, forKey: .samples) ?? [])
  }

  public func encode(to encoder: any Encoder, configuration naive: MetricResult?) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(metric.name, forKey: .name)
    switch value {
    case .number(let number): try container.encode(number, forKey: .value)
    case .notAvailable(let reason): try container.encode(reason, forKey: .notAvailable)
    }
    guard !samples.isEmpty else { return }
    // Values that readers of the file would otherwise compute from the samples.
    try container.encodeIfPresent(interval?.low, forKey: .low)
    try container.encodeIfPresent(interval?.high, forKey: .high)
    try container.encodeIfPresent(summary?.minimum, forKey: .min)
    try container.encodeIfPresent(summary?.maximum, forKey: .max)
    try container.encodeIfPresent(ratio(to: naive), forKey: .versusNaive)
    try container.encode(samples, forKey: .samples)
  }
}
