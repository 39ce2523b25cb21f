import MapGeometry
import MapSimulation
import PlatformProfiles
import ScenarioModel
import Statistics
import Workloads
import YAMLReading

/// Lines and shapes on a map: tracks that grow, routes or zones of which one is selected, and a
/// strategy that decides which overlays the map has.
public struct OverlaysFamily: ScenarioFamily {
  /// The function that makes a strategy; its arguments are those of
  /// ``OverlayStrategy/init(lines:map:context:)``.
  public typealias Make =
    @Sendable ([[MapPoint]], OverlayMapView, OverlayContext) -> any OverlayStrategy

  public let description: FamilyDescription
  private let entries: [StrategyEntry<Make>]

  /// Creates the family with its standard strategies, followed by additional ones.
  public init(adding further: [StrategyEntry<Make>] = []) {
    entries = Self.standardEntries + further
    let metrics = OverlaysRecord.table.metrics + ObservedLines.table.metrics
    description = FamilyDescription(
      name: "overlays", strategies: entries.map(\.description), metrics: metrics,
      isMeasured: true,
      headlines: [
        "frame-time-p99", "frame-time-max", "peak-live-bytes", "points-drawn", "flickering-points",
        "line-deviation-max", "longest-overlay-work",
      ],
      columns: [
        "hitch-time-ratio", "longest-overlay-work", "points-drawn", "points-added", "max-overlays",
        "flickering-points", "line-deviation-max", "frame-time-p99",
      ],
      sizeLabel: "fixes, routes, zones or kilometres",
      frameLabel: "one step: a refresh of the screen, or a second of a growing track",
      requirement: ResultRequirement(
        metric: metrics["line-coverage"], fraction: 0.999, summary: "draw the lines"),
      criteria: [
        Criterion(
          metrics["line-deviation-max"], .atMost(2),
          source: "this project's judgement: less than half of the line's width"),
        .addedHitches(metrics["added-hitch-time-ratio"]),
        Criterion(
          metrics["flickering-points"], .atMost(0),
          source: "this project's judgement: what is on screen stays there"),
      ])
  }

  public var keys: [ScenarioKey] { OverlaysWorkload.keys }

  public func workload(
    _ mapping: YAMLMapping, file: String, parameters: ParameterOverrides
  ) throws(InputError) -> any Workload {
    try OverlaysWorkload(mapping, file: file, parameters: parameters, entries: entries)
  }
}

extension OverlaysFamily {
  /// The strategies that come with MapPressure, naive ones first.
  package static let standardEntries: [StrategyEntry<Make>] = [
    StrategyEntry(
      "replace-all", WholeLines.self,
      summary: "Removes all overlays and adds them with all points at each change."),
    StrategyEntry(
      "line-per-position", LinePerPosition.self,
      summary: "Adds the whole line once for each of its points, as in a ForEach over positions."),
    StrategyEntry(
      "replace-line",
      summary: "Removes and adds the overlays of the lines that have changed, with all points."
    ) { lines, map, context in
      WholeLines(lines: lines, map: map, context: context, replacing: .changed)
    },
    StrategyEntry(
      "renderer-without-style",
      summary: "Returns renderers without a color and a width."
    ) { lines, map, context in
      WholeLines(
        lines: lines, map: map, context: context, replacing: .changedPoints, hasStyle: false)
    },
    StrategyEntry(
      "restyle-renderer",
      summary: "Replaces a line that has grown; sets another style on the renderer in place."
    ) { lines, map, context in
      WholeLines(lines: lines, map: map, context: context, replacing: .changedPoints)
    },
    StrategyEntry(
      "multi-polyline-rebuilt",
      summary: "One overlay for all lines but the selected one, made again at each selection."
    ) { lines, map, context in
      MultiPolyline(lines: lines, map: map, context: context, isRebuilt: true)
    },
    StrategyEntry(
      "multi-polyline", MultiPolyline.self,
      summary: "One overlay for all lines, which stays, and one above it for the selected line."),
    StrategyEntry(
      "append-segment", LineParts.self,
      summary: "Adds an overlay of two points at each fix, and never removes one."),
    StrategyEntry(
      "append-chunks",
      summary: "Overlays of 100 segments stay as they are; only the last one is replaced."
    ) { lines, map, context in
      LineParts(lines: lines, map: map, context: context, length: 100)
    },
    StrategyEntry(
      "simplified-once",
      summary: "Leaves out points that lie within 5 m of the line, the same at each zoom level."
    ) { lines, map, context in
      SimplifiedLines(lines: lines, map: map, context: context, tolerance: .meters(5))
    },
    StrategyEntry(
      "simplified-by-zoom", SimplifiedLines.self,
      summary: "Leaves out points within a point of the screen of the line, for each zoom level."),
    StrategyEntry(
      "simplified-chunks",
      summary: "Overlays of 100 segments, simplified for the zoom level when they are full."
    ) { lines, map, context in
      LineParts(lines: lines, map: map, context: context, length: 100, tolerance: 1)
    },
  ]
}
