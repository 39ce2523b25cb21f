import ScenarioModel
import SearchSimulation

/// A strategy that scenarios of the search family may name.
public struct SearchStrategyEntry: Sendable, DescribedStrategy {
  public let description: StrategyDescription
  let make: @Sendable (SearchScreen, SearchService) -> any SearchStrategy

  /// - Parameters:
  ///   - name: the name in scenario files and reports: lower case words joined by hyphens.
  ///   - summary: what the strategy does, in one sentence.
  public init(_ name: String, _ strategy: (some SearchStrategy).Type, summary: String) {
    self.init(name, summary: summary) { screen, service in
      strategy.init(screen: screen, service: service)
    }
  }

  init(
    _ name: String, summary: String,
    make: @escaping @Sendable (SearchScreen, SearchService) -> any SearchStrategy
  ) {
    description = StrategyDescription(name: name, summary: summary)
    self.make = make
  }
}
