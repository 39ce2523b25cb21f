/// What an observed replay found out.
public struct Inspection: Hashable, Sendable, Codable {
  /// A picture of one frame.
  public struct Picture: Hashable, Sendable, Codable {
    /// The file's name in the run's folder.
    public let file: String
    /// Which frame it shows.
    public let frame: Int
    /// What the picture shows, for those who cannot see it.
    public let caption: String

    /// Creates the description of a picture file.
    public init(file: String, frame: Int, caption: String) {
      self.file = file
      self.frame = frame
      self.caption = caption
    }
  }

  /// The metrics that only an observed replay can tell.
  public let values: [NamedValue]
  /// The pictures, in the order of a report.
  public let pictures: [Picture]

  /// What happened in a part of the replay, for people to read.
  public let transcripts: [Transcript]

  /// How the strategy fared in each setting of the world, where it has several, in their order.
  public let outcomes: [SettingOutcome]

  /// Creates the result of an observed replay.
  public init(
    values: [NamedValue] = [], pictures: [Picture] = [], transcripts: [Transcript] = [],
    outcomes: [SettingOutcome] = []
  ) {
    self.values = values
    self.pictures = pictures
    self.transcripts = transcripts
    self.outcomes = outcomes
  }
}

/// How a strategy fared in one setting of its world, for the table that shows all settings.
public struct SettingOutcome: Hashable, Sendable, Codable {
  /// Something that went wrong.
  public struct Fault: Hashable, Sendable, Codable {
    /// In a word or two: `loops`.
    public let name: String
    /// How often or how far: `5 times`, `340 pt`.
    public let extent: String

    /// Creates a fault.
    public init(name: String, extent: String) {
      self.name = name
      self.extent = extent
    }
  }

  /// The setting: `asynchronous, animated`.
  public let setting: String
  /// What went wrong, the worst first; empty where everything went right.
  public let faults: [Fault]

  /// Creates the outcome of a setting.
  public init(setting: String, faults: [Fault]) {
    self.setting = setting
    self.faults = faults
  }
}

/// What happened in a part of a replay, step by step, for people to read.
public struct Transcript: Hashable, Sendable, Codable {
  /// One step.
  public struct Entry: Hashable, Sendable, Codable {
    /// Nanoseconds since the part began, on the virtual clock.
    public let time: Int64
    /// The step in words.
    public let text: String

    /// Creates a step.
    public init(time: Int64, text: String) {
      self.time = time
      self.text = text
    }
  }

  /// What the part is about.
  public let title: String
  /// The steps, in order.
  public let entries: [Entry]

  /// Creates a transcript.
  public init(title: String, entries: [Entry]) {
    self.title = title
    self.entries = entries
  }
}

/// Writes a transcript down while it happens; of a long one the beginning.
package final class TranscriptWriter {
  /// More steps than anybody reads.
  private static let greatestCount = 80

  private var entries: [Transcript.Entry] = []
  private var missing = 0

  package init() {}

  package func note(_ text: String, at time: Int64) {
    if entries.count < Self.greatestCount {
      entries.append(Transcript.Entry(time: time, text: text))
    } else {
      missing += 1
    }
  }

  /// Notes what must not be missing, however long the transcript is.
  package func noteAlways(_ text: String, at time: Int64) {
    entries.append(Transcript.Entry(time: time, text: text))
  }

  /// The steps in the order of their times; of one time in the order in which they were noted.
  package func transcript(title: String) -> Transcript {
    let entries = entries.enumerated()
      .sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }.map(\.element)
    guard missing > 0, let last = entries.last else {
      return Transcript(title: title, entries: entries)
    }
    let rest = Transcript.Entry(time: last.time, text: "and \(missing) steps more")
    return Transcript(title: title, entries: entries + [rest])
  }
}
