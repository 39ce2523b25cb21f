import Clustering
import ScenarioModel
import Simulation

extension Family where Make == OverlayMake {
  /// Lines and shapes on a map: tracks that grow, or routes or zones with one selected. A strategy
  /// decides which overlays the map has.
  public static var overlays: Self {
    let table = OverlaysRecord.table
    let metrics = table.metrics + ObservedLines.table.metrics
    return Family(
      "overlays", inApp: PackageResources.overlays_md, scene: OverlaysScene.reader,
      strategies: StrategyEntry.standard,
      metrics: metrics, isMeasured: true,
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
        .judged(metrics["line-deviation-max"], .atMost(2), "less than half of the line's width"),
        .addedHitches(table["added-hitch-time-ratio"]),
        .judged(table["flickering-points"], .atMost(0), "what is on screen stays there"),
      ]
    ) { scene, strategy, request in
      let replay = try scene.replay(request, strategy)
      return ReplaySession(
        replay,
        evaluate: {
          let observed = try replay.observe()
          replay.releaseMap()
          return EvaluatedReplay(predicted: replay.values(under:), observed: observed)
        }
      ) { folder in
        // The pictures of all devices are the same.
        let isFirst = request.scenarioCase.variant == scene.variants[0]
        return try replay.inspect(request.scenarioCase, in: isFirst ? folder : nil)
      }
    }
  }
}

extension StrategyEntry where Make == OverlayMake {
  /// The strategies that come with MapPressure, naive ones first.
  static let standard: [StrategyEntry] = [
    StrategyEntry(
      "replace-all", summary: "At each change, removes all overlays, and adds all with all points."
    ) { WholeLines($0, on: $1, $2, replacing: .all) },
    StrategyEntry(
      "line-per-position",
      summary: "Adds the whole line once for each of its points, as in a ForEach over positions."
    ) { LinePerPosition($0, on: $1, $2) },
    StrategyEntry(
      "replace-line",
      summary: "Removes the overlays of changed lines, and adds them again with all points."
    ) { WholeLines($0, on: $1, $2, replacing: .changed) },
    StrategyEntry(
      "renderer-without-style", summary: "Returns renderers without a color or a width."
    ) { WholeLines($0, on: $1, $2, replacing: .changedPoints, hasStyle: false) },
    StrategyEntry(
      "restyle-renderer",
      summary: "Replaces a line that has grown; changes a style in place, on the renderer."
    ) { WholeLines($0, on: $1, $2, replacing: .changedPoints) },
    StrategyEntry(
      "multi-polyline-rebuilt",
      summary: "At each selection, makes a new overlay of all lines but the selected one."
    ) { MultiPolyline($0, on: $1, $2, isRebuilt: true) },
    StrategyEntry(
      "multi-polyline",
      summary: "Keeps one overlay of all lines, and puts the selected line above it."
    ) { MultiPolyline($0, on: $1, $2, isRebuilt: false) },
    StrategyEntry(
      "append-segment", summary: "Adds an overlay of two points at each fix, and never removes one."
    ) { LineParts($0, on: $1, $2, length: 1) },
    StrategyEntry(
      "append-chunks",
      summary: "Makes overlays of 100 segments; only the last overlay is ever replaced."
    ) { LineParts($0, on: $1, $2, length: 100) },
    StrategyEntry(
      "simplified-once",
      summary: "Leaves out the same points at each zoom level: those within 5 m of the line."
    ) { SimplifiedLines($0, on: $1, $2, tolerance: .meters(5)) },
    StrategyEntry(
      "simplified-by-zoom",
      summary: "At each zoom level, leaves out the points within one screen point of the line."
    ) { SimplifiedLines($0, on: $1, $2, tolerance: .points(1)) },
    StrategyEntry(
      "simplified-chunks",
      summary: "Makes overlays of 100 segments, and simplifies full ones for the zoom level."
    ) { LineParts($0, on: $1, $2, length: 100, tolerance: 1) },
  ]
}
