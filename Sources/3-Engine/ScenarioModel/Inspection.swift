import Platform

/// The results of an observed replay.
public struct Inspection: Hashable, Sendable, Codable {
  /// A picture of one frame.
  public struct Picture: Hashable, Sendable, Codable {
    /// The file's name in the run's folder.
    public let file: String
    /// The frame that the picture shows.
    public let frame: Int
    /// A description of the picture, for people who cannot see it.
    public let caption: String

    /// Creates a picture of a frame.
    public init(file: String, frame: Int, caption: String) {
      self.file = file
      self.frame = frame
      self.caption = caption
    }
  }

  /// The metrics that need an observed replay.
  public let values: [NamedValue]
  /// The counted and modelled metrics of the observed replay, if it did what a trial does; `nil` if
  /// that takes another replay.
  public let results: [NamedValue]?
  /// The pictures, in the order of a report.
  public let pictures: [Picture]
  /// The name of the file with a recording of the replay in the run's folder; `nil` without one.
  public let recording: String?
  /// The events in parts of the replay, for people to read.
  public let transcripts: [Transcript]
  /// The strategy's outcomes in the settings of the environment, in their order; empty if there is
  /// one setting only.
  public let outcomes: [SettingOutcome]
  /// The names of the profile's parameters that the replay and its costs read; `nil` from a program
  /// that does not note them.
  public let parameters: [String]?

  /// Creates the results of an observed replay.
  public init(
    values: [NamedValue] = [], results: [NamedValue]? = nil, pictures: [Picture] = [],
    recording: String? = nil, transcripts: [Transcript] = [], outcomes: [SettingOutcome] = [],
    parameters: [String]? = nil
  ) {
    self.recording = recording
    self.parameters = parameters
    self.values = values
    self.results = results
    self.pictures = pictures
    self.transcripts = transcripts
    self.outcomes = outcomes
  }
}

extension Inspection {
  /// Returns the same inspection with further values before the others, without the results of its
  /// replay, and with the parameters that were read.
  package func adding(
    _ further: [NamedValue] = [], parameters: Set<ProfileParameter.Name>
  ) -> Inspection {
    Inspection(
      values: further + values, pictures: pictures, recording: recording, transcripts: transcripts,
      outcomes: outcomes, parameters: parameters.map(\.rawValue).sorted())
  }

  /// The names of its files in the run's folder.
  package var files: [String] { pictures.map(\.file) + [recording].compactMap(\.self) }
}

/// The outcome of a strategy in one setting of its environment, for the table of all settings.
public struct SettingOutcome: Hashable, Sendable, Codable {
  /// A kind of fault that occurred.
  public struct Fault: Hashable, Sendable, Codable {
    /// A short label: `loops`.
    public let name: String
    /// The number or the size of the faults: `5 times`, `340 pt`.
    public let extent: String

    /// Creates a fault.
    public init(name: String, extent: String) {
      self.name = name
      self.extent = extent
    }
  }

  /// The setting: `asynchronous, animated`.
  public let setting: String
  /// The faults, the worst first; empty if there are none.
  public let faults: [Fault]

  /// Creates the outcome in one setting.
  public init(setting: String, faults: [Fault]) {
    self.setting = setting
    self.faults = faults
  }
}

/// The events in a part of a replay, step by step, for people to read.
public struct Transcript: Hashable, Sendable, Codable {
  /// One step.
  public struct Entry: Hashable, Sendable, Codable {
    /// The time since the start of the part on the virtual clock, in nanoseconds.
    public let time: Int64
    /// A description of the step.
    public let text: String

    /// Creates a step.
    public init(time: Int64, text: String) {
      self.time = time
      self.text = text
    }
  }

  /// The subject of the part.
  public let title: String
  /// The steps, in the order of their times.
  public let entries: [Entry]

  /// Creates a transcript.
  public init(title: String, entries: [Entry]) {
    self.title = title
    self.entries = entries
  }
}

/// Records a transcript during a replay; of a long one, it keeps the beginning.
package final class TranscriptWriter {
  /// The maximum number of steps.
  private static let maxCount = 80

  private var entries: [Transcript.Entry] = []
  private var missing = 0

  package init() {}

  /// - Parameter text: the step; not evaluated where there is no space for it.
  package func note(_ text: @autoclosure () -> String, at time: Int64) {
    if entries.count < Self.maxCount {
      entries.append(Transcript.Entry(time: time, text: text()))
    } else {
      missing += 1
    }
  }

  /// Notes a step that must not be missing in a long transcript either.
  package func noteAlways(_ text: String, at time: Int64) {
    entries.append(Transcript.Entry(time: time, text: text))
  }

  /// Returns the steps in the order of their times; steps of one time are in the order in which
  /// they were noted.
  package func transcript(title: String) -> Transcript {
    let entries = entries.enumerated()
      .sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }.map(\.element)
    guard missing > 0, let last = entries.last else {
      return Transcript(title: title, entries: entries)
    }
    let rest = Transcript.Entry(time: last.time, text: "and \(missing) more steps")
    return Transcript(title: title, entries: entries + [rest])
  }
}
