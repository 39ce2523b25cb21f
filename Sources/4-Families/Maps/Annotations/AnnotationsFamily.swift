import ScenarioModel

extension Family where Make == AnnotationStrategyFactory {
  /// Pins on a map: a camera moves over a pin set, and a strategy decides what the map holds.
  public static var annotations: Self {
    let metrics = MapRecord.table.metrics + ObservedFrames.table(strategyWork: .counted).metrics
    return pins(
      "annotations", inApp: PackageResources.annotations_md,
      AnnotationStrategyFactory.annotations, metrics,
      headlines: [
        "frame-time-max", "frame-time-p99", "peak-live-bytes", "max-live-views", "hitch-time-ratio",
      ],
      columns: [
        "hitch-time-ratio", "peak-live-bytes", "pin-coverage", "longest-freeze", "max-live-views",
        "marker-overlap", "frame-time-p99", "frame-time-max",
      ],
      requirement: ResultRequirement(
        metric: metrics["pin-coverage"], fraction: nil, summary: "show each pin once"),
      criteria: [
        .longestFreeze(metrics), .addedHitches(metrics["added-hitch-time-ratio"]),
        // One cluster for all pins reaches the others.
        .judged(
          metrics["cluster-distance"], .atMost(393),
          "an iPhone's width: zooming in on a cluster must lead to its pins"),
        .judged(metrics["replaced-at-rest"], .atMost(0), "a map at rest does not flicker"),
        .legible(metrics["marker-overlap"]),
      ])
  }

  /// Pins that are on a map and that people do not see: each strategy makes a mistake, or none.
  public static var missingPins: Self {
    // Which views collide is the platform's.
    let metrics = MapRecord.table.metrics + ObservedFrames.table(strategyWork: .modelled).metrics
    return pins(
      "missing-pins", inApp: PackageResources.missing_pins_md, AnnotationStrategyFactory.unseen,
      metrics, headlines: ["pin-coverage", "missing-time-max", "marker-overlap"],
      columns: ["pin-coverage", "missing-time-max", "marker-overlap", "max-live-views"],
      requirement: nil,
      criteria: [.judged(metrics["pin-coverage"], .atLeast(0.99))])
  }

  private static func pins(
    _ name: String, inApp: [UInt8], _ strategies: [StrategyEntry<Make>], _ metrics: [Metric],
    headlines: [String], columns: [String], requirement: ResultRequirement?, criteria: [Criterion]
  ) -> Self {
    Family(
      name, inApp: inApp,
      scene: .map(NoSettings.self, providing: [.app, .map], maxSize: PinSource.maxCount),
      strategies: strategies, metrics: metrics, isMeasured: true, headlines: headlines,
      columns: columns, sizeLabel: "pins", frameLabel: "one frame of the screen",
      requirement: requirement, criteria: criteria
    ) { scene, strategy, request in
      let replay = AnnotationsReplay(
        try scene.use(request, draws: true), strategy.make, workspace: request.folders.own)
      return ReplaySession(
        replay,
        evaluate: {
          let observed = try replay.observe(coverageInOneOf: AnnotationsReplay.overlapStride)
          replay.releaseMap()
          replay.observed = ObservedFrames.table(strategyWork: .counted).values(of: observed)
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
        "The maximum number of annotations that the map held at one time.", \.peaks.annotations),
      .init(
        "cluster-candidates", .count, .modelled, .lowerIsBetter,
        "Annotations that the map's own clustering tested for collisions."
      ) { $0.counts.clusterCandidates },
    ]) + Table.mapOperations(strategyWork: .counted) + Table.mapForecast
}

extension ObservedFrames {
  private typealias Table = MetricTable<ObservedFrames>

  static func table(strategyWork kind: MetricKind) -> MetricTable<ObservedFrames> {
    seen(strategyWork: kind)
      + Table([
        .init(
          "cluster-distance", .points, .modelled, .lowerIsBetter,
          "The maximum distance on the screen from a pin in view to the cluster that stands for it.",
          effect: "pins stand up to {} from their cluster", \.coverage.clusterDistance),
        .init(
          "replaced-at-rest", .count, kind, .lowerIsBetter,
          "Annotations that were replaced by others while the map was at rest.",
          effect: "{} markers change while nothing moves", \.replacedAtRest),
        .init(
          "overdraw", .ratio, .modelled, .lowerIsBetter,
          "View pixels painted per pixel of the screen, in the frame with the widest view."
        ) { MetricValue($0.overdraw, orWhy: Table.noFrame) },
      ])
  }
}
