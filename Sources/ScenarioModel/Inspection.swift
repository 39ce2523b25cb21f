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
