/// What happened in a part of a replay, step by step, for people to read.
public struct Transcript: Hashable, Sendable, Codable {
  /// One step.
  public struct Entry: Hashable, Sendable, Codable {
    /// Nanoseconds since the part began, on the virtual clock.
    public let time: Int64
    public let text: String

    public init(time: Int64, text: String) {
      self.time = time
      self.text = text
    }
  }

  /// What the part is about.
  public let title: String
  public let entries: [Entry]

  public init(title: String, entries: [Entry]) {
    self.title = title
    self.entries = entries
  }
}
