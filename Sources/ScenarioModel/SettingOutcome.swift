/// How a strategy fared in one setting of its world, for the table that shows all settings.
public struct SettingOutcome: Hashable, Sendable, Codable {
  /// Something that went wrong.
  public struct Fault: Hashable, Sendable, Codable {
    /// In a word or two: `loops`.
    public let name: String
    /// How often or how far: `5 times`, `340 pt`.
    public let extent: String

    public init(name: String, extent: String) {
      self.name = name
      self.extent = extent
    }
  }

  /// The setting: `asynchronous, animated`.
  public let setting: String
  /// What went wrong, the worst first; empty where everything went right.
  public let faults: [Fault]

  public init(setting: String, faults: [Fault]) {
    self.setting = setting
    self.faults = faults
  }
}
