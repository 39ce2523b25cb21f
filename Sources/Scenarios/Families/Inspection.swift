/// What an observed replay found out.
public struct Inspection: Hashable, Sendable, Codable {
  /// A picture of one frame.
  public struct Picture: Hashable, Sendable, Codable {
    public let file: String
    public let frame: Int
    /// What the picture shows, for those who cannot see it.
    public let caption: String

    public init(file: String, frame: Int, caption: String) {
      self.file = file
      self.frame = frame
      self.caption = caption
    }
  }

  public let values: [NamedValue]
  public let pictures: [Picture]

  public init(values: [NamedValue], pictures: [Picture]) {
    self.values = values
    self.pictures = pictures
  }
}
