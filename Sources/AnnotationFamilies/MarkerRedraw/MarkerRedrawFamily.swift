import MapSimulation
import PlatformProfiles
import ScenarioModel
import Workloads
import YAMLReading

/// The family of markers with contents of their own: a strategy decides when they are drawn again.
public struct MarkerRedrawFamily: ScenarioFamily {
  /// The function that makes a strategy; its argument is that of
  /// ``MarkerRedrawStrategy/init(screen:)``.
  public typealias Make = @Sendable (MarkerScreen) -> any MarkerRedrawStrategy

  public let description: FamilyDescription
  private let entries: [StrategyEntry<Make>]

  /// Creates the family with its standard strategies, followed by additional ones.
  public init(adding further: [StrategyEntry<Make>] = []) {
    entries = Self.standardEntries + further
    let metrics = Self.table.metrics
    description = FamilyDescription(
      name: "marker-redraw", strategies: entries.map(\.description), metrics: metrics,
      isMeasured: true,
      headlines: [
        "frame-time-p95", "rest-main-thread", "redraws", "stale-time-fraction", "hitch-time-ratio",
      ],
      columns: [
        "rest-main-thread", "stale-time-fraction", "redraws", "pixels-redrawn",
        "modelled-frame-time-p95", "hitch-time-ratio", "frame-time-p95",
      ],
      sizeLabel: "pins",
      frameLabel: "one frame of the screen",
      requirement: ResultRequirement(
        metric: metrics["content-current"], fraction: 0.98,
        summary: "keep markers up to date for at least 98 % of the time of the best one"),
      criteria: [
        Criterion(
          metrics["rest-main-thread"], .atMost(0.02),
          source: "this project's judgement: a map at rest costs no battery"),
        .addedHitches(metrics["added-hitch-time-ratio"]),
        Criterion(metrics["content-current"], .nearBest(0.02), source: "this project's judgement"),
      ])
  }

  public var keys: [ScenarioKey] { MarkerRedrawWorkload.keys }

  public func workload(
    _ mapping: YAMLMapping, file: String, parameters: ParameterOverrides
  ) throws(InputError) -> any Workload {
    try MarkerRedrawWorkload(mapping, file: file, parameters: parameters, entries: entries)
  }
}

/// The record of a replay that its metrics are read from.
struct MarkerRedrawRecord {
  let forecast: FrameForecast
  let redraws: Int
  let redrawnPixels: Double
  let restShare: Double?
  let markerFrames: Int
  let staleFrames: Int
}

extension MarkerRedrawFamily {
  private typealias Table = MetricTable<MarkerRedrawRecord>

  static let table =
    Table([
      .init(
        "redraws", .count, .modelled, .lowerIsBetter,
        "Markers that were drawn again, those for another pin in a reused view included."
      ) { $0.redraws },
      .init(
        "pixels-redrawn", .count, .modelled, .lowerIsBetter, "The pixels of these markers."
      ) { $0.redrawnPixels },
      .init(
        "rest-main-thread", .ratio, .modelled, .lowerIsBetter,
        "Seconds that the main thread works for each second in which the map rests."
      ) { MetricValue($0.restShare, orWhy: "the map never rests") },
      .init(
        "stale-time-fraction", .fraction, .modelled, .lowerIsBetter,
        "The fraction of the time of all markers on the screen in which they lacked a picture that had "
          + "come, or showed an old number."
      ) { MetricValue($0.staleFrames, of: $0.markerFrames, orWhy: noMarker) },
      .init(
        "content-current", .fraction, .modelled, .higherIsBetter,
        "The fraction of this time in which they showed all that the app knew."
      ) { MetricValue($0.markerFrames - $0.staleFrames, of: $0.markerFrames, orWhy: noMarker) },
    ]) + Table.markerForecast { $0.forecast }

  private static let noMarker = "no marker was on the screen"
}
