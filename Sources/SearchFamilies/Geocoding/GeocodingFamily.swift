import Measurement
import ScenarioModel
import YAMLReading

/// A list shows the addresses of coordinates: a view model decides when to ask the geocoder.
public struct GeocodingFamily: ScenarioFamily {
  private let entries: [GeocodingStrategyEntry]

  /// The family with its own strategies and further ones, which come after them.
  public init(adding further: [GeocodingStrategyEntry] = []) {
    entries = GeocodingStrategyEntry.standard + further
  }

  public var name: String { "geocoding" }
  public var strategies: [StrategyDescription] { entries.map(\.description) }
  public var metrics: [Metric] { Metric.ofGeocoding }
  public var keys: [String] { GeocodingWorkload.keys }
  public var sizeLabel: String { "rows of the list" }
  public var frameLabel: String { "one person's visit to a list" }

  public var headlines: [Metric] {
    [.rowsLabelledRightly, .requestsSent, .terminations, .timeToLabelP95, .hangTimeMax]
  }

  public var terminalColumns: [Metric] {
    [
      .rowsLabelledRightly, .requestsSent, .requestsThrottled, .terminations, .timeToLabelP95,
      .hangTimeMax,
    ]
  }

  public var requirement: ResultRequirement? {
    ResultRequirement(
      metric: .rowsLabelledRightly, fraction: 0.75,
      summary: "label at least 75 % of the rows that the best one labels rightly")
  }

  public func workload(
    _ mapping: YAMLMapping, file: String
  ) throws(InputError) -> any Workload {
    try GeocodingWorkload(mapping, file: file, entries: entries)
  }
}
