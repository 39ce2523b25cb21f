import MapSimulation
import ScenarioModel

/// A strategy that scenarios of the region fetches family may name.
public struct RegionFetchStrategyEntry: Sendable, DescribedStrategy {
  public let description: StrategyDescription
  let make: @Sendable (RegionMapView, PinLayer, PinServer) -> any RegionFetchStrategy

  /// - Parameters:
  ///   - name: the name in scenario files and reports: lower case words joined by hyphens.
  ///   - summary: what the strategy does, in one sentence.
  ///   - reasoning: the line of thought behind it, in one sentence.
  public init(
    _ name: String, _ strategy: (some RegionFetchStrategy).Type, summary: String,
    reasoning: String? = nil
  ) {
    self.init(name, summary: summary, reasoning: reasoning) { mapView, layer, server in
      strategy.init(mapView: mapView, layer: layer, server: server)
    }
  }

  init(
    _ name: String, summary: String, reasoning: String?,
    _ make: @escaping @Sendable (RegionMapView, PinLayer, PinServer) -> any RegionFetchStrategy
  ) {
    description = StrategyDescription(name: name, summary: summary, reasoning: reasoning)
    self.make = make
  }
}
