import Foundation
import Support

/// A case with the results of its trials.
public struct CaseResult: Hashable, Sendable {
  /// The end of a case's trials.
  public enum Status: Hashable, Sendable {
    /// All trials completed and agree where they must.
    case completed
    /// A trial did not complete; the metrics are from the trials that did.
    case broken(trial: TrialKind, status: TrialStatus)
    /// A metric that must be the same in every trial was not.
    case notDeterministic(metric: String, values: [Double])
  }

  /// The case.
  public let scenarioCase: Case
  /// The end of the case's trials.
  public let status: Status
  /// Every metric of the scenario, in its order.
  public let metrics: [MetricResult]
  /// The pictures of the inspection.
  public let pictures: [Inspection.Picture]
  /// The file with the recording of the inspection in the run's folder; `nil` without one.
  public let recording: String?
  /// The transcripts of the inspection.
  public let transcripts: [Transcript]
  /// The strategy's outcome in each setting of the environment, in the family's order; empty if
  /// there is one setting only, or if the inspection did not complete.
  public let outcomes: [SettingOutcome]
  /// The names of the profile's parameters that the modelled numbers depend on: those that the
  /// inspection read. Empty if they are not known.
  public let parameters: [String]
  /// The load of the machine: the median over the measured trials; `nil` if it is not known.
  public let load: MachineLoad?

  /// Creates the result of a case.
  public init(
    scenarioCase: Case, status: Status, metrics: [MetricResult],
    pictures: [Inspection.Picture] = [], recording: String? = nil,
    transcripts: [Transcript] = [], outcomes: [SettingOutcome] = [], parameters: [String] = [],
    load: MachineLoad? = nil
  ) {
    self.recording = recording
    self.parameters = parameters
    self.scenarioCase = scenarioCase
    self.status = status
    self.metrics = metrics
    self.pictures = pictures
    self.transcripts = transcripts
    self.outcomes = outcomes
    self.load = load
  }

  /// The names of its files in the run's folder.
  package var files: [String] { pictures.map(\.file) + [recording].compactMap(\.self) }

  /// The result of the metric of a name; `nil` where the case has none.
  public subscript(metric name: String) -> MetricResult? {
    metrics.first { $0.metric.name == name }
  }

  /// Indicates whether a trial did not complete.
  public var isBroken: Bool {
    if case .broken = status { true } else { false }
  }

  /// Indicates whether at least one metric has a number.
  public var hasNumbers: Bool {
    metrics.contains { $0.value.number != nil }
  }
}

extension CaseResult {
  /// The result of one case's trials.
  public init(_ scenarioCase: Case, records: [TrialRecord], metrics: [Metric]) {
    let completed = records.filter(\.status.isCompleted)
    let broken = records.first { !$0.status.isCompleted }
    let reason =
      broken.map { "\($0.key.kind) \($0.status.identifier)" } ?? "no trial returned it"
    let results = metrics.map { metric in
      MetricResult(
        metric: metric,
        samples: completed.compactMap { record in
          record.values.first { $0.name == metric.name }
            .map { MetricResult.Sample(trial: record.key.kind, value: $0.value) }
        }, orWhy: reason)
    }
    self.init(
      scenarioCase: scenarioCase, status: Self.status(records: records, metrics: results),
      metrics: results, pictures: completed.flatMap(\.pictures),
      recording: completed.lazy.compactMap(\.recording).first,
      transcripts: completed.flatMap(\.transcripts), outcomes: completed.flatMap(\.outcomes),
      parameters: completed.lazy.compactMap(\.parameters).first ?? [],
      load: MachineLoad.median(of: completed.compactMap(\.load)))
  }

