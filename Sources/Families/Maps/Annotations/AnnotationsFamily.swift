import ScenarioModel

extension Family where Make == AnnotationStrategyFactory {
  /// Pins on a map: a camera moves over a pin set, and a strategy decides what the map holds.
  public static var annotations: Self {
    let metrics = MapRecord.table.metrics + ObservedFrames.table.metrics
    return Family(
      "annotations", inApp: PackageResources.annotations_md,
      scene: .map(NoSettings.self, providing: [.app, .map], maxSize: PinSource.maxCount),
      strategies: AnnotationStrategyFactory.annotations, metrics: metrics, isMeasured: true,
      headlines: [
        "frame-time-max", "frame-time-p99", "peak-live-bytes", "max-live-views", "hitch-time-ratio",
      ],
      columns: [
        "hitch-time-ratio", "peak-live-bytes", "pin-coverage", "longest-freeze", "max-live-views",
        "marker-overlap", "frame-time-p99", "frame-time-max",
      ],
      sizeLabel: "pins", frameLabel: "one frame of the screen",
      requirement: ResultRequirement(
        metric: metrics["pin-coverage"], fraction: nil, summary: "lose no pins"),
      criteria: [
        .longestFreeze(metrics), .addedHitches(metrics["added-hitch-time-ratio"]),
        .legible(metrics["marker-overlap"]),
      ]
    ) { scene, strategy, request in
      let replay = AnnotationsReplay(
        try scene.use(request, draws: true), strategy.make, workspace: request.folders.own)
      return ReplaySession(
        replay,
        evaluate: {
          let observed = try replay.observe(coverageInOneOf: AnnotationsReplay.overlapStride)
          replay.releaseMap()
          replay.observed = ObservedFrames.table.values(of: observed)
          return replay
        },
        inspect: { folder in
          // The pictures of all devices are the same.
          let hasPictures = request.scenarioCase.variant == scene.variants[0]
          return try replay.inspect(request.scenarioCase, in: hasPictures ? folder : nil)
        })
    }
  }
}

extension MapRecord {
  private typealias Table = MetricTable<MapRecord>

  static let table =
    Table([
      .init(
        "max-shown-annotations", .count, .counted, .lowerIsBetter,
        "The maximum number of annotations that the map held at one time."
      ) { $0.peaks.annotations },
      .init(
        "cluster-candidates", .count, .modelled, .lowerIsBetter,
        "Annotations that the map's own clustering tested for collisions."
      ) { $0.counts.clusterCandidates },
    ]) + Table.mapOperations(strategyWork: .counted) { $0 } + Table.mapForecast { $0 }
}

extension ObservedFrames {
  private typealias Table = MetricTable<ObservedFrames>

  static let table =
    seen(strategyWork: .counted)
    + Table([
      .init(
        "overdraw", .ratio, .modelled, .lowerIsBetter,
        "Pixels of views painted for each pixel of the screen, in the frame with the widest view."
      ) { MetricValue($0.overdraw, orWhy: Table.noFrame) }
    ])
}
