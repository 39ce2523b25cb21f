import ScenarioModel

/// A strategy that scenarios of the family `annotation-updates` may name.
public struct AnnotationUpdateStrategyEntry: Sendable, DescribedStrategy {
  public let description: StrategyDescription
  let observedState: ObservedState
  let make: @Sendable (PinModel, UpdateContext) throws -> any AnnotationUpdateStrategy

  /// - Parameters:
  ///   - name: the name in scenario files and reports: lower case words joined by hyphens.
  ///   - summary: what the strategy does, in one sentence.
  ///   - reasoning: the line of thought that it rests on, for a report to quote.
  public init(
    _ name: String, _ strategy: (some AnnotationUpdateStrategy).Type, summary: String,
    reasoning: String? = nil
  ) {
    description = StrategyDescription(name: name, summary: summary, reasoning: reasoning)
    observedState = strategy.observedState
    make = { model, context in try strategy.init(model: model, context: context) }
  }
}
