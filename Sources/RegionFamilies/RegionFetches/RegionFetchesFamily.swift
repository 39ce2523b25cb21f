import Measurement
import ScenarioModel
import YAMLReading

/// A map's pins come from a server: the map's delegate decides when to ask it.
public struct RegionFetchesFamily: ScenarioFamily {
  private let entries: [RegionFetchStrategyEntry]

  /// The family with its own strategies and further ones, which come after them.
  public init(adding further: [RegionFetchStrategyEntry] = []) {
    entries = RegionFetchStrategyEntry.standard + further
  }

  public var name: String { "region-fetches" }
  public var strategies: [StrategyDescription] { entries.map(\.description) }
  public var metrics: [Metric] { Metric.ofRegionFetches }
  public var keys: [String] { RegionFetchesWorkload.keys }
  public var sizeLabel: String { "pins" }
  public var frameLabel: String {
    "one gesture of the user and the rest after it, with what the server computes meanwhile"
  }

  /// The time of a frame is no headline: most of it is the server's, which is somebody else's.
  public var headlines: [Metric] {
    [
      .fetchesPerFling, .regionLoadedShare, .staleFetchAnswersShown, .loadedTimeShare,
      .fetchedBytes,
    ]
  }

  public var terminalColumns: [Metric] {
    [
      .regionLoadedShare, .fetchesPerFling, .fetchesPerGesture, .staleFetchAnswersShown,
      .loadedTimeShare, .unloadedTimeP95, .fetchedBytes,
    ]
  }

  public var requirement: ResultRequirement? {
    ResultRequirement(
      metric: .regionLoadedShare, fraction: 0.9,
      summary: "have everything visible loaded in at least 90 % of the looks of the best one")
  }

  /// What each of the three habits saves, alone and beside the others.
  public var ablation: Ablation? {
    Ablation(
      base: "fetch-each-end", full: "fetch-debounced-padded-cancelling",
      settings: [
        Ablation.Setting(
          name: "waiting for a rest", alone: "fetch-debounced", leftOut: "padded-cancelling"),
        Ablation.Setting(
          name: "asking for more and keeping it", alone: "fetch-padded-cache",
          leftOut: "debounced-cancelling"),
        Ablation.Setting(
          name: "cancelling", alone: "fetch-cancelling", leftOut: "debounced-padded"),
      ],
      metrics: [
        .fetchesPerGesture, .fetchesPerFling, .staleFetchAnswersShown, .regionLoadedShare,
        .loadedTimeShare, .unloadedTimeP95, .fetchedBytes,
      ])
  }

  public func workload(
    _ mapping: YAMLMapping, file: String
  ) throws(InputError) -> any Workload {
    try RegionFetchesWorkload(mapping, file: file, entries: entries)
  }
}
