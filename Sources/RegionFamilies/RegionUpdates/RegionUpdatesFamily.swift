import Measurement
import ScenarioModel
import YAMLReading

/// An app keeps a map's region in its state: what goes back and forth between the two.
public struct RegionUpdatesFamily: ScenarioFamily {
  private let entries: [RegionUpdateStrategyEntry]

  /// The family with its own strategies and further ones, which come after them.
  public init(adding further: [RegionUpdateStrategyEntry] = []) {
    entries = RegionUpdateStrategyEntry.standard + further
  }

  public var name: String { "region-updates" }
  public var strategies: [StrategyDescription] { entries.map(\.description) }
  public var metrics: [Metric] { Metric.ofRegionUpdates }
  public var keys: [String] { RegionUpdatesWorkload.keys }
  public var sizeLabel: String { "seconds of use" }
  public var frameLabel: String { "the use of a map screen in one setting of its app" }

  public var headlines: [Metric] {
    [.changesRight, .runawayLoops, .fingerFights, .settleTimeP95]
  }

  public var terminalColumns: [Metric] {
    [
      .changesRight, .runawayLoops, .fingerFights, .lostUpdates, .regionError, .updatesPerGesture,
      .idleUpdatesPerSecond, .settleTimeP95,
    ]
  }

  public var requirement: ResultRequirement? {
    ResultRequirement(
      metric: .changesRight, fraction: 0.95,
      summary: "bring at least 95 % of the changes that the best one does where they lead")
  }

  public func workload(
    _ mapping: YAMLMapping, file: String
  ) throws(InputError) -> any Workload {
    try RegionUpdatesWorkload(mapping, file: file, entries: entries)
  }
}