  private static func status(records: [TrialRecord], metrics: [MetricResult]) -> Status {
    for record in records where !record.status.isCompleted {
      if case .skipped = record.status { continue }
      return .broken(trial: record.key.kind, status: record.status)
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

extension CaseResult.Status: CustomStringConvertible {
  public var description: String {
    switch self {
    case .completed: "ok"
    case .broken(let trial, let status): "\(status) (\(trial))"
    case .notDeterministic(let metric, let values):
      "not deterministic: \(metric) was "
        + values.map(\.shortText).joined(separator: ", ")
    }
  }

  /// The status in files.
  public var identifier: String {
    switch self {
    case .completed: "ok"
    case .broken(_, let status): status.identifier
    case .notDeterministic: "not-deterministic"
    }
  }
}

// MARK: - Coding

extension CaseResult.Status: Codable {
  private enum CodingKeys: String, CodingKey {
    case trial, status, metric, values
  }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    if let metric = try container.decodeIfPresent(String.self, forKey: .metric) {
      self = .notDeterministic(
        metric: metric, values: try container.decode([Double].self, forKey: .values))
    } else {
      self = .broken(
        trial: try container.decode(TrialKind.self, forKey: .trial),
        status: try container.decode(TrialStatus.self, forKey: .status))
    }
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    switch self {
    case .completed: break
    case .broken(let trial, let status):
      try container.encode(trial, forKey: .trial)
      try container.encode(status, forKey: .status)
    case .notDeterministic(let metric, let values):
      try container.encode(metric, forKey: .metric)
      try container.encode(values, forKey: .values)
    }
  }
}

extension CaseResult: EncodableWithConfiguration, DecodableWithConfiguration {
  private enum CodingKeys: String, CodingKey {
    case variant, size, strategy, status, reason, failure, metrics, pictures, recording, transcripts
    case outcomes, parameters, load
  }

  /// The scenario that the case belongs to.
  public typealias DecodingConfiguration = ScenarioDescription

  /// The naive strategy's result in the same configuration.
  public typealias EncodingConfiguration = CaseResult?

  public init(from decoder: any Decoder, configuration scenario: ScenarioDescription) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let scenarioCase = Case(
      scenario: scenario.name,
      variant: try container.decodeIfPresent(String.self, forKey: .variant) ?? "",
      size: try container.decode(Int.self, forKey: .size),
      strategy: try container.decode(String.self, forKey: .strategy))
    let status = try container.decodeIfPresent(Status.self, forKey: .failure) ?? .completed
    let completed = Status.completed
    if let identifier = try container.decodeIfPresent(String.self, forKey: .status),
      (identifier == completed.identifier) != (status == completed)
    {
      throw ResultsDecodingError.damaged(
        reason: "\(scenarioCase) has the status '\(identifier)' and "
          + (status == completed ? "no failure" : "a failure"))
    }
    self.init(
      scenarioCase: scenarioCase, status: status,
      metrics: try container.decode(
        [MetricResult].self, forKey: .metrics, configuration: scenario),
      pictures: try container.decodeIfPresent([Inspection.Picture].self, forKey: .pictures) ?? [],
      recording: try container.decodeIfPresent(String.self, forKey: .recording),
      transcripts: try container.decodeIfPresent([Transcript].self, forKey: .transcripts) ?? [],
      outcomes: try container.decodeIfPresent([SettingOutcome].self, forKey: .outcomes) ?? [],
      parameters: try container.decodeIfPresent([String].self, forKey: .parameters) ?? [],
      load: try container.decodeIfPresent(MachineLoad.self, forKey: .load))
  }

  public func encode(to encoder: any Encoder, configuration naive: CaseResult?) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(scenarioCase.variant, forKey: .variant)
    try container.encode(scenarioCase.size, forKey: .size)
    try container.encode(scenarioCase.strategy, forKey: .strategy)
    try container.encode(status.identifier, forKey: .status)
    if status != .completed {
      try container.encode("\(status)", forKey: .reason)
      try container.encode(status, forKey: .failure)
    }
    var list = container.nestedUnkeyedContainer(forKey: .metrics)
    for result in metrics {
      try list.encode(result, configuration: naive?[metric: result.metric.name])
    }
    if !pictures.isEmpty { try container.encode(pictures, forKey: .pictures) }
    try container.encodeIfPresent(recording, forKey: .recording)
    if !transcripts.isEmpty { try container.encode(transcripts, forKey: .transcripts) }
    if !outcomes.isEmpty { try container.encode(outcomes, forKey: .outcomes) }
    if !parameters.isEmpty { try container.encode(parameters, forKey: .parameters) }
    try container.encodeIfPresent(load, forKey: .load)
  }
}
