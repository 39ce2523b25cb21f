import ScenarioModel

/// A strategy that scenarios of the region family may name.
public struct RegionUpdateStrategyEntry: Sendable, DescribedStrategy {
  public let description: StrategyDescription
  let make: @Sendable (MapScreenModel, StateDelivery, Bool) -> any RegionUpdateStrategy

  /// - Parameters:
  ///   - name: the name in scenario files and reports: lower case words joined by hyphens.
  ///   - summary: what the strategy does, in one sentence.
  ///   - reasoning: the line of code and the thought that it rests on, for a report to quote.
  public init(
    _ name: String, _ strategy: (some RegionUpdateStrategy).Type, summary: String,
    reasoning: String? = nil
  ) {
    description = StrategyDescription(name: name, summary: summary, reasoning: reasoning)
    make = { model, delivery, isAnimated in
      strategy.init(model: model, delivery: delivery, isAnimated: isAnimated)
    }
  }
}
