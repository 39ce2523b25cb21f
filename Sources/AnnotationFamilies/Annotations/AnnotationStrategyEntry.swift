import PinData
import ScenarioModel

/// A strategy that scenarios of the annotations family may name.
public struct AnnotationStrategyEntry: Sendable, DescribedStrategy {
  public let description: StrategyDescription
  let make: @Sendable (PinSet, StrategyContext) throws -> any AnnotationStrategy

  /// - Parameters:
  ///   - name: the name in scenario files and reports: lower case words joined by hyphens.
  ///   - summary: what the strategy does, in one sentence.
  public init(_ name: String, _ strategy: (some AnnotationStrategy).Type, summary: String) {
    description = StrategyDescription(name: name, summary: summary)
    make = { pins, context in try strategy.init(pins: pins, context: context) }
  }
}

extension AnnotationStrategyEntry {
  /// The strategies that come with MapPressure, naive ones first.
  public static let standard: [AnnotationStrategyEntry] = [
    AnnotationStrategyEntry(
      "all-pins", AllPins.self,
      summary: "Adds every pin and makes a new view whenever one comes on screen."),
    AnnotationStrategyEntry(
      "all-pins-reused", AllPinsReused.self,
      summary: "Adds every pin and dequeues views that left the screen."),
    AnnotationStrategyEntry(
      "visible-region-scan", VisibleRegionScan.self,
      summary: "Shows the pins that a linear scan finds between the region's edges in degrees."),
    AnnotationStrategyEntry(
      "visible-region-index", VisibleRegionIndex.self,
      summary: "Shows the pins that a spatial index finds in the padded visible rectangle."),
    AnnotationStrategyEntry(
      "visible-region-database", VisibleRegionDatabase.self,
      summary: "Shows the pins that a SQLite R*Tree on disk finds in the padded rectangle."),
    AnnotationStrategyEntry(
      "native-clusters", NativeClusters.self,
      summary: "Adds every pin with one clustering identifier and lets the map view cluster."),
    AnnotationStrategyEntry(
      "grid-clusters", GridClustersStrategy.self,
      summary: "Shows one annotation for each grid cell of 88, 64, 32 or 16 points by zoom."),
    AnnotationStrategyEntry(
      "hierarchical-clusters", HierarchicalClustersStrategy.self,
      summary: "Shows clusters of a hierarchy built once, 40 points in radius at each zoom."),
  ]
}
