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
      "replace-all", summary: "Removes all overlays and adds them with all points at each change."
    ) { WholeLines($0, on: $1, $2, replacing: .all) },
    StrategyEntry(
      "line-per-position",
      summary: "Adds the whole line once for each of its points, as in a ForEach over positions."
    ) { LinePerPosition($0, on: $1, $2) },
    StrategyEntry(
      "replace-line",
      summary: "Removes and adds the overlays of the lines that have changed, with all points."
    ) { WholeLines($0, on: $1, $2, replacing: .changed) },
    StrategyEntry(
      "renderer-without-style", summary: "Returns renderers without a color and a width."
    ) { WholeLines($0, on: $1, $2, replacing: .changedPoints, hasStyle: false) },
    StrategyEntry(
      "restyle-renderer",
      summary: "Replaces a line that has grown; sets another style on the renderer in place."
    ) { WholeLines($0, on: $1, $2, replacing: .changedPoints) },
    StrategyEntry(
      "multi-polyline-rebuilt",
      summary: "One overlay for all lines but the selected one, made again at each selection."
    ) { MultiPolyline($0, on: $1, $2, isRebuilt: true) },
    StrategyEntry(
      "multi-polyline",
      summary: "One overlay for all lines, which stays, and one above it for the selected line."
    ) { MultiPolyline($0, on: $1, $2, isRebuilt: false) },
    StrategyEntry(
      "append-segment", summary: "Adds an overlay of two points at each fix, and never removes one."
    ) { LineParts($0, on: $1, $2, length: 1) },
    StrategyEntry(
      "append-chunks",
      summary: "Overlays of 100 segments stay as they are; only the last one is replaced."
    ) { LineParts($0, on: $1, $2, length: 100) },
    StrategyEntry(
      "simplified-once",
      summary: "Leaves out points that lie within 5 m of the line, the same at each zoom level."
    ) { SimplifiedLines($0, on: $1, $2, tolerance: .meters(5)) },
    StrategyEntry(
      "simplified-by-zoom",
      summary: "Leaves out points within a point of the screen of the line, for each zoom level."
    ) { SimplifiedLines($0, on: $1, $2, tolerance: .points(1)) },
    StrategyEntry(
      "simplified-chunks",
      summary: "Overlays of 100 segments, simplified for the zoom level when they are full."
    ) { LineParts($0, on: $1, $2, length: 100, tolerance: 1) },
  ]
}
