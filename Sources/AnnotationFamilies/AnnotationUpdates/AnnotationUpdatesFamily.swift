import Measurement
import ScenarioModel
import YAMLReading

/// A map whose pins and camera change while it is shown: a strategy keeps it up to date.
public struct AnnotationUpdatesFamily: ScenarioFamily {
  private let entries: [AnnotationUpdateStrategyEntry]

  /// The family with its own strategies and further ones, which come after them.
  public init(adding further: [AnnotationUpdateStrategyEntry] = []) {
    entries = AnnotationUpdateStrategyEntry.standard + further
  }

  public var name: String { "annotation-updates" }
  public var strategies: [StrategyDescription] { entries.map(\.description) }
  public var metrics: [Metric] { Metric.ofAnnotationUpdates }
  public var headlines: [Metric] {
    [
      .hitchTimeRatio, .staleTimeP95, .annotationsInserted, .viewsCreated, .selectionsLost,
      .frameTimeMax,
    ]
  }
  public var terminalColumns: [Metric] {
    [
      .hitchTimeRatio, .modelledFrameTimeP99, .staleTimeP95, .pinsRepresented, .selectionKept,
      .itemsCompared, .viewsCreated, .frameTimeMax,
    ]
  }
  public var sizeLabel: String { "pins" }
  public var frameLabel: String {
    "one refresh of the screen; it does nothing where the frame before still keeps the main thread"
  }
  public var keys: [String] { AnnotationUpdatesWorkload.keys }

  public var requirement: ResultRequirement? {
    ResultRequirement(
      metric: .pinsRepresented, fraction: 0.8,
      summary: "show at least 80 % of the pins in view that the best one shows")
  }

  public func workload(
    _ mapping: YAMLMapping, file: String
  ) throws(InputError) -> any Workload {
    try AnnotationUpdatesWorkload(mapping, file: file, entries: entries)
  }
}
