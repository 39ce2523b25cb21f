import Support

/// The purpose of one worker process for a case.
public enum TrialKind: Hashable, Sendable {
  /// An observed replay: pin coverage, overlaps, pictures. Nothing is timed.
  case inspection
  /// A measured replay; trials count from 1.
  case measurement(Int)
}

extension TrialKind: CustomStringConvertible {
  public var description: String {
    switch self {
    case .inspection: "inspection"
    case .measurement(let number): "trial \(number)"
    }
  }
}

extension TrialKind: Codable {
  /// The trial's number in files; 0 for the inspection.
  public var number: Int {
    switch self {
    case .inspection: 0
    case .measurement(let number): number
    }
  }

  public init(from decoder: any Decoder) throws {
    let number = try decoder.singleValueContainer().decode(Int.self)
    self = number == 0 ? .inspection : .measurement(number)
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(number)
  }
}

/// One worker process of a plan: its case and its purpose.
public struct TrialKey: Hashable, Sendable, Codable {
  /// The case.
  public let scenarioCase: Case
  /// The purpose of the trial.
  public let kind: TrialKind

  /// Creates a key.
  public init(scenarioCase: Case, kind: TrialKind) {
    self.scenarioCase = scenarioCase
    self.kind = kind
  }

  private enum CodingKeys: String, CodingKey {
    case scenarioCase = "case"
    case kind = "trial"
  }
}

extension TrialKey: CustomStringConvertible {
  public var description: String { "\(scenarioCase) \(kind)" }
}

/// The end of a trial.
public enum TrialStatus: Hashable, Sendable, Codable {
  /// The trial replied with its values.
  case completed
  /// The strategy or its environment threw an error.
  case failed(reason: String)
  /// The process ended by itself before it replied.
  case crashed(ending: String, standardError: String)
  /// The trial exceeded its time limit.
  case timedOut(seconds: Double)
  /// The trial exceeded its memory limit, in bytes.
  case outOfMemory(limit: Int)
  /// Not run, because an earlier trial of the same case did not complete.
  case skipped(because: String)

  /// Indicates whether this is a trial that replied with its values.
  public var isCompleted: Bool { self == .completed }
}

extension TrialStatus: CustomStringConvertible {
  /// A summary of the status.
  public var description: String {
    switch self {
    case .completed: "ok"
    case .failed(let reason): "failed: \(reason)"
    case .crashed(let ending, let standardError):
      standardError.isEmpty ? "crashed: \(ending)" : "crashed: \(ending): \(standardError)"
    case .timedOut(let seconds): "timed out after \(seconds.shortText) s"
    case .outOfMemory(let limit): "out of memory: more than \(limit / 1_048_576) MiB"
    case .skipped(let because): "skipped: \(because)"
    }
  }

  /// The status in files.
  public var identifier: String {
    switch self {
    case .completed: "ok"
    case .failed: "failed"
    case .crashed: "crashed"
    case .timedOut: "timed-out"
    case .outOfMemory: "out-of-memory"
    case .skipped: "skipped"
    }
  }
}

/// The result of one worker process: a line of the journal.
public struct TrialRecord: Hashable, Sendable, Codable {
  /// The case and the purpose of the trial.
  public let key: TrialKey
  /// The end of the trial.
  public let status: TrialStatus
  /// The trial's values; empty where it did not complete.
  public let values: [NamedValue]
  /// The pictures of an inspection.
  public let pictures: [Inspection.Picture]
  /// The file with the recording of an inspection in the run's folder; `nil` without one.
  public let recording: String?
  /// The transcripts of an inspection.
  public let transcripts: [Transcript]
  /// The outcomes of an inspection in each setting of the environment.
  public let outcomes: [SettingOutcome]
  /// The names of the profile's parameters that an inspection and its costs read; `nil` for other
  /// trials.
  public let parameters: [String]?
  /// The load of the machine meanwhile; `nil` if nothing was measured.
  public let load: MachineLoad?
  /// The last lines that the strategy printed in an inspection; `nil` if it printed nothing.
  public let printed: String?

  /// Creates a record.
  public init(
    key: TrialKey, status: TrialStatus, values: [NamedValue] = [],
    pictures: [Inspection.Picture] = [], recording: String? = nil,
    transcripts: [Transcript] = [], outcomes: [SettingOutcome] = [], parameters: [String]? = nil,
    load: MachineLoad? = nil, printed: String? = nil
  ) {
    self.printed = printed
    self.recording = recording
    self.load = load
    self.parameters = parameters
    self.key = key
    self.status = status
    self.values = values
    self.pictures = pictures
    self.transcripts = transcripts
    self.outcomes = outcomes
  }

  /// The names of its files in the run's folder.
  package var files: [String] { pictures.map(\.file) + [recording].compactMap(\.self) }
}
