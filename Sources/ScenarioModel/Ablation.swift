import Measurement

/// Strategies that differ by one setting each, so that a report can tell what every setting buys.
///
/// A setting is looked at from both ends: added alone to a strategy without any, and left out of a
/// strategy with all of them. The two may differ, as one setting can make up for another.
public struct Ablation: Hashable, Sendable {
  /// One setting and the strategies that show its worth.
  public struct Setting: Hashable, Sendable {
    /// What a reader calls it: `result types`.
    public let name: String
    /// The strategy that is the base with this setting only, if there is one.
    public let alone: String?
    /// The strategy that has every setting but this one, if there is one.
    public let leftOut: String?

    public init(name: String, alone: String? = nil, leftOut: String? = nil) {
      self.name = name
      self.alone = alone
      self.leftOut = leftOut
    }
  }

  /// The strategy without any of the settings.
  public let base: String
  /// The strategy with all of them.
  public let full: String
  /// The settings, in the order of a report.
  public let settings: [Setting]
  /// What they are judged by; the first metric decides which one buys most.
  public let metrics: [Metric]

  /// Every strategy that the settings are told by.
  public var strategies: Set<String> {
    Set([base, full] + settings.flatMap { [$0.alone, $0.leftOut].compactMap(\.self) })
  }

  public init(base: String, full: String, settings: [Setting], metrics: [Metric]) {
    self.base = base
    self.full = full
    self.settings = settings
    self.metrics = metrics
  }
}
