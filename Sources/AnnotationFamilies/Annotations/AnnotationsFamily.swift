import Measurement
import ScenarioModel
import YAMLReading

/// Pins on a map: a camera moves over a pin set, and a strategy decides what the map holds.
public struct AnnotationsFamily: ScenarioFamily {
  private let entries: [AnnotationStrategyEntry]

  /// The family with its own strategies and further ones, which come after them.
  public init(adding further: [AnnotationStrategyEntry] = []) {
    entries = AnnotationStrategyEntry.standard + further
  }

  public var name: String { "annotations" }
  public var strategies: [StrategyDescription] { entries.map(\.description) }
  public var metrics: [Metric] { Metric.ofAnnotations }
  public var headlines: [Metric] {
    [.frameTimeMax, .frameTimeP99, .peakLiveBytes, .viewsLiveMax, .hitchTimeRatio]
  }
  public var terminalColumns: [Metric] {
    [
      .frameTimeP50, .frameTimeP99, .frameTimeMax, .peakLiveBytes, .viewsLiveMax,
      .pinsRepresented, .hitchTimeRatio,
    ]
  }
  public var sizeLabel: String { "pins" }
  public var frameLabel: String { "one frame of the screen" }
  public var keys: [String] { AnnotationsWorkload.keys }

  public var requirement: ResultRequirement? {
    ResultRequirement(metric: .pinsRepresented, fraction: nil, summary: "lose no pins")
  }

  public func workload(
    _ mapping: YAMLMapping, file: String
  ) throws(InputError) -> any Workload {
    try AnnotationsWorkload(mapping, file: file, entries: entries)
  }
}
