/// A strategy's name and what it does, for lists and reports.
public struct StrategyDescription: Hashable, Sendable, Codable {
  /// The name in scenario files and reports.
  public let name: String
  /// One sentence.
  public let summary: String
  /// The line of thought that the strategy rests on, for a report to quote where it fails: one
  /// sentence, code in it between backticks; `nil` if there is none to speak of.
  public let reasoning: String?
  /// The strategy's code in an app; `nil` if none is given.
  public var inApp: AppCode?

  /// Creates a description.
  public init(name: String, summary: String, reasoning: String? = nil, inApp: AppCode? = nil) {
    self.name = name
    self.summary = summary
    self.reasoning = reasoning
    self.inApp = inApp
  }
}

/// A strategy that scenarios of a family may name.
///
/// `Make` is the family's function that makes a strategy, which an entry takes as a closure:
///
///     StrategyEntry("silent", summary: "Asks for nothing.") { _, _ in
///       RowCallbacks(didAppear: { _, _ in })
///     }
public struct StrategyEntry<Make: Sendable>: Sendable {
  /// The strategy's name and summary.
  public private(set) var description: StrategyDescription
  package let make: Make

  /// Creates an entry.
  ///
  /// - Parameters:
  ///   - name: the name in scenario files and reports: lower case words joined by hyphens.
  ///   - summary: what the strategy does, in one sentence.
  ///   - reasoning: the line of thought that it rests on, for a report to quote.
  public init(
    _ name: String, summary: String, reasoning: String? = nil, make: Make
  ) {
    description = StrategyDescription(name: name, summary: summary, reasoning: reasoning)
    self.make = make
  }

  /// Returns the entry with what the strategy is in an app, which reports show with an answer.
  public func inApp(_ code: AppCode) -> Self {
    var entry = self
    entry.description.inApp = code
    return entry
  }
}

extension Array {
  /// The entry of a case's strategy.
  package func entry<Make>(
    of scenarioCase: Case
  ) throws(WorkloadError) -> StrategyEntry<Make> where Element == StrategyEntry<Make> {
    guard let entry = first(where: { $0.description.name == scenarioCase.strategy }) else {
      throw WorkloadError(
        "the family has no strategy '\(scenarioCase.strategy)'; 'mappressure list' names the "
          + "strategies"
      )
    }
    return entry
  }
}
