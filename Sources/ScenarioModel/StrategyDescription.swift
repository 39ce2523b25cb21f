/// A strategy's name and what it does, for lists and reports.
public struct StrategyDescription: Hashable, Sendable, Codable {
  /// The name in scenario files and reports.
  public let name: String
  /// One sentence.
  public let summary: String
  /// The line of thought that the strategy rests on, for a report to quote where it fails: one
  /// sentence, code in it between backticks; `nil` where there is none to speak of.
  public let reasoning: String?

  public init(name: String, summary: String, reasoning: String? = nil) {
    self.name = name
    self.summary = summary
    self.reasoning = reasoning
  }
}
